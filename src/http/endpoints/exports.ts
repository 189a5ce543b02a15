import { z } from "zod";
import { whenReady } from "../../base/awaitable.ts";
import { EXPORT_FORMATS } from "../../exports/formats.ts";
import { type AreaCondition, checkFilter } from "../../registry/check-filter.ts";
import { ADDRESSABLE_TYPES } from "../../registry/object-types.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { digits, invalidChoiceMessage, oneOf, optional, withDefault } from "../parameters/kinds.ts";
import { ExportJobRecord, exportJobRecord, QueuedExport, statusUrl } from "./export-job.ts";
import { EXAMPLE_JOB_ID, fileResult, findJob, JOB_PARAMETERS, jsonResult, keyIdOf } from "./job-answers.ts";
import { provinceParameter } from "./provinces.ts";

export const requestExport = endpoint({
  method: "POST",
  path: "/export/addresses",
  tag: "Exports",
  summary: "Request a file of addresses",
  description:
    "All addresses, or those that meet every condition given; an area that does not exist is 422. Parameters come in the " +
    "query, or in a JSON or form body, which wins. The file is made in the background: follow the job until it is `completed`.",
  query: {
    postcode_area: optional(
      digits(4, { description: "Four digits with which the postcodes begin.", example: "1382" }),
    ),
    gemeente_code: optional(digits(4, { description: "Code of the municipality.", example: "0457" })),
    woonplaats_id: optional(digits(4, { description: "Identificatie of the woonplaats.", example: "3631" })),
    provincie_naam: optional(provinceParameter),
    type: optional(
      oneOf(
        ADDRESSABLE_TYPES,
        { description: "Kind of object that has the address.", example: "ligplaats" },
        invalidChoiceMessage(ADDRESSABLE_TYPES),
      ),
    ),
    format: withDefault(
      oneOf(
        EXPORT_FORMATS,
        { description: "Format of the file.", example: "csv" },
        invalidChoiceMessage(EXPORT_FORMATS),
      ),
      "csv",
    ),
  },
  parametersInBody: true,
  envelope: "none",
  response: z.strictObject({ data: QueuedExport }),
  statuses: [202],
  errors: ["key_read_only", "too_large", "unsupported_media_type", "export_queue_full", "unavailable"],
  changesWith: "time",
  example: ({ adres }) => ({ postcode_area: adres.postcode.slice(0, 4), format: "csv" }),
  handler(context, input, admission) {
    const { filter, unknown } = checkFilter(
      context.snapshot,
      omitUndefined({
        postcodegebied: input.postcode_area,
        gemeenteCode: input.gemeente_code,
        woonplaatsId: input.woonplaats_id,
        provincieNaam: input.provincie_naam,
        type: input.type,
      }),
    );
    if (unknown.size > 0) {
      throw validationFailed(faultsOf(unknown));
    }
    const request = { filter, format: input.format };
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

const AREA_PARAMETERS = {
  provincieNaam: "provincie_naam",
  gemeenteCode: "gemeente_code",
  woonplaatsId: "woonplaats_id",
} as const satisfies Record<AreaCondition, string>;

/** Returns the faults of unknown areas, by parameter. */
function faultsOf(unknown: ReadonlyMap<AreaCondition, string>): Record<string, string[]> {
  const faults = Array.from(unknown, ([condition, existing]) => {
    const parameter = AREA_PARAMETERS[condition];
    return [parameter, [`The selected ${parameter.replaceAll("_", " ")} is invalid. ${existing}`]];
  });
  return Object.fromEntries(faults);
}

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
    "CSV (RFC 4180, UTF-8, with a header) or one JSON array of address records, in the order of address lists. `Range` takes " +
    "a part of the plain file; with `Accept-Encoding: gzip` the whole comes compressed.",
  pathParameters: JOB_PARAMETERS,
  envelope: "none",
  contentType: "text/csv",
  response: z.string(),
  statuses: [200, 206, 304],
  errors: ["not_found", "export_not_ready", "export_expired", "range_not_satisfiable", "unavailable"],
  changesWith: "time",
  example: () => ({ jobId: EXAMPLE_JOB_ID }),
  handler: (context, { jobId }, admission) =>
    whenReady(findJob(context, { kind: "export", jobId }, admission), (job) => fileResult(context, job)),
});
