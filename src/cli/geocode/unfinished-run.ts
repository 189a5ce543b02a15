/**
 * Folder beside the output that holds all of a run that has not finished: its journal, the output so far, temporary
 * files of the writer. It disappears when the output has its name.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDraft, type DraftFile } from "../../base/draft-file.ts";
import { AppError } from "../../base/errors.ts";
import { FileLock } from "../../base/file-lock.ts";
import { syncPath } from "../../base/sync-path.ts";
import { Journal, type JournalOwner } from "../../batch/run/journal.ts";

const JOURNAL = "journal.ndjson";
const LOCK = "lock";
/** Name of the journal once the output has its name, or is about to get it. */
const JOURNAL_OF_PUBLISHED = "journal-of-published.ndjson";
const DRAFT = "output";

export interface StartOptions {
  /** Goes on with an unfinished run, if there is one. */
  readonly resume: boolean;
  /** Discards an unfinished run, if there is one. */
  readonly replace: boolean;
}

export class UnfinishedRun {
  readonly out: string;
  readonly folder: string;
  /** True when an earlier run has left its journal. */
  readonly wasFound: boolean;
  readonly #lock: FileLock;

  private constructor(out: string, folder: string, lock: FileLock) {
    this.out = out;
    this.folder = folder;
    this.#lock = lock;
    this.wasFound = existsSync(this.#path(JOURNAL)) || existsSync(this.#path(JOURNAL_OF_PUBLISHED));
  }

  /** Creates or takes over the folder. Throws AppError when it is in use, or holds a run of which nothing was said. */
  static start(out: string, { resume, replace }: StartOptions): UnfinishedRun {
    const folder = folderOf(out);
    makeFolder(folder);
    const lock = FileLock.acquire(join(folder, LOCK), { create: true });
    if (lock === undefined) {
      throw new AppError("unavailable", `Another command is writing ${out}: it uses ${folder}.`);
    }
    const run = new UnfinishedRun(out, folder, lock);
    if (run.wasFound && !resume && !replace) {
      run.#lock.close();
      throw new AppError(
        "usage",
        `${folder} holds a run that did not finish: --resume goes on with it, --replace begins anew.`,
      );
    }
    if (run.wasFound && !resume) {
      rmSync(run.#path(JOURNAL), { force: true });
      rmSync(run.#path(JOURNAL_OF_PUBLISHED), { force: true });
    }
    return run;
  }

  /** True when the run was ended after its output had got its name: only the summary was not shown. */
  get isPublished(): boolean {
    return isPublished(this.out);
  }

  /** Opens the journal, that of the unfinished run if there is one. Throws `usage` when it has another owner. */
  async openJournal(owner: JournalOwner): Promise<Journal> {
    if (existsSync(this.#path(JOURNAL_OF_PUBLISHED)) && !this.isPublished) {
      renameSync(this.#path(JOURNAL_OF_PUBLISHED), this.#path(JOURNAL));
    }
    const path = this.#path(this.isPublished ? JOURNAL_OF_PUBLISHED : JOURNAL);
    return existsSync(path) ? await Journal.resume(path, owner) : await Journal.create(path, owner);
  }

  /** Creates the draft of the output, without what an ended run has left of its own. */
  async createDraft(): Promise<DraftFile> {
    this.#removeAllBut(LOCK, JOURNAL);
    return await createDraft(this.#path(DRAFT));
  }

  /** Makes a folder for temporary files of a writer; `createDraft` removes those that an ended run has left. */
  makeScratchFolder(): string {
    return mkdtempSync(this.#path("scratch-"));
  }

  /** Gives the published draft the name of the output. Throws `usage` when a file has appeared there meanwhile. */
  publish({ replace }: Pick<StartOptions, "replace">): void {
    if (!replace && existsSync(this.out)) {
      throw new AppError("usage", `${this.out} has appeared meanwhile; --replace replaces it.`);
    }
    renameSync(this.#path(JOURNAL), this.#path(JOURNAL_OF_PUBLISHED));
    renameSync(this.#path(DRAFT), this.out);
    syncPath(dirname(this.out));
  }

  /** Ends the use of the folder; without a journal, it is removed. */
  close({ isKept }: { readonly isKept: boolean }): void {
    if (!isKept) {
      // While the lock is held, so that it is not the folder of a command that has just started. The journal goes last
      // but one and the lock last: killed before, the run goes on from the journal, and then `removeRemains` ends it.
      this.#removeAllBut(LOCK, JOURNAL_OF_PUBLISHED);
      this.#removeAllBut(LOCK);
      rmSync(this.folder, { recursive: true, force: true });
    }
    this.#lock.close();
  }

  #removeAllBut(...kept: readonly string[]): void {
    for (const name of readdirSync(this.folder)) {
      if (!kept.includes(name)) {
        rmSync(this.#path(name), { recursive: true, force: true });
      }
    }
  }

  #path(name: string): string {
    return join(this.folder, name);
  }
}

/** Removes the folder of a run that was killed while it removed it: only its lock is left, a file without content. */
export function removeRemains(out: string): void {
  const folder = folderOf(out);
  const lockFile = join(folder, LOCK);
  if (!existsSync(out) || !existsSync(lockFile)) {
    return;
  }
  if (readdirSync(folder).length > 1 || statSync(lockFile).size > 0) {
    return;
  }
  using lock = FileLock.acquire(lockFile);
  if (lock !== undefined) {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns true when an unfinished run has written this output, and was ended before it removed its folder. */
export function isPublished(out: string): boolean {
  const folder = folderOf(out);
  return (
    existsSync(join(folder, JOURNAL_OF_PUBLISHED)) && !existsSync(join(folder, DRAFT)) && existsSync(out)
  );
}

function folderOf(out: string): string {
  return `${out}.unfinished`;
}

/** Throws `usage` when there is something else under the name of the folder, which is not to be lost. */
function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    mkdirSync(folder);
    return;
  }
  const names = found.isDirectory() ? readdirSync(folder) : undefined;
  if (names === undefined || (names.length > 0 && !names.includes(LOCK))) {
    throw new AppError("usage", `${folder} is needed for the run and holds something else: rename it.`);
  }
}
