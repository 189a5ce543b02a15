/** Failures of commands, which the data folder keeps until these succeed: for metrics and doctor. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { AppError, messageOf } from "./errors.ts";
import { writeNote } from "./folder-note.ts";
import { redactSecrets } from "./redact.ts";

const FILE = /^\.failed-([a-z]+)\.json$/;
/** Longest reason that is kept. */
const MAX_REASON = 1_000;

const Failure = z.object({
  /** Runs that have failed since the last that succeeded. */
  failures: z.int().min(1),
  /** Time of the last one; ISO 8601, UTC. */
  failedAt: z.iso.datetime(),
  /** Code of its error, `internal` for one without. */
  code: z.string().regex(/^[a-z_]{1,40}$/),
  reason: z.string().max(MAX_REASON),
});

/** Command whose last run has failed. */
export interface FailedRun extends z.output<typeof Failure> {
  /** As typed. */
  readonly command: string;
}

/**
 * Runs a command, and keeps its failure in the data folder until it succeeds. That it was mistyped or stopped is none.
 */
export async function watchRun(
  dataDir: string,
  command: string,
  run: () => void | Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    const code = error instanceof AppError ? error.code : "internal";
    const wasStopped = error instanceof AppError && "signal" in error;
    if (code !== "usage" && !wasStopped && existsSync(dataDir)) {
      const failures = (readFailure(dataDir, command)?.failures ?? 0) + 1;
      const failedAt = new Date().toISOString();
      const reason = redactSecrets(messageOf(error)).slice(0, MAX_REASON);
      writeNote(pathOf(dataDir, command), `${JSON.stringify({ failures, failedAt, code, reason })}\n`);
    }
    throw error;
  }
  rmSync(pathOf(dataDir, command), { force: true });
}

function pathOf(dataDir: string, command: string): string {
  return join(dataDir, `.failed-${command}.json`);
}

/** Lists the commands whose last run on the folder has failed. */
export function listFailedRuns(dataDir: string): FailedRun[] {
  let names: string[];
  try {
    names = readdirSync(dataDir);
  } catch {
    return [];
  }
  return names.sort().flatMap((name) => {
    const [, command] = FILE.exec(name) ?? [];
    const failure = command === undefined ? undefined : readFailure(dataDir, command);
    return failure === undefined ? [] : [{ command: command!, ...failure }];
  });
}

function readFailure(dataDir: string, command: string): z.output<typeof Failure> | undefined {
  try {
    return Failure.parse(JSON.parse(readFileSync(pathOf(dataDir, command), "utf8")));
  } catch {
    return undefined;
  }
}
