import { AppError } from "../../base/errors.ts";
import { type DownloadedFiles, downloadSources } from "../../import/download.ts";
import { assertMayReplace } from "../../import/may-replace.ts";
import { type ImportResult, runImport } from "../../import/run-import.ts";
import type { GivenFiles } from "../../import/sources.ts";
import { OBJECT_TYPES, TYPE_CODES } from "../../registry/object-types.ts";
import { command } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { standardProgress } from "../progress.ts";
import { printTroubles } from "../trouble-report.ts";

const NO_FILES: Partial<DownloadedFiles> & GivenFiles = { paths: [], gemeenten: [], boundaries: [] };

export const importExtract = command({
  name: "import",
  summary: "Read the official BAG extract into a registry, and make it the one that serves.",
  positionals: { placeholder: "<file-or-folder>… | --download", min: 0, max: 10_000 },
  flags: {
    download: {
      type: "yes",
      sentence:
        "Get the newest official extract, names and borders first; what is unchanged in the data folder stays.",
    },
    gemeenten: {
      type: "text",
      placeholder: "FILE",
      multiple: true,
      sentence:
        "Names of gemeenten and their provincies (CSV, or Kadaster's Bestuurlijke Gebieden), for those newer than baken's own list or other than in it.",
    },
    boundaries: {
      type: "text",
      placeholder: "[LABEL=]FILE",
      multiple: true,
      sentence:
        "Borders of gemeenten or four-digit postcode areas (GeoJSON or GeoPackage); LABEL names their source.",
    },
    strict: {
      type: "yes",
      sentence:
        "Refuse whatever is not as official files are, also what is harmless; for checking files, not for importing them.",
    },
    yes: {
      type: "yes",
      sentence:
        "Replace a registry by one of far fewer addresses, or one that cannot be judged; take files whose numbers have gaps.",
    },
  },
  settings: ["data", "keepRegistries", "extractSource", "gemeentenSource", "pc4Source"],
  async run({ flags, settings, positionals }) {
    const { download, gemeenten, boundaries } = flags;
    if (download === positionals.length > 0)
      throw new AppError("usage", "Expected <file-or-folder>…, or --download, which finds the files itself.");
    const progress = standardProgress();
    const { data: dataDir, keepRegistries } = settings;
    // Checked here too, because the download before the check of `runImport` takes an hour.
    assertMayReplace(dataDir, { isDemo: false, isConfirmed: flags.yes });
    const found = download ? await downloadSources({ dataDir, sources: settings }, progress) : NO_FILES;
    for (const { reason } of found.downloaded?.missing ?? []) printNote(`${reason}; going on without it`);
    const files = {
      paths: [...positionals, ...found.paths],
      // Files given by the user come first, so that they are searched first.
      gemeenten: [...gemeenten, ...found.gemeenten],
      boundaries: [...boundaries, ...found.boundaries],
      downloaded: found.downloaded,
    };
    const confirmed = { isConfirmed: flags.yes, isStrict: flags.strict };
    const result = await runImport({ ...files, dataDir, keepRegistries, ...confirmed }, progress);
    printReport(result);
    printResult(
      `${settings.data}/${result.registry} of ${result.referenceDate} is now the current registry.`,
    );
  },
});

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
  printTroubles(report.troubles);
}
