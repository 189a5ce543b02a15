import { availableParallelism } from "node:os";
import { AppError } from "../../base/errors.ts";
import { LANGUAGES } from "../../pages/kit/server/preferences.ts";
import { HEADER_CHOICES } from "../../tables/read/open-table.ts";
import { defineCommand } from "../command.ts";
import { geocodeFile } from "../geocode/geocode-file.ts";
import { defaultOutput } from "../geocode/geocode-request.ts";
import { openServedRegistry } from "../served-registry.ts";

const MAX_THREADS = 999;

export const geocode = defineCommand({
  name: "geocode",
  summary:
    "Find the address of each row of a CSV or xlsx file, and write the rows with the columns that describe it as " +
    "CSV, xlsx, GeoJSON, GeoPackage or Parquet.",
  positionals: { placeholder: "FILE", completes: "files", min: 1, max: 1 },
  flags: {
    out: {
      type: "text",
      placeholder: "FILE",
      completes: "files",
      description:
        "File to write; its extension decides the format: .csv, .xlsx, .geojson, .gpkg, .parquet. - writes CSV " +
        "to standard output. Default: beside the input, such as addresses-geocoded.csv.",
    },
    columns: {
      type: "text",
      placeholder: "ROLE=COLUMN,…",
      description:
        "Which column is which: postcode=PC,number=Nr; without a header by letter. Default: the columns with " +
        "which most rows of a sample are found in the registry.",
    },
    "strict-columns": {
      type: "boolean",
      description:
        "Stop when it is not certain what the columns contain, instead of refusing the rows concerned.",
    },
    force: {
      type: "boolean",
      description: "Go on though most rows of a sample have no address.",
    },
    add: {
      type: "text",
      placeholder: "NAME,…",
      description: "Columns to add, by name or group: match,address,location; all for all of them.",
    },
    dedupe: {
      type: "boolean",
      description:
        "Add result_group: the same number for rows with the same address, even if written differently.",
    },
    former: {
      type: "boolean",
      description:
        "Also find addresses that no longer exist, marked as former, and add what became of them. Without it " +
        "such rows have no address. Refused for a registry without history.",
    },
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
      description: "Sheet of a spreadsheet. Default: the visible one with most rows of addresses.",
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
      description: "Language of the report. Default nl.",
    },
    resume: {
      type: "boolean",
      description: "Go on with a run that did not finish, if there is one.",
    },
    replace: {
      type: "boolean",
      description: "Replace the files to write if they exist, and start an unfinished run again.",
    },
    threads: {
      type: "integer",
      placeholder: "N",
      description: "Number of threads that geocode. Default: one per processor core.",
    },
  },
  settings: ["data"],
  async run({ positionals, flags, settings }) {
    const { threads = availableParallelism(), limit } = flags;
    assertAtLeastOne("threads", threads);
    assertAtLeastOne("limit", limit ?? 1);
    if (threads > MAX_THREADS) {
      throw new AppError("usage", `--threads must be 1 to ${MAX_THREADS}, not ${threads}.`);
    }
    const input = positionals[0]!;
    const { registry, snapshot } = openServedRegistry(settings.data);
    try {
      const out = flags.out ?? defaultOutput(input);
      await geocodeFile(snapshot, { ...flags, strict: flags["strict-columns"], threads, input, out });
    } finally {
      registry.close();
    }
  },
});

function assertAtLeastOne(flag: string, value: number): void {
  if (value < 1) {
    throw new AppError("usage", `--${flag} must be at least 1, not ${value}.`);
  }
}
