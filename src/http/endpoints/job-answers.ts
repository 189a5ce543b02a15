/** Answers about jobs, of exports and of geocoding: status and file. */
import { type Awaitable, whenReady } from "../../base/awaitable.ts";
import { AppError } from "../../base/errors.ts";
import { downloadNameOf } from "../../exports/download-name.ts";
import { contentTypeOf } from "../../exports/formats.ts";
import type { Job, JobKind } from "../../exports/job.ts";
import type { Admission } from "../admission.ts";
import type { Context } from "../context.ts";
import type { FileResult, TextResult } from "../endpoint.ts";
import { uuid } from "../parameters/kinds.ts";

/** Valid UUID that is no job's id. */
export const EXAMPLE_JOB_ID = "0b3e5a52-7c1f-4d0e-9a53-2f6c1d8e4b70";

export const JOB_PARAMETERS = {
  jobId: uuid({ description: "Id of the job, as returned when it was requested.", example: EXAMPLE_JOB_ID }),
};

/** Returns the id of the request's key; throws 401 without one. */
export function keyIdOf({ key }: Admission): number {
  if (key === undefined) {
    throw new AppError("unauthenticated", "Unauthenticated.");
  }
  return key.id;
}

const NAMES: Readonly<Record<JobKind, string>> = { export: "export", geocode: "geocoding job" };

/** Returns the job of the request's key; throws 404 for an unknown job, another kind and the job of another key. */
export function findJob(
  { services }: Context,
  { kind, jobId }: { readonly kind: JobKind; readonly jobId: string },
  { key }: Admission,
): Awaitable<Job> {
  const found = key && services.exports.find(jobId, key.id);
  return whenReady(found, (job) => {
    if (job?.kind !== kind) {
      throw new AppError("not_found", `No ${NAMES[kind]} found with id ${jobId}.`);
    }
    return job;
  });
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
export function fileResult({ services }: Context, job: Job): Awaitable<FileResult> {
  const { id, kind, state, file } = job;
  const expiredError = () =>
    new AppError("export_expired", `The file of this ${NAMES[kind]} has expired and was removed.`);
  if (state === "expired") {
    throw expiredError();
  }
  if (file === undefined) {
    throw new AppError("export_not_ready", `This ${NAMES[kind]} has no file: it is ${state}.`);
  }
  return whenReady(services.exports.findFile(file.name), (found) => {
    if (found === undefined) {
      throw expiredError();
    }
    return {
      ...found,
      contentType: contentTypeOf(job.request.format),
      downloadName: downloadNameOf(job, file),
      etag: id,
    };
  });
}
