/**
 * Notes that commands leave in the data folder for metrics and `doctor`: the failures of a command until it succeeds,
 * and other notes.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { DRAFT_SUFFIX } from "./draft-file.ts";
import { AppError, messageOf } from "./errors.ts";
import { giveToFolderOwner } from "./folder-owner.ts";
import { redactSecrets } from "./log.ts";

const FILE = /^\.failed-([a-z]+)\.json$/;
/**
 * Files that show that a folder is a data folder: each has at least one after its first command (docs/data-folder.md).
 */
const OF_DATA_FOLDER = /^(current|accounts\.db|import\.lock|registry-.*\.gpkg)$/;
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
 * Runs a command, and keeps its failure in the data folder until it succeeds. A mistyped or stopped command is not a
 * failure. Nothing is written into a folder without files of baken.
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
    if (code !== "usage" && !wasStopped && isDataFolder(dataDir)) {
      const failures = (readFailure(dataDir, command)?.failures ?? 0) + 1;
      const failedAt = new Date().toISOString();
      const reason = redactSecrets(messageOf(error)).slice(0, MAX_REASON);
      // If the folder takes no note, the command itself reports the fault.
      writeNote(pathOf(dataDir, command), `${JSON.stringify({ failures, failedAt, code, reason })}\n`);
    }
    throw error;
  }
  if (existsSync(pathOf(dataDir, command))) {
    rmSync(pathOf(dataDir, command), { force: true });
  }
}

function isDataFolder(dataDir: string): boolean {
  return namesIn(dataDir).some((name) => OF_DATA_FOLDER.test(name));
}

/** Lists the files of a folder; none for one that cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function pathOf(dataDir: string, command: string): string {
  return join(dataDir, `.failed-${command}.json`);
}

/** Lists the commands whose last run on the folder has failed. */
export function listFailedRuns(dataDir: string): FailedRun[] {
  return namesIn(dataDir)
    .sort()
    .flatMap((name) => {
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

/** Writes a note whole or not at all; returns why it could not be written, undefined when it was. */
export function writeNote(path: string, text: string): string | undefined {
  const draft = `${path}.${process.pid}${DRAFT_SUFFIX}`;
  try {
    const file = openSync(draft, "wx", 0o644);
    try {
      writeFileSync(file, text);
      giveToFolderOwner(file, dirname(path));
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
    return undefined;
  } catch (error) {
    try {
      rmSync(draft, { force: true });
    } catch {
      // A read-only disk has no draft to remove.
    }
    return messageOf(error);
  }
}
