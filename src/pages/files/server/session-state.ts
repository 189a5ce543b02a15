/** State of a session as the page reads it. */
import { letterOf } from "../../../batch/columns/choice.ts";
import type { SurveyedFile } from "../../../exports/geocode/survey-thread.ts";
import { isWorkerDead, type Job } from "../../../exports/job.ts";
import { TOO_LITTLE_SPACE } from "../../../exports/job-space.ts";
import { countDecisions } from "../../../exports/sessions/decisions.ts";
import { countSoFar } from "../../../exports/sessions/journal-tail.ts";
import { readFinishedRun } from "../../../exports/sessions/review-rows.ts";
import {
  type FoundSession,
  KEPT_MS,
  type SessionFolder,
  type SessionRecord,
} from "../../../exports/sessions/session-folder.ts";
import type { Context } from "../../../http/context.ts";
import type { SentRefusal } from "./session-request.ts";

export type Phase = "reading" | "preview" | "geocoding" | "review" | "failed";

/** Returns how far a session is; `job` is the one that geocodes its file. */
export function phaseOf({ file }: SessionRecord, job: Job | undefined): Phase {
  if (file === undefined) {
    return "reading";
  }
  return job === undefined ? "preview" : phaseOfRun(job);
}

function phaseOfRun(job: Job): Exclude<Phase, "reading" | "preview"> {
  if (job.state === "failed") {
    return "failed";
  }
  return job.state === "completed" || job.state === "expired" ? "review" : "geocoding";
}

/** Returns true for a file that was coming in when its process ended: no other process continues it. */
export function isAbandoned({ file, receiver }: SessionRecord): boolean {
  return file === undefined && isWorkerDead(receiver);
}

/** Returns the state of a session for the page. */
export async function stateOf(context: Context, found: FoundSession) {
  const { session, record } = found;
  const { file } = record;
  const job = await context.services.exports.sessions.jobOf(found);
  const expires_at = new Date(session.lookedAtMs() + KEPT_MS).toISOString();
  if (file === undefined) {
    return { phase: "reading" as const, expires_at };
  }
  const quota = { cost: file.rows, remaining: await quotaLeft(context, record.keyId) };
  const read = { expires_at, ...describeFile(file), quota };
  if (job === undefined) {
    return { phase: "preview" as const, ...read, error: null };
  }
  const phase = phaseOfRun(job);
  const error = job.error === undefined ? null : { code: failureOf(job.error) };
  return { phase, ...read, ...(await describeRun(session, job, phase)), error };
}
export type FilesState = Awaited<ReturnType<typeof stateOf>>;

function failureOf(error: string): SentRefusal {
  return error === TOO_LITTLE_SPACE ? "disk_full" : "unexpected";
}

function describeFile(file: SurveyedFile) {
  const { rows, traits, headRows, hasHeader, columns, samples, firstRows, exact, plan, ids = [] } = file;
  const { uses = [], unused = [], other, kind, since = null } = plan ?? {};
  return {
    file: { rows, traits },
    head_rows: headRows,
    has_header: hasHeader,
    columns: columns.map((name, index) => {
      const role = uses.find((use) => use.index === index)?.role ?? null;
      const why = unused.find((each) => each.index === index)?.why ?? ("not_recognised" as const);
      return {
        ...{ index, letter: letterOf(index), name, role },
        unused: role === null ? why : null,
        sample: samples[index] ?? [],
      };
    }),
    first_rows: firstRows,
    exact_share: exact ?? null,
    other: other === undefined ? null : { uses: other.uses, exact_share: other.exact },
    ids,
    recheck: kind === "recheck" ? { since } : null,
  };
}
/** File that was read whole, with its columns as understood. */
export type ReadFile = ReturnType<typeof describeFile>;

/** Returns the requests that the key of a session has left this month; null without a key or quota. */
async function quotaLeft({ services }: Context, keyId: number): Promise<number | null> {
  const key = keyId === 0 ? undefined : services.keys.find(keyId);
  const left = key && (await services.counters.peekKey(key)).month.remaining;
  return left === undefined || left === Number.POSITIVE_INFINITY ? null : left;
}

async function describeRun(session: SessionFolder, job: Job, phase: Phase) {
  const finished = phase === "review" ? readFinishedRun(session) : undefined;
  const counts = finished?.counts ?? (await countSoFar(session));
  const decided = await countDecisions(session);
  const done = phase === "review" ? job.totalRecords : job.processedRecords;
  return {
    progress: { done, rows: job.totalRecords, seconds_left: secondsLeft(job, done) },
    by_match: counts.byMatch,
    by_reason: counts.byReason,
    settled: finished?.settled ?? {},
    ...decided,
  };
}

function secondsLeft({ totalRecords, createdAt }: Job, done: number): number | null {
  const elapsedMs = Date.now() - createdAt;
  return done === 0 ? null : Math.ceil(((elapsedMs / done) * (totalRecords - done)) / 1_000);
}
