/** Answers about jobs, of exports and of geocoding: status, record and file with the name of its download. */
import { z } from "zod";
import { unauthenticated } from "../../accounts/authorize.ts";
import { AppError } from "../../base/errors.ts";
import { columnsOption } from "../../batch/plan.ts";
import { contentTypeOf } from "../../exports/formats.ts";
import type { Job, JobFile, JobKind, JobWork } from "../../exports/job.ts";
import { DATA_VERSION } from "../../registry/file/data-versions.ts";
import type { AdresFilter } from "../../registry/read/adres-filter.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import type { Admission } from "../admission.ts";
import type { Context } from "../context.ts";
import type { FileResult, TextResult } from "../endpoint.ts";
import { BASE_PATH } from "../interface-version.ts";
import { uuid } from "../parameters/kinds.ts";
import { count } from "../schemas/record-schema.ts";
import { dataVersion } from "../schemas/records.ts";

/** Valid UUID that is no job's id. */
export const EXAMPLE_JOB_ID = "0b3e5a52-7c1f-4d0e-9a53-2f6c1d8e4b70";

export const JOB_PARAMETERS = {
  jobId: uuid({ description: "Id of the job, as returned when it was requested.", example: EXAMPLE_JOB_ID }),
};

/** Returns the id of the request's key; throws 401 without one. */
export function keyIdOf({ key }: Admission): number {
  if (key === undefined) {
    throw unauthenticated();
  }
  return key.id;
}

const NAMES: Readonly<Record<JobKind, string>> = { export: "export", geocode: "geocoding job" };

/** Returns the job of the request's key; throws 404 for an unknown job, another kind and the job of another key. */
export async function findJob(
  { services }: Context,
  { kind, jobId }: { readonly kind: JobKind; readonly jobId: string },
  { key }: Admission,
): Promise<Job> {
  const job = key && (await services.exports.find(jobId, key.id));
  if (job?.kind !== kind) {
    throw new AppError("not_found", `No ${NAMES[kind]} found with id ${jobId}.`);
  }
  return job;
}

export function jsonResult(status: number, data: object): TextResult {
  return {
    status,
    contentType: "application/json",
    cacheControl: "no-store",
    body: JSON.stringify({ data }),
  };
}

/** Returns the file of a job; throws 409 while there is none, 410 when it is no longer kept. */
export async function fileResult({ services }: Context, job: Job): Promise<FileResult> {
  const { id, kind, state, file } = job;
  const expiredError = () =>
    new AppError("export_expired", `The file of this ${NAMES[kind]} has expired and was removed.`);
  if (state === "expired") {
    throw expiredError();
  }
  if (file === undefined) {
    throw new AppError("export_not_ready", `This ${NAMES[kind]} has no file: it is ${state}.`);
  }
  const found = await services.exports.findFile(file.name);
  if (found === undefined) {
    throw expiredError();
  }
  return {
    ...found,
    contentType: contentTypeOf(job.request.format),
    downloadName: downloadNameOf(job, file),
    etag: id,
  };
}

/** Prefix of each filter condition in a download name, in this order. */
const CONDITIONS: readonly (readonly [condition: keyof AdresFilter, word: string])[] = [
  ["provincieNaam", "provincie-"],
  ["gemeenteCode", "gemeente-"],
  ["woonplaatsId", "woonplaats-"],
  ["postcodegebied", "postcode-"],
  ["type", ""],
  ["stage", ""],
  ["wijkCode", ""],
  ["buurtCode", ""],
];

/**
 * Returns the name of a downloaded file. An export has a name for each filter,
 * `addresses-2021-10-15-gemeente-0457.csv`. A user's file becomes `geocoded-2021-10-15.csv`, because the name of that
 * file is unknown.
 */
export function downloadNameOf(work: JobWork, { version }: JobFile): string {
  if (work.kind === "geocode") {
    return `geocoded-${dateOf(version)}.${work.request.format}`;
  }
  const { what = "addresses", filter, region, format } = work.request;
  const conditions = CONDITIONS.flatMap(([condition, prefix]) => {
    const value = filter[condition];
    return value === undefined ? [] : [`-${prefix}${toSlug(value)}`];
  });
  if (region?.wgs84Box !== undefined) {
    conditions.push("-box");
  }
  if (region?.polygons !== undefined) {
    conditions.push("-polygon");
  }
  return `${what}-${dateOf(version)}${conditions.join("")}.${format}`;
}

/** Returns the reference date in a version of the data, or in the name of a registry. */
function dateOf(version: string): string {
  return /\d{4}-\d{2}-\d{2}/.exec(version)![0];
}

/** Reduces a value to lower case letters, digits and hyphens. */
function toSlug(value: string): string {
  return nameKey(value).replace(/[^a-z0-9]+/g, "-");
}

const STATE = "State of the job.";
const job_id = z.uuid().describe("Identifier of the job.");

const QueuedExport = z
  .strictObject({
    job_id,
    status: z.literal("pending").describe(STATE),
    message: z.string().describe("Contains the URL of the job's status."),
  })
  .meta({ id: "QueuedExport" });

export const ExportJobRecord = z
  .strictObject({
    job_id,
    status: z.enum(["pending", "processing", "completed", "failed", "expired"]).describe(STATE),
    created_at: z.iso.datetime({ offset: true }).describe("Time of the request."),
    updated_at: z.iso.datetime({ offset: true }).describe("Time of the last change."),
    total_records: count.describe(
      "Number of addresses, or rows of the user's file, that the file will have.",
    ),
    processed_records: count.describe("Number of addresses written, or of rows geocoded, so far."),
    progress: z.int().min(0).max(100).describe("Percent; 100 when complete."),
    download_url: z.string().nullable().describe("Null unless there is a file."),
    file_size: count.nullable().describe("Bytes; null unless there is a file."),
    data_version: dataVersion
      .nullable()
      .describe("Version of the data in the file; null unless there is a file."),
    columns: z
      .string()
      .optional()
      .describe("Columns used, only of a geocoding job: `postcode=PC,number=Huisnr`."),
    error: z.string().optional().describe("Only of a failed job."),
  })
  .meta({ id: "ExportJob" });

/** Declares the answer of an endpoint that queues a job. */
export const QUEUED_JOB = {
  envelope: "none",
  response: z.strictObject({ data: QueuedExport }),
  statuses: [202],
  errors: [
    "history_not_kept",
    "key_read_only",
    "too_large",
    "unsupported_media_type",
    "export_queue_full",
    "export_storage_full",
    "unavailable",
  ],
  changesWith: "time",
} as const;

/** Answers that `what` is queued as a job. */
export function queuedResult(context: Context, kind: JobKind, id: string, what: string): TextResult {
  return jsonResult(202, {
    job_id: id,
    status: "pending",
    message: `${what} is queued. Follow it at ${statusUrl(context, kind, id)}`,
  } satisfies z.output<typeof QueuedExport>);
}

const PATHS: Readonly<Record<JobKind, string>> = { export: "/export", geocode: "/geocode/jobs" };

/** Returns the URL of a job's status. */
function statusUrl({ publicUrl }: Context, kind: JobKind, id: string): string {
  return `${publicUrl}${BASE_PATH}${PATHS[kind]}/${id}`;
}

/** Returns the record of a job for its owner. */
export function exportJobRecord(context: Context, job: Job): z.output<typeof ExportJobRecord> {
  const { id, kind, state, file, totalRecords, processedRecords } = job;
  return {
    job_id: id,
    status: state,
    created_at: withOffset(job.createdAt),
    updated_at: withOffset(job.updatedAt),
    total_records: totalRecords,
    processed_records: processedRecords,
    progress: progressOf(job),
    download_url: file === undefined ? null : `${statusUrl(context, kind, id)}/download`,
    file_size: file?.sizeBytes ?? null,
    data_version: file !== undefined && DATA_VERSION.test(file.version) ? file.version : null,
    ...(job.kind === "geocode" && job.request.plan !== undefined
      ? { columns: columnsOption(job.request.plan) }
      : {}),
    ...(job.error === undefined ? {} : { error: job.error }),
  };
}

/** Returns the progress in percent; 100 only once the file exists or has existed. */
function progressOf({ state, totalRecords, processedRecords }: Job): number {
  if (state === "completed" || state === "expired") {
    return 100;
  }
  return totalRecords === 0 ? 0 : Math.min(99, Math.floor((100 * processedRecords) / totalRecords));
}

function withOffset(timeMs: number): string {
  return new Date(timeMs).toISOString().replace("Z", "+00:00");
}
