import { z } from "zod";
import { columnsOption } from "../../batch/plan.ts";
import type { Job, JobKind } from "../../exports/job.ts";
import { DATA_VERSION } from "../../registry/file/data-versions.ts";
import type { Context } from "../context.ts";
import { BASE_PATH } from "../interface-version.ts";
import { count, dataVersion } from "../schemas/records.ts";

export const QueuedExport = z
  .strictObject({
    job_id: z.uuid(),
    status: z.literal("pending"),
    message: z.string().meta({ description: "Contains the URL of the job's status." }),
  })
  .meta({ id: "QueuedExport" });

export const ExportJobRecord = z
  .strictObject({
    job_id: z.uuid(),
    status: z.enum(["pending", "processing", "completed", "failed", "expired"]),
    created_at: z.iso.datetime({ offset: true }),
    updated_at: z.iso.datetime({ offset: true }),
    total_records: count.meta({
      description: "How many addresses, or rows of the user's file, the file will hold.",
    }),
    processed_records: count,
    progress: z.int().min(0).max(100).meta({ description: "Percent; 100 when complete." }),
    download_url: z.string().nullable().meta({ description: "Null unless there is a file." }),
    file_size: count.nullable().meta({ description: "Bytes; null unless there is a file." }),
    data_version: dataVersion.nullable(),
    columns: z
      .string()
      .optional()
      .meta({ description: "Columns used, only of a geocoding job: `postcode=PC,number=Huisnr`." }),
    error: z.string().optional().meta({ description: "Only of a failed job." }),
  })
  .meta({ id: "ExportJob" });

const PATHS: Readonly<Record<JobKind, string>> = { export: "/export", geocode: "/geocode/jobs" };

/** Returns the URL of a job's status. */
export function statusUrl({ publicUrl }: Context, kind: JobKind, id: string): string {
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
