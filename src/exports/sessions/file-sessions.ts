/** Operations on the sessions of the page for files: receive a file, geocode it as a job, end the session. */
import type { Awaitable } from "../../base/awaitable.ts";
import { assertSpace, DiskShortage } from "../../base/disk-space.ts";
import { AppError, codeOf } from "../../base/errors.ts";
import { SPACE_PER_BYTE, writePieces } from "../geocode/uploads.ts";
import {
  createWorkerName,
  isWorkerDead,
  type Job,
  type NewJob,
  type QueueLimits,
  type TakeForJob,
} from "../job.ts";
import { TOO_LITTLE_SPACE } from "../job-space.ts";
import {
  type FoundSession,
  runIdOf,
  SESSION_ENDED,
  type SessionFolder,
  type SessionFolders,
  type SessionRecord,
} from "./session-folder.ts";
import { filesFull, IDLE_MS, inputBytes, refusalOf, SESSION_LIMITS } from "./session-limits.ts";

/** File that begins a session. */
interface SessionUpload {
  /** As sessionIdOf gives it. */
  readonly id: string;
  readonly network: string;
  readonly keyId: number;
  /** 0 where the size is not declared. */
  readonly declaredBytes: number;
  readonly options: SessionRecord["options"];
}

/** Jobs as the sessions use them. */
export interface SessionJobs {
  add(job: NewJob, limits: QueueLimits, take?: TakeForJob): Promise<Job>;
  find(id: string, keyId: number): Awaitable<Job | undefined>;
  cancel(id: string): Promise<unknown>;
}

export class FileSessions {
  readonly folders: SessionFolders;
  readonly #jobs: SessionJobs;

  constructor(folders: SessionFolders, jobs: SessionJobs) {
    this.folders = folders;
    this.#jobs = jobs;
  }

  /** Returns a session, and counts as a look at it. Removes a session that has expired and returns undefined. */
  async find(id: string): Promise<FoundSession | undefined> {
    const session = this.folders.of(id);
    const record = session.read();
    if (record === undefined) {
      return undefined;
    }
    if (this.folders.isExpired(session)) {
      await this.remove(session);
      return undefined;
    }
    session.look();
    return { session, record };
  }

  /**
   * Begins a session and stores its file as it comes in. Throws `files_not_ready` when the session exists, `files_full`
   * at the limits, `unavailable` without space on the disk. Leaves nothing behind when it throws.
   */
  async receive(pieces: AsyncIterable<Uint8Array>, upload: SessionUpload): Promise<FoundSession> {
    const { id, network, keyId, declaredBytes, options } = upload;
    const session = this.folders.of(id);
    if ((await this.find(id)) !== undefined || !session.create()) {
      throw new AppError(
        "files_not_ready",
        "This session has a file already; another file needs a new session.",
      );
    }
    try {
      const started = { network, keyId, options, createdAt: Date.now(), receiver: createWorkerName() };
      await session.write({ ...started, sizeBytes: declaredBytes });
      const assertWithinLimits = () => this.#makeRoom(network);
      const sizeBytes = await writePieces(session.inputPath, pieces, { declaredBytes, assertWithinLimits });
      assertSpace(session.inputPath, SPACE_PER_BYTE * sizeBytes);
      const record = { ...started, sizeBytes };
      await session.write(record);
      return { session, record };
    } catch (error) {
      session.remove();
      throw explain(error);
    }
  }

  /** Stores the state of a session. Throws `not_found` when it has ended meanwhile. */
  async write({ session }: FoundSession, record: SessionRecord): Promise<FoundSession> {
    try {
      await session.write(record);
      return { session, record };
    } catch (error) {
      throw explain(error);
    }
  }

  /**
   * Queues the geocoding of a file whose columns are known. In one transaction: counts the runs, charges for the rows
   * and adds the job. If the session had a run already, does not call `pay`, or calls its return value to refund.
   * Throws `files_full` at the limits of runs, and what `pay` throws.
   */
  async start(found: FoundSession, limits: QueueLimits, pay: () => () => void): Promise<Job> {
    const { session, record } = found;
    const rows = record.file!.rows;
    const file = { session: session.id, paidRows: rows, inputBytes: inputBytes(session) };
    return await this.#jobs.add(
      {
        id: runIdOf(found),
        kind: "geocode",
        keyId: record.keyId,
        request: { format: "csv", options: {}, ...file },
        totalRecords: rows,
      },
      record.keyId === 0 ? WITHOUT_KEY : limits,
      (unfinished) => {
        if (session.read() === undefined) {
          throw new AppError("not_found", SESSION_ENDED);
        }
        this.#assertFewRuns(record.network, unfinished);
        return pay();
      },
    );
  }

  /** Returns the job of a session. */
  async jobOf(found: FoundSession): Promise<Job | undefined> {
    return await this.#jobs.find(runIdOf(found), found.record.keyId);
  }

  /** Ends a session: cancels its job, and removes its folder. */
  async remove(session: SessionFolder): Promise<void> {
    const record = session.read();
    session.remove();
    if (record?.file !== undefined) {
      await this.#jobs.cancel(runIdOf({ session, record }));
    }
  }

  #assertFewRuns(network: string, unfinished: ReadonlySet<string>): void {
    const { perNetwork, overall } = SESSION_LIMITS;
    const running = this.folders.listRecords().filter((found) => unfinished.has(runIdOf(found)));
    if (running.filter(({ record }) => record.network === network).length >= perNetwork.runs) {
      throw filesFull("From this address other files are being geocoded: wait until one is done.");
    }
    if (running.length >= overall.runs) {
      throw filesFull("This server geocodes too many files at once; try again later.");
    }
  }

  /**
   * Throws `files_full` when this network, or the server, has too many sessions, including the new one. Before that,
   * ends sessions at which nobody has looked for a while, as many as needed.
   */
  async #makeRoom(network: string): Promise<void> {
    const all = this.folders.listRecords().filter(({ session }) => !this.folders.isExpired(session));
    const idle = await this.#listIdle(all, network);
    for (let kept = all; ; ) {
      const refusal = refusalOf(kept, network);
      if (refusal === undefined) {
        return;
      }
      const next = idle.find((found) => kept.includes(found) && refusal.isOf(found));
      if (next === undefined) {
        throw refusal.error;
      }
      await this.remove(next.session);
      kept = kept.filter((found) => found !== next);
    }
  }

  /**
   * Lists the sessions that may make room for a new one of this network: its own first, then those that never ran, then
   * those that were looked at least recently. A session whose file is coming in, or is being geocoded, is not idle.
   */
  async #listIdle(all: readonly FoundSession[], network: string): Promise<FoundSession[]> {
    const idle: { found: FoundSession; rank: readonly number[] }[] = [];
    for (const found of all) {
      const { session, record } = found;
      const lookedAtMs = session.lookedAtMs();
      if (
        lookedAtMs + IDLE_MS > Date.now() ||
        (record.file === undefined && !isWorkerDead(record.receiver))
      ) {
        continue;
      }
      const state = (await this.jobOf(found))?.state;
      if (state !== "pending" && state !== "processing") {
        const rank = [Number(record.network !== network), Number(state !== undefined), lookedAtMs];
        idle.push({ found, rank });
      }
    }
    const difference = (a: readonly number[], b: readonly number[]) =>
      a.map((value, i) => value - b[i]!).find((value) => value !== 0) ?? 0;
    return idle.sort((a, b) => difference(a.rank, b.rank)).map(({ found }) => found);
  }
}

/** Limits of the queue for jobs without a key, which the limits of sessions bound. */
const WITHOUT_KEY: QueueLimits = {
  perKey: Number.POSITIVE_INFINITY,
  overall: Number.POSITIVE_INFINITY,
  bytesPerKey: SESSION_LIMITS.overall.bytes,
};

/** Returns the error to answer: a full disk is `unavailable`; a folder that is gone was removed by its user. */
export function explain(error: unknown): unknown {
  if (error instanceof DiskShortage || codeOf(error) === "ENOSPC") {
    return new AppError("unavailable", TOO_LITTLE_SPACE);
  }
  return codeOf(error) === "ENOENT" ? new AppError("not_found", SESSION_ENDED) : error;
}
