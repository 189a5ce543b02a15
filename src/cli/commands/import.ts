import { AppError } from "../../base/errors.ts";
import { byCompanion } from "../../import/companions/companion-kinds.ts";
import { type DownloadedFiles, downloadSources } from "../../import/download/download-sources.ts";
import { assertFilesExist } from "../../import/extract/sources.ts";
import { assertMayReplace } from "../../import/may-replace.ts";
import { type ImportResult, runImport } from "../../import/run-import.ts";
import { SAMPLE } from "../../registry/file/test-data.ts";
import { OBJECT_TYPES, TYPE_CODES } from "../../registry/schema/object-types.ts";
import { defineCommand } from "../command.ts";
import { importSample } from "../import-sample.ts";
import { printNote } from "../output.ts";
import { createStderrProgress } from "../progress.ts";
import { printProblems, printPublished } from "../registry-lines.ts";
import { CHECK_COMPANION, selfCommand } from "../self-command.ts";

const NO_DOWNLOAD: Partial<DownloadedFiles> = {};
const COMPANION_FLAGS = byCompanion(
  ({ placeholder, description }) =>
    ({ type: "text", placeholder, completes: "files", multiple: true, description }) as const,
);

export const importExtract = defineCommand({
  name: "import",
  summary: "Convert the official BAG extract to a registry, and make it the current registry.",
  positionals: {
    placeholder: "<file-or-folder>… | --download | --sample",
    completes: "files",
    min: 0,
    max: 10_000,
  },
  flags: {
    download: {
      type: "boolean",
      description:
        "First download the newest official extract, names and borders; files in the data folder that are up to date are not downloaded again.",
    },
    sample: {
      type: "boolean",
      description: `Import the sample of real data that baken ships: ${SAMPLE}, without network.`,
    },
    ...COMPANION_FLAGS,
    strict: {
      type: "boolean",
      description:
        "Refuse every deviation from the official format, even a harmless one; to check files, not to import them.",
    },
    yes: {
      type: "boolean",
      description:
        "Import even if the new registry has less than half the addresses of the current one, or the current one cannot be read; accept files whose numbering has gaps.",
    },
  },
  settings: [
    "data",
    "history",
    "keepRegistries",
    "extractSource",
    "gemeentenSource",
    "pc4Source",
    "cbsAreasSource",
  ],
  isWatched: () => true,
  async run({ flags, settings, positionals }) {
    const { download } = flags;
    const given = byCompanion((_kind, flag) => flags[flag]);
    const { data: dataDir, history, keepRegistries } = settings;
    if (flags.sample) {
      assertAlone([...positionals, ...Object.values(given).flat()], flags);
      const result = await importSample({ dataDir, history, keepRegistries, isConfirmed: flags.yes });
      return printImported(dataDir, result);
    }
    if (download === positionals.length > 0) {
      throw new AppError("usage", "Expected <file-or-folder>…, or --download or --sample without files.");
    }
    const progress = createStderrProgress();
    // Before anything is written, the data folder included, and before the download, which takes an hour.
    assertMayReplace(dataDir, { isDemo: false, isConfirmed: flags.yes });
    assertFilesExist({ ...given, paths: positionals });
    const sources = download ? await downloadSources({ dataDir, sources: settings }, progress) : NO_DOWNLOAD;
    for (const { reason } of sources.downloaded?.missing ?? []) {
      printNote(`${reason}; continuing without it`);
    }
    const files = {
      paths: [...positionals, ...(sources.paths ?? [])],
      // Files given by the user come first, so that they are searched first.
      ...byCompanion((_kind, flag) => [...given[flag], ...(sources[flag] ?? [])]),
      downloaded: sources.downloaded,
    };
    const checkCommand = selfCommand([CHECK_COMPANION]);
    const options = { isConfirmed: flags.yes, isStrict: flags.strict, checkCommand };
    const result = await runImport({ ...files, dataDir, history, keepRegistries, ...options }, progress);
    printImported(dataDir, result);
  },
});

/** Throws `usage` when `--sample` is given with files or with flags about files. */
function assertAlone(
  files: readonly string[],
  { download, strict }: { readonly download: boolean; readonly strict: boolean },
): void {
  if (files.length > 0 || download || strict) {
    throw new AppError("usage", "--sample takes no files, no --download and no --strict.");
  }
}

function printImported(dataDir: string, result: ImportResult): void {
  printReport(result);
  printPublished(dataDir, result.registry, `of ${result.referenceDate}`);
}

function printReport({ report }: ImportResult): void {
  printNote(
    `\n${"type".padEnd(18)}${"voorkomens".padStart(12)}${"in the registry".padStart(17)}${"ended".padStart(10)}`,
  );
  for (const code of TYPE_CODES) {
    const { voorkomens, objects, ended } = report.tallies[code];
    const columns = [voorkomens, objects, ended].map((n, i) =>
      n.toLocaleString("en").padStart([12, 17, 10][i]!),
    );
    printNote(OBJECT_TYPES[code].table.padEnd(18) + columns.join(""));
  }
  printNote("");
  printProblems(report.problems);
}
