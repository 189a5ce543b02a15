import type { Upload as ReceivedFile } from "../../exports/geocode/uploads.ts";
import { TABLE_FORMATS } from "../../tables/formats.ts";
import type { Admission } from "../admission.ts";
import type { Context } from "../context.ts";
import { endpoint, type UploadBody } from "../endpoint.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { readChunks } from "../parameters/body.ts";
import { invalidChoiceMessage, oneOf, withDefault } from "../parameters/kinds.ts";
import { returnQuota } from "../pipeline/limits.ts";
import { consumeRows } from "../pipeline/row-quota.ts";
import {
  assertFileType,
  EXAMPLE_FILE,
  FILE_PARAMETERS,
  fileOptions,
  refuseFile,
  requirePast,
  SHEET_PARAMETER,
  setColumnsHeader,
  withinLimit,
} from "./geocode-file.ts";
import { keyIdOf, QUEUED_JOB, queuedResult } from "./job-answers.ts";
import { jobCancellation, jobDownload, jobStatus } from "./job-endpoints.ts";

export const MAX_UPLOAD_BYTES = 1024 ** 3;

/** Media types of files of tables. */
export const UPLOAD_TYPES: readonly string[] = [
  "text/csv",
  "text/plain",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/octet-stream",
];

const UPLOAD: UploadBody = {
  mediaTypes: UPLOAD_TYPES,
  maxBytes: MAX_UPLOAD_BYTES,
  example: EXAMPLE_FILE,
  description: "CSV in any dialect, or xlsx: at most 1 GiB.",
};

export const requestGeocoding = endpoint({
  method: "POST",
  path: "/geocode/jobs",
  auth: "key",
  extension: true,
  tag: "Geocoding",
  summary: "Geocode a large file in the background",
  description:
    "Takes a CSV or xlsx file of addresses as the body, or with `since` of ids, and reads it whole before it answers; " +
    "content that cannot be read is 422 with its place. Each row costs one request of quota, taken before work begins (`X-Row-Count`, `X-Quota-Cost`); " +
    "the rate counts the request once. The result is made in the background: follow the job until it is " +
    "`completed`. The file is deleted when the job has ended.",
  query: {
    ...FILE_PARAMETERS,
    sheet: SHEET_PARAMETER,
    format: withDefault(
      oneOf(
        TABLE_FORMATS,
        { description: "Format of the result.", example: "csv" },
        invalidChoiceMessage(TABLE_FORMATS),
      ),
      "csv",
    ),
  },
  upload: UPLOAD,
  ...QUEUED_JOB,
  example: () => ({ format: "csv" }),
  async handler(context, { format, sheet, ...input }, admission) {
    const { request, services } = context;
    assertFileType(request, UPLOAD);
    const options = { ...fileOptions(request, input), ...omitUndefined({ sheet }) };
    requirePast(options, context.snapshot);
    const upload = await services.exports.uploads.receive(
      withinLimit(readChunks(request, context.connection), MAX_UPLOAD_BYTES),
      {
        keyId: keyIdOf(admission),
        declaredBytes: Number(request.headers.get("content-length") ?? 0),
      },
    );
    try {
      context.holdConnection();
      const { rows, plan } = await upload.survey(options, context.snapshot).catch(refuseFile);
      setColumnsHeader(context, plan);
      const { id } = await queue(context, admission, { upload, request: { format, options, plan }, rows });
      return queuedResult(context, "geocode", id, "The file");
    } finally {
      upload.remove();
    }
  },
});

interface CountedFile {
  readonly upload: ReceivedFile;
  readonly request: Parameters<Context["services"]["exports"]["queueGeocoding"]>[0]["request"];
  readonly rows: number;
}

/** Takes the quota of all rows and queues the job; returns the quota when there is no job. */
async function queue(context: Context, admission: Admission, file: CountedFile) {
  const taken = await consumeRows(context, admission, file.rows);
  try {
    return await context.services.exports.queueGeocoding({ keyId: keyIdOf(admission), ...file });
  } catch (error) {
    returnQuota(context, { ...taken, quotaTaken: taken.quotaTaken - admission.quotaTaken });
    throw error;
  }
}

export const getGeocoding = endpoint({
  path: "/geocode/jobs/{jobId}",
  auth: "key",
  extension: true,
  tag: "Geocoding",
  summary: "Get the status of a geocoding job",
  ...jobStatus("geocode"),
});

export const cancelGeocoding = endpoint({
  path: "/geocode/jobs/{jobId}",
  auth: "key",
  tag: "Geocoding",
  summary: "Cancel a geocoding job, or delete its file",
  ...jobCancellation("geocode"),
});

export const downloadGeocoding = endpoint({
  path: "/geocode/jobs/{jobId}/download",
  auth: "key",
  extension: true,
  tag: "Geocoding",
  summary: "Download the file of a completed geocoding job",
  description:
    "The rows of the uploaded file in their order, with the added columns, in the format that was asked for. " +
    "`Range` takes a part of the plain file.",
  ...jobDownload("geocode", TABLE_FORMATS),
});
