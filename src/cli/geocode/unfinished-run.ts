/**
 * Unfinished run, in its folder next to the output: its journal, the output so far, temporary files of the writer. The
 * folder disappears when the output has its name.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDraft, type DraftFile, syncPath } from "../../base/draft-file.ts";
import { AppError } from "../../base/errors.ts";
import type { GeocodePlan } from "../../batch/plan.ts";
import { Journal, type JournalOwner } from "../../batch/run/journal.ts";
import { UnfinishedFolder, unfinishedFolderOf } from "../unfinished-folder.ts";

const JOURNAL = "journal.ndjson";
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
  /** True when an earlier run has left its journal. */
  readonly wasFound: boolean;
  readonly #folder: UnfinishedFolder;

  private constructor(out: string, folder: UnfinishedFolder) {
    this.out = out;
    this.#folder = folder;
    this.wasFound = existsSync(this.#path(JOURNAL)) || existsSync(this.#path(JOURNAL_OF_PUBLISHED));
  }

  /**
   * Creates or takes over the folder. Throws AppError when it is in use, or contains an unfinished run without
   * `--resume` or `--replace`.
   */
  static start(out: string, { resume, replace }: StartOptions): UnfinishedRun {
    const run = new UnfinishedRun(out, UnfinishedFolder.open(out));
    if (run.wasFound && !resume && !replace) {
      run.#folder.close();
      throw new AppError(
        "usage",
        `${run.folder} holds a run that did not finish: --resume continues it, --replace starts again.`,
      );
    }
    if (run.wasFound && !resume) {
      rmSync(run.#path(JOURNAL), { force: true });
      rmSync(run.#path(JOURNAL_OF_PUBLISHED), { force: true });
    }
    return run;
  }

  get folder(): string {
    return this.#folder.path;
  }

  /** True when the run was ended after its output had got its name: only the summary was not shown. */
  get isPublished(): boolean {
    return isPublished(this.out);
  }

  /** Opens the journal, of the unfinished run if there is one. Throws `usage` when it has another owner. */
  async openJournal(owner: JournalOwner): Promise<Journal> {
    if (existsSync(this.#path(JOURNAL_OF_PUBLISHED)) && !this.isPublished) {
      renameSync(this.#path(JOURNAL_OF_PUBLISHED), this.#path(JOURNAL));
    }
    return await Journal.open(this.#path(this.isPublished ? JOURNAL_OF_PUBLISHED : JOURNAL), owner);
  }

  /** Creates the draft of the output, without what an ended run has left of its own. */
  async createDraft(): Promise<DraftFile> {
    this.#folder.removeAllBut(JOURNAL);
    return await createDraft(this.#path(DRAFT));
  }

  /** Makes a folder for temporary files of a writer; `createDraft` removes those that an ended run has left. */
  makeScratchFolder(): string {
    return this.#folder.makeScratchFolder();
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
      // The journal goes last but one and the lock last: if killed earlier, the run continues from the journal, and
      // then `removeRemains` ends it.
      this.#folder.removeAllBut(JOURNAL_OF_PUBLISHED);
      this.#folder.removeAllBut();
      this.#folder.remove();
    }
    this.#folder.close();
  }

  #path(name: string): string {
    return this.#folder.pathOf(name);
  }
}

/** Name in the journal of the plan of its run, which a resumed run keeps. */
export const PLAN = "the columns used";

/** Returns the plan of the run that did not finish; `undefined` where there is none. */
export async function planOfUnfinishedRun(out: string): Promise<GeocodePlan | undefined> {
  const paths = [JOURNAL, JOURNAL_OF_PUBLISHED].map((name) => join(unfinishedFolderOf(out), name));
  const path = paths.find((each) => existsSync(each));
  const plan = path === undefined ? undefined : (await Journal.readOwner(path))?.[PLAN];
  return plan === undefined ? undefined : (JSON.parse(plan) as GeocodePlan);
}

/** Returns true when an unfinished run has written this output, and was ended before it removed its folder. */
export function isPublished(out: string): boolean {
  const folder = unfinishedFolderOf(out);
  return (
    existsSync(join(folder, JOURNAL_OF_PUBLISHED)) && !existsSync(join(folder, DRAFT)) && existsSync(out)
  );
}
