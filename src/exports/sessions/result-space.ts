/** Results in the folder of a session: one for each format and state of the decisions, within a limit of the folder. */
import { type Dirent, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../base/errors.ts";
import type { SessionFolder } from "./session-folder.ts";
import { filesFull, inputBytes } from "./session-limits.ts";

const RESULT = "result-";
/** Part of the names of files that are being written. */
const MAKING = "making-";
/** Begin of the names of folders for temporary files of writers. */
export const SCRATCH = "scratch-";
/** Milliseconds for which a result of an earlier state of the decisions stays: links to it may still be followed. */
const RESULT_MS = 120_000;
/** Milliseconds without a change after which a file that is being written belongs to a process that was killed. */
const LEFT_OVER_MS = 600_000;

/** Maximum bytes of a session's folder: `perInputByte` for each byte of its input, plus `further`. */
export const FOLDER_LIMIT = { perInputByte: 5, further: 100_000_000 } as const;

/** Returns the name of a result. Results with the same name have the same content. */
export function resultName(revision: number, variant: string, extension: string): string {
  return `${RESULT}${revision}${variant === "" ? "" : `-${Bun.hash(variant).toString(36)}`}.${extension}`;
}

export function makingName(): string {
  return MAKING + crypto.randomUUID();
}

/** Removes results of earlier states of the decisions, and what killed processes have left. */
export function removeOldResults(session: SessionFolder, name: string): void {
  const revisionOf = (result: string) => /^result-(\d+)/.exec(result)?.[1];
  for (const { name: other, changedAtMs } of listFiles(session)) {
    const ageMs = Date.now() - changedAtMs;
    const isEarlier = other.startsWith(RESULT) && revisionOf(other) !== revisionOf(name);
    const isMaking = other.startsWith(MAKING) || other.startsWith(SCRATCH);
    if ((isEarlier && ageMs > RESULT_MS) || (isMaking && ageMs > LEFT_OVER_MS)) {
      rmSync(session.pathOf(other), { recursive: true, force: true });
    }
  }
}

/**
 * Keeps the folder within its limit while a result is written, by removing the oldest results. A result that alone
 * exceeds the limit is allowed unless another result is being written; then throws `files_full`.
 */
export function keepWithinLimit(session: SessionFolder, making: string): void {
  const { perInputByte, further } = FOLDER_LIMIT;
  const limit = perInputByte * inputBytes(session) + further;
  const files = listFiles(session);
  let total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const results = files.filter(({ name }) => name.startsWith(RESULT));
  for (const { name, sizeBytes } of results.sort((a, b) => a.changedAtMs - b.changedAtMs)) {
    if (total <= limit) {
      return;
    }
    rmSync(session.pathOf(name), { force: true });
    total -= sizeBytes;
  }
  const others = files.filter(({ name }) => name.startsWith(MAKING) && !name.startsWith(making));
  if (total > limit && others.length > 0) {
    throw filesFull("Another result of this file is being made; try again when it is there.");
  }
}

interface FileInFolder {
  readonly name: string;
  readonly sizeBytes: number;
  readonly changedAtMs: number;
}

/** Lists the files and folders of a session with their sizes; 0 for a file that was removed meanwhile. */
function listFiles({ path }: SessionFolder): FileInFolder[] {
  return entriesOf(path).map((entry) => {
    const own = join(path, entry.name);
    const { size = 0, mtimeMs = 0 } = statSync(own, { throwIfNoEntry: false }) ?? {};
    const sizeBytes = entry.isDirectory()
      ? entriesOf(own).reduce((sum, { name }) => sum + sizeOf(join(own, name)), 0)
      : size;
    return { name: entry.name, sizeBytes, changedAtMs: mtimeMs };
  });
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return [];
    }
    throw error;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
