/** Operations on the sessions of the page for files: receive a file, geocode it as a job, end the session. */
import type { Awaitable } from "../../base/awaitable.ts";
import { assertSpace, DiskShortage } from "../../base/disk-space.ts";
import { AppError, codeOf } from "../../base/errors.ts";
import { SPACE_PER_BYTE, writePieces } from "../geocode/uploads.ts";
import { createWorkerName, type Job, type NewJob, type QueueLimits } from "../job.ts";
import { TOO_LITTLE_SPACE } from "../job-space.ts";
import {
  type FoundSession,
  SESSION_ENDED,
  type SessionFolder,
  type SessionFolders,
  type SessionRecord,
} from "./session-folder.ts";
import { assertRoom, filesFull, inputBytes, SESSION_LIMITS } from "./session-limits.ts";

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
  add(job: NewJob, limits: QueueLimits): Promise<Job>;
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

  /** Returns a session that has not expired; one that has is removed. Counts as a look at it. */
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
   * Begins a session with a file as it comes in. Throws `files_not_ready` when the session exists, `files_full` at the
   * limits, `unavailable` without space on the disk. Nothing stays when it throws.
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
      const assertWithinLimits = () => assertRoom(this.folders, network);
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

  /** Queues the geocoding of a file whose columns are known. Throws `files_full` at the limits of runs. */
  async start(found: FoundSession, limits: QueueLimits): Promise<FoundSession> {
    const { session, record } = found;
    await this.#assertFewRuns(record.network);
    const job = await this.#jobs.add(
      {
        kind: "geocode",
        keyId: record.keyId,
        request: { format: "csv", options: {}, session: session.id, inputBytes: inputBytes(session) },
        totalRecords: record.file!.rows,
      },
      record.keyId === 0 ? WITHOUT_KEY : limits,
    );
    try {
      return await this.write(found, { ...record, job: { id: job.id, startedAt: Date.now() } });
    } catch (error) {
      await this.#jobs.cancel(job.id);
      throw error;
    }
  }

  /** Returns the job of a session. */
  async jobOf({ job, keyId }: SessionRecord): Promise<Job | undefined> {
    return job && (await this.#jobs.find(job.id, keyId));
  }

  /** Ends a session: cancels its job, and removes its folder. */
  async remove(session: SessionFolder): Promise<void> {
    const job = session.read()?.job;
    session.remove();
    if (job !== undefined) {
      await this.#jobs.cancel(job.id);
    }
  }

  async #assertFewRuns(network: string): Promise<void> {
    const { perNetwork, overall } = SESSION_LIMITS;
    let [own, all] = [0, 0];
    for (const { record } of this.folders.listRecords()) {
      const state = (await this.jobOf(record))?.state;
      if (state === "pending" || state === "processing") {
        all++;
        own += record.network === network ? 1 : 0;
      }
    }
    if (own >= perNetwork.runs) {
      throw filesFull("From this address other files are being geocoded: wait until one is done.");
    }
    if (all >= overall.runs) {
      throw filesFull("This server geocodes too many files at once; try again later.");
    }
  }
}

/** Limits of the queue for jobs without a key, which the limits of sessions bound. */
const WITHOUT_KEY: QueueLimits = {
  perKey: SESSION_LIMITS.overall.runs,
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
