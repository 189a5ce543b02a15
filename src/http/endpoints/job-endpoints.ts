/** Parts that the endpoints of jobs declare alike, for exports and for geocoding: status and download. */
import { z } from "zod";
import { contentTypeOf, type ExportFormat, isGzipped } from "../../exports/formats.ts";
import type { JobKind } from "../../exports/job.ts";
import { EXPORT_KINDS, type ExportWhat, KINDS } from "../../exports/kinds/index.ts";
import type { TableFormat } from "../../tables/formats.ts";
import type { ColumnKind } from "../../tables/table.ts";
import type { Admission } from "../admission.ts";
import type { Context } from "../context.ts";
import type { Values } from "../parameters/kinds.ts";
import {
  EXAMPLE_JOB_ID,
  ExportJobRecord,
  exportJobRecord,
  fileResult,
  findJob,
  JOB_PARAMETERS,
  jsonResult,
} from "./job-answers.ts";

type JobInput = Values<typeof JOB_PARAMETERS>;

const OF_A_JOB = {
  pathParameters: JOB_PARAMETERS,
  query: {},
  envelope: "none",
  changesWith: "time",
  example: () => ({ jobId: EXAMPLE_JOB_ID }),
} as const;

/** Returns the declaration of the status of jobs of a kind, without its path and names. */
export function jobStatus(kind: JobKind) {
  return {
    ...OF_A_JOB,
    description:
      "`pending`, `processing`, then `completed` or `failed`; a completed job is `expired` when its file is no " +
      "longer kept. Jobs are known only to the API key that requested them.",
    response: z.strictObject({ data: ExportJobRecord }),
    errors: ["not_found", "unavailable"],
    handler: async (context: Context, { jobId }: JobInput, admission: Admission) =>
      jsonResult(200, exportJobRecord(context, await findJob(context, { kind, jobId }, admission))),
  } as const;
}

const CANCELLED = "Cancelled by its owner.";

/** Returns the declaration of the cancellation of jobs of a kind, without its path and names. */
export function jobCancellation(kind: JobKind) {
  return {
    ...OF_A_JOB,
    method: "DELETE",
    extension: true,
    description:
      "A job that waits or runs becomes `failed` at once; a completed one becomes `expired`. Its files are " +
      "deleted, and no longer count among those kept for the key. A job that has failed or expired does not " +
      "change. Returns the job after that.",
    response: z.strictObject({ data: ExportJobRecord }),
    errors: ["key_read_only", "not_found", "unavailable"],
    async handler(context: Context, { jobId }: JobInput, admission: Admission) {
      const { id, keyId } = await findJob(context, { kind, jobId }, admission);
      const ended = await context.services.exports.cancel({ id, keyId }, CANCELLED);
      return jsonResult(200, exportJobRecord(context, ended!));
    },
  } as const;
}

/** Returns the declaration of the download of a job's file in one of `formats`, CSV the first of them. */
export function jobDownload(kind: JobKind, formats: readonly (ExportFormat | TableFormat)[]) {
  const others = formats.filter((format) => format !== "csv");
  return {
    ...OF_A_JOB,
    contentType: "text/csv",
    response: z.string(),
    otherContent: Object.fromEntries(others.map((format) => [contentTypeOf(format), contentOf(format)])),
    statuses: [200, 206, 304],
    errors: ["not_found", "export_not_ready", "export_expired", "range_not_satisfiable", "unavailable"],
    handler: async (context: Context, { jobId }: JobInput, admission: Admission) =>
      fileResult(context, await findJob(context, { kind, jobId }, admission)),
  } as const;
}

const BINARY = z.string().meta({ override: { type: "string", format: "binary" } });

function contentOf(format: ExportFormat | TableFormat): z.ZodType {
  if (format === "json") {
    return ExportedRows;
  }
  return isGzipped(format) ? z.string() : BINARY;
}

/** Schemas of values that are not text. */
const VALUES: Partial<Readonly<Record<ColumnKind, z.ZodType>>> = {
  integer: z.int(),
  real: z.number(),
  boolean: z.boolean(),
  list: z.array(z.string()),
};

function rowOf(what: ExportWhat) {
  const { subject, columns } = KINDS[what];
  const fields = Object.entries(columns).map(([name, { kind, description }]) => [
    name,
    (VALUES[kind] ?? z.string()).nullable().meta({ description }),
  ]);
  return z.strictObject(Object.fromEntries(fields)).meta({
    id: `Exported${pascalCase(what)}`,
    description: `A row of an export of ${what}: one ${subject}.`,
  });
}

function pascalCase(what: ExportWhat): string {
  return what.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
}

const [first, ...others] = EXPORT_KINDS.map((what) => z.array(rowOf(what)));

/** JSON array of an export of any kind. */
const ExportedRows = z.union([first!, ...others]);
