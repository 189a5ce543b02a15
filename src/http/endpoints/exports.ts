import { z } from "zod";
import { whenReady } from "../../base/awaitable.ts";
import { TABLE_CONTENT_TYPES } from "../../tables/formats.ts";
import { endpoint } from "../endpoint.ts";
import { ExportJobRecord, exportJobRecord, QueuedExport, statusUrl } from "./export-job.ts";
import { SELECTION_PARAMETERS, toExportRequest } from "./export-selection.ts";
import { EXAMPLE_JOB_ID, fileResult, findJob, JOB_PARAMETERS, jsonResult, keyIdOf } from "./job-answers.ts";

const BINARY = z.string().meta({ override: { type: "string", format: "binary" } });

export const requestExport = endpoint({
  method: "POST",
  path: "/export/addresses",
  tag: "Exports",
  summary: "Request a file of addresses",
  description:
    "All addresses, or those that meet every condition given; an area that does not exist is 422. With `what` other objects " +
    "than addresses; conditions that say nothing about these are 422. Parameters come in the query, or in a JSON or form " +
    "body, which wins. The file is made in the background: follow the job until it is `completed`.",
  query: SELECTION_PARAMETERS,
  parametersInBody: true,
  envelope: "none",
  response: z.strictObject({ data: QueuedExport }),
  statuses: [202],
  errors: ["key_read_only", "too_large", "unsupported_media_type", "export_queue_full", "unavailable"],
  changesWith: "time",
  example: ({ adres }) => ({ postcode_area: adres.postcode.slice(0, 4), format: "csv" }),
  handler(context, input, admission) {
    const request = toExportRequest(context.snapshot, input);
    const { exports } = context.services;
    return whenReady(exports.queue(keyIdOf(admission), request, context.snapshot), ({ id }) =>
      jsonResult(202, {
        job_id: id,
        status: "pending",
        message: `The export is queued. Follow it at ${statusUrl(context, "export", id)}`,
      } satisfies z.output<typeof QueuedExport>),
    );
  },
});

export const getExport = endpoint({
  path: "/export/{jobId}",
  tag: "Exports",
  summary: "Get the status of an export",
  description:
    "`pending`, `processing`, then `completed` or `failed`; a completed job is `expired` when its file is no longer kept. Jobs " +
    "are known only to the API key that requested them.",
  pathParameters: JOB_PARAMETERS,
  envelope: "none",
  response: z.strictObject({ data: ExportJobRecord }),
  errors: ["not_found", "unavailable"],
  changesWith: "time",
  example: () => ({ jobId: EXAMPLE_JOB_ID }),
  handler: (context, { jobId }, admission) =>
    whenReady(findJob(context, { kind: "export", jobId }, admission), (job) =>
      jsonResult(200, exportJobRecord(context, job)),
    ),
});

export const downloadExport = endpoint({
  path: "/export/{jobId}/download",
  tag: "Exports",
  summary: "Download the file of a completed export",
  description:
    "CSV (RFC 4180, UTF-8, with a header), one JSON array of records, newline-delimited GeoJSON, GeoPackage or GeoParquet, as " +
    "requested. `Range` takes a part of the plain file; with `Accept-Encoding: gzip` the whole of a text format comes " +
    "compressed.",
  pathParameters: JOB_PARAMETERS,
  envelope: "none",
  contentType: "text/csv",
  response: z.string(),
  otherContent: {
    "application/json": z.array(z.record(z.string(), z.unknown())),
    [TABLE_CONTENT_TYPES.geojson]: z.string(),
    [TABLE_CONTENT_TYPES.gpkg]: BINARY,
    [TABLE_CONTENT_TYPES.parquet]: BINARY,
  },
  statuses: [200, 206, 304],
  errors: ["not_found", "export_not_ready", "export_expired", "range_not_satisfiable", "unavailable"],
  changesWith: "time",
  example: () => ({ jobId: EXAMPLE_JOB_ID }),
  handler: (context, { jobId }, admission) =>
    whenReady(findJob(context, { kind: "export", jobId }, admission), (job) => fileResult(context, job)),
});
