/** Limits of the sessions of the page for files, of one client network and of the server. */
import { statSync } from "node:fs";
import { AppError } from "../../base/errors.ts";
import type { FoundSession, SessionFolder } from "./session-folder.ts";

const MIB = 1024 ** 2;

export const SESSION_LIMITS = {
  fileBytes: 256 * MIB,
  rows: 1_000_000,
  /** Rows that a person decides, each change counted. */
  decisions: 100_000,
  perNetwork: { sessions: 5, bytes: 512 * MIB, runs: 2 },
  overall: { sessions: 50, bytes: 4_096 * MIB, runs: 20 },
} as const;

const RETRY_AFTER_S = 30;

/** Milliseconds without a look after which a session without a run may make room for another one. */
export const IDLE_MS = 600_000;

/** Refusal of a new session, and the sessions that caused it: ending one of them would help. */
interface SessionRefusal {
  readonly error: AppError;
  isOf(found: FoundSession): boolean;
}

/** Returns the refusal when the sessions of a network, or all sessions, exceed their limits. */
export function refusalOf(all: readonly FoundSession[], network: string): SessionRefusal | undefined {
  const isOwn = ({ record }: FoundSession) => record.network === network;
  const own = all.filter(isOwn);
  const bytes = (found: readonly FoundSession[]) =>
    found.reduce((sum, { session }) => sum + inputBytes(session), 0);
  const { perNetwork, overall } = SESSION_LIMITS;
  if (own.length > perNetwork.sessions || (own.length > 1 && bytes(own) > perNetwork.bytes)) {
    const text = "From this address too many files are being geocoded: finish or delete one first.";
    return { error: filesFull(text), isOf: isOwn };
  }
  if (all.length > overall.sessions || (all.length > 1 && bytes(all) > overall.bytes)) {
    return {
      error: filesFull("This server has too many files at once; try again later."),
      isOf: () => true,
    };
  }
  return undefined;
}

/** Returns the size of the user's file; while it is coming in, its declared size. */
export function inputBytes(session: SessionFolder): number {
  return statSync(session.inputPath, { throwIfNoEntry: false })?.size ?? 0;
}

export function filesFull(message: string): AppError {
  return new AppError("files_full", message, { headers: { "Retry-After": `${RETRY_AFTER_S}` } });
}
