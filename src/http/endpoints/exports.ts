import { z } from "zod";
import { whenReady } from "../../base/awaitable.ts";
import { EXPORT_FORMATS } from "../../exports/formats.ts";
import { endpoint } from "../endpoint.ts";
import { QueuedExport, statusUrl } from "./export-job.ts";
import { SELECTION_PARAMETERS, toExportRequest } from "./export-selection.ts";
import { jsonResult, keyIdOf } from "./job-answers.ts";
import { jobCancellation, jobDownload, jobStatus } from "./job-endpoints.ts";

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
  errors: [
    "key_read_only",
    "too_large",
    "unsupported_media_type",
    "export_queue_full",
    "export_storage_full",
    "unavailable",
  ],
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
  ...jobStatus("export"),
});

export const cancelExport = endpoint({
  path: "/export/{jobId}",
  tag: "Exports",
  summary: "Cancel an export, or delete its file",
  ...jobCancellation("export"),
});

export const downloadExport = endpoint({
  path: "/export/{jobId}/download",
  tag: "Exports",
  summary: "Download the file of a completed export",
  description:
    "CSV (RFC 4180, UTF-8, with a header), one JSON array of records, newline-delimited GeoJSON, GeoPackage or GeoParquet, as " +
    "requested. `Range` takes a part of the plain file; with `Accept-Encoding: gzip` the whole of a text format comes " +
    "compressed.",
  ...jobDownload("export", EXPORT_FORMATS),
});
