/** Writes the output of a command to a file or to standard output. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDraft, DRAFT_SUFFIX } from "../base/draft-file.ts";
import { AppError, codeOf } from "../base/errors.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../exports/formats.ts";
import type { ExportOutput } from "../exports/write-export.ts";
import { draftFault } from "./draft-fault.ts";
import { stopOnSignals } from "./stop-signals.ts";

/** Writes to an output; returns the number of rows. */
type Write = (output: ExportOutput) => Promise<number>;

/** Extensions under which a program does not open CSV. */
const SPREADSHEET = /\.(?:xlsx?|ods)$/i;

/**
 * Returns the format of a file by its extension, csv for any other and for standard output. Throws `usage` for a
 * spreadsheet.
 */
export function formatOf(path: string | undefined): ExportFormat {
  if (path !== undefined && SPREADSHEET.test(path)) {
    const known = EXPORT_FORMATS.map((name) => `.${name}`).join(", ");
    throw new AppError("usage", `${path}: no spreadsheet is written here; the name may end in ${known}.`);
  }
  return EXPORT_FORMATS.find((format) => path?.toLowerCase().endsWith(`.${format}`)) ?? "csv";
}

/** Calls `write` with the file at `path`, which appears when it is complete, or else with standard output. */
export function writeOutput(path: string | undefined, write: Write): Promise<number> {
  return path === undefined ? writeToStdout(write) : writeToFile(path, write);
}

async function writeToFile(path: string, write: Write): Promise<number> {
  const draft = await createDraft(path).catch((cause: NodeJS.ErrnoException) => {
    throw draftFault(path, cause);
  });
  // Otherwise the draft and the temporary files would stay.
  using stop = stopOnSignals();
  try {
    const records = await write({
      write: draft.write,
      signal: stop.signal,
      makeScratchFolder: () => mkdtempSync(`${path}${DRAFT_SUFFIX}-`),
      encodingThread: true,
    });
    await draft.publish();
    return records;
  } finally {
    await draft.close();
  }
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
      encodingThread: true,
    });
  } catch (error) {
    if (codeOf(error) === "EPIPE") {
      return records;
    }
    throw error;
  }
}
