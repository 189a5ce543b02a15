import { type ImportResult, runImport } from "../../import/run-import.ts";
import { OBJECT_TYPES, TYPE_CODES } from "../../registry/object-types.ts";
import { command } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { standardProgress } from "../progress.ts";

export const importExtract = command({
  name: "import",
  summary: "Read the official BAG extract into a registry, and make it the one that serves.",
  positionals: { placeholder: "<file-or-folder>…", min: 1, max: 10_000 },
  flags: {
    gemeenten: {
      type: "text",
      placeholder: "FILE",
      multiple: true,
      sentence: "Names of gemeenten and their provincies (CSV); required unless a given folder holds it.",
    },
    boundaries: {
      type: "text",
      placeholder: "[LABEL=]FILE",
      multiple: true,
      sentence:
        "Borders of gemeenten or four-digit postcode areas (GeoJSON or GeoPackage); LABEL names their source.",
    },
    yes: {
      type: "yes",
      sentence: "Replace the registry that serves even by one with far fewer addresses.",
    },
  },
  settings: ["data"],
  async run({ flags, settings, positionals }) {
    const options = { paths: positionals, ...flags, dataDir: settings.data, mayShrink: flags.yes };
    const result = await runImport(options, standardProgress());
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
  for (const { about, kind, reason, count, examples } of report.troubles) {
    const shown = examples.join(", ") + (count > examples.length ? ", …" : "");
    printNote(`${kind} ${count.toLocaleString("en")} (${about}): ${reason}: ${shown}`);
  }
}
