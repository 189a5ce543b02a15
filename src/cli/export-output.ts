/** Writes the output of a command to a file or to standard output. */
import { existsSync, mkdtempSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DiskShortage } from "../base/disk-space.ts";
import { createDraft, syncPath } from "../base/draft-file.ts";
import { AppError, codeOf } from "../base/errors.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../exports/formats.ts";
import type { ExportOutput } from "../exports/write-export.ts";
import { outputFault } from "./assert-writable.ts";
import { stopOnSignals } from "./stop-signals.ts";
import { UnfinishedFolder } from "./unfinished-folder.ts";

/** Writes to an output; returns the number of rows. */
type Write = (output: ExportOutput) => Promise<number>;

/** Extensions of spreadsheets that are not written. */
const OTHER_SPREADSHEET = /\.(?:xls|ods)$/i;

/**
 * Returns the format of a file by its extension, csv for any other and for standard output. Throws `usage` for a
 * spreadsheet other than xlsx.
 */
export function formatOf(path: string | undefined): ExportFormat {
  if (path !== undefined && OTHER_SPREADSHEET.test(path)) {
    const known = EXPORT_FORMATS.map((name) => `.${name}`).join(", ");
    throw new AppError(
      "usage",
      `${path}: of spreadsheets only .xlsx is written; the name may end in ${known}.`,
    );
  }
  return EXPORT_FORMATS.find((format) => path?.toLowerCase().endsWith(`.${format}`)) ?? "csv";
}

export interface OutputFile {
  /** Undefined: standard output. */
  readonly path: string | undefined;
  /** True: replaces a file that is there when the output is complete. */
  readonly mayReplace: boolean;
}

/** Calls `write` with a file, which gets its name when it is complete, or with standard output. */
export function writeOutput({ path, mayReplace }: OutputFile, write: Write): Promise<number> {
  return path === undefined ? writeToStdout(write) : writeToFile(path, mayReplace, write);
}

/** Names of the files of an export in its folder; the run of another command has others. */
const OUTPUT = "output";
const OWN_NAME = /^(output|output\.tmp|scratch-.*)$/;

async function writeToFile(path: string, mayReplace: boolean, write: Write): Promise<number> {
  const folder = openFolder(path);
  // Otherwise the draft and the temporary files would stay until the next export to this file.
  using stop = stopOnSignals();
  try {
    const draft = await createDraft(folder.pathOf(OUTPUT));
    try {
      const records = await write({
        write: draft.write,
        signal: stop.signal,
        makeScratchFolder: () => folder.makeScratchFolder(),
      });
      await draft.publish();
      if (!mayReplace && existsSync(path)) {
        throw new AppError("usage", `${path} has appeared meanwhile; --replace replaces it.`);
      }
      renameSync(folder.pathOf(OUTPUT), path);
      syncPath(dirname(path));
      return records;
    } finally {
      await draft.close();
    }
  } catch (error) {
    throw error instanceof DiskShortage ? new DiskShortage(path) : error;
  } finally {
    folder.removeAllBut();
    folder.remove();
    folder.close();
  }
}

/** Opens the folder of an output, without what a killed export has left. Throws AppError when it cannot be used. */
function openFolder(path: string): UnfinishedFolder {
  let folder: UnfinishedFolder;
  try {
    folder = UnfinishedFolder.open(path);
  } catch (error) {
    throw error instanceof AppError ? error : outputFault(path, error);
  }
  const foreign = folder.list().find((name) => !OWN_NAME.test(name));
  if (foreign !== undefined) {
    folder.close();
    throw new AppError(
      "usage",
      `${folder.path} holds ${foreign}, which is not from an export. To continue a run of baken geocode use ` +
        "--resume; otherwise rename the file.",
    );
  }
  folder.removeAllBut();
  return folder;
}

/** Writes to standard output; a reader that stops reading (`| head`) ends the writing without an error. */
async function writeToStdout(write: Write): Promise<number> {
  const outputClosed = new AbortController();
  let records = 0;
  process.stdout.on("error", (error) => outputClosed.abort(error));
  try {
    return await write({
      write: (bytes) => new Promise((resolve) => process.stdout.write(bytes, () => resolve(undefined))),
      onProgress(written) {
        records = written;
      },
      signal: outputClosed.signal,
      makeScratchFolder: () => mkdtempSync(join(tmpdir(), "baken-export-")),
    });
  } catch (error) {
    if (codeOf(error) === "EPIPE") {
      return records;
    }
    throw error;
  }
}
