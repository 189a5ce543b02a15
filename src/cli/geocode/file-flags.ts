/** Flags of the commands that read a file of a user and write it with more columns. */
import { availableParallelism } from "node:os";
import { AppError } from "../../base/errors.ts";
import { LANGUAGES } from "../../base/language.ts";
import { HEADER_CHOICES } from "../../tables/read/open-table.ts";

export const FILE = { placeholder: "FILE", completes: "files", min: 1, max: 1 } as const;

/** Returns the flag of the file to write. */
export const outFlag = (example: string) =>
  ({
    type: "text",
    placeholder: "FILE",
    completes: "files",
    description:
      "File to write; its extension decides the format: .csv, .xlsx, .geojson, .gpkg, .parquet. - writes CSV " +
      `to standard output. Default: beside the input, such as ${example}.`,
  }) as const;

/** How the file is read, and how the command runs. */
export const FILE_FLAGS = {
  encoding: {
    type: "text",
    placeholder: "NAME",
    description:
      "Encoding of a text file, such as utf-8 or windows-1252. Default: detected from the content.",
  },
  delimiter: {
    type: "text",
    placeholder: "C",
    description:
      "Separator of a text file: a character, tab, or none when each line is one cell. Default: detected from " +
      "the content.",
  },
  header: {
    type: "text",
    placeholder: "HOW",
    choices: HEADER_CHOICES,
    description: "Whether the first row has the names of the columns. Default auto.",
  },
  sheet: {
    type: "text",
    placeholder: "NAME",
    description: "Sheet of a spreadsheet. Default: the visible one with most rows of addresses or ids.",
  },
  limit: {
    type: "integer",
    placeholder: "N",
    description: "Read only the first N rows, to try a file.",
  },
  report: {
    type: "text",
    placeholder: "FILE.html",
    completes: "files",
    description: "Write the counts with charts and a map of the addresses as one HTML page, too.",
  },
  lang: {
    type: "text",
    placeholder: "LANG",
    choices: LANGUAGES,
    description: "Language of sentences in the added columns, and of the report. Default en.",
  },
  resume: {
    type: "boolean",
    description: "Continue an unfinished run, if there is one.",
  },
  replace: {
    type: "boolean",
    description: "Replace the files to write if they exist, and start an unfinished run again.",
  },
  threads: {
    type: "integer",
    placeholder: "N",
    description: "Number of threads. Default: one per processor core.",
  },
} as const;

const MAX_THREADS = 999;

/** Returns the number of threads. Throws AppError `usage` for counts that make no sense. */
export function checkCounts({ threads = availableParallelism(), limit = 1 }: Counts): number {
  assertAtLeastOne("threads", threads);
  assertAtLeastOne("limit", limit);
  if (threads > MAX_THREADS) {
    throw new AppError("usage", `--threads must be 1 to ${MAX_THREADS}, not ${threads}.`);
  }
  return threads;
}

interface Counts {
  readonly threads?: number | undefined;
  readonly limit?: number | undefined;
}

function assertAtLeastOne(flag: string, value: number): void {
  if (value < 1) {
    throw new AppError("usage", `--${flag} must be at least 1, not ${value}.`);
  }
}
