import { howToBegin } from "../../registry/folder-advice.ts";
import { nameArea } from "../area-text.ts";
import { command } from "../command.ts";
import { type FolderReport, reportFolder, type VersionReport } from "../folder-report.ts";
import { printResult } from "../output.ts";

export const status = command({
  name: "status",
  summary:
    "Say what a data folder holds: the registry that serves, versions kept, keys, exports, and what is amiss.",
  flags: { json: { type: "yes", sentence: "Print everything as JSON." } },
  settings: ["data"],
  run({ flags, settings }) {
    const report = reportFolder(settings.data);
    if (flags.json) printResult(JSON.stringify(report ?? null, null, 2));
    else if (report === undefined)
      printResult(`There is no folder ${settings.data}, and so no registry. ${howToBegin(settings.data)}`);
    else for (const line of renderReport(report)) printResult(line);
  },
});

function renderReport(report: FolderReport): string[] {
  const { dataDir, registry, fault, versions, log, bytes, keys, exportJobs, importing, warnings } = report;
  return [
    line("data folder", dataDir),
    ...(registry === null ? [line("registry", `none serves: ${fault}`)] : renderRegistry(registry)),
    ...section("versions", versions.map(renderVersion)),
    ...section("log", log.map(renderEntry)),
    line("keys", keys.all === 0 ? "none" : `${keys.inForce} in force of ${keys.all}`),
    line(
      "export jobs",
      Object.entries(exportJobs)
        .map(([state, n]) => `${n} ${state}`)
        .join(", ") || "none",
    ),
    line(
      "disk",
      `registries ${showBytes(bytes.registries)}, exports ${showBytes(bytes.exports)}, downloads ${showBytes(bytes.downloads)}, ` +
        `accounts.db ${showBytes(bytes.accounts)}; ${showBytes(bytes.free)} free`,
    ),
    line("import, update", importing === "under way" ? "one is under way" : "none under way"),
    ...section("warnings", warnings),
  ];
}

function renderRegistry({
  file,
  referenceDate,
  isDemo,
  area,
  importedAt,
  sources,
  counts,
}: NonNullable<FolderReport["registry"]>) {
  return [
    line("registry", file),
    line("reference date", `${referenceDate}${isDemo ? " (fictitious demo country)" : ""}`),
    line("area", nameArea(area)),
    line("imported", importedAt),
    line("sources", sources.join(", ")),
    ...Object.entries(counts).map(([name, count]) => line(name, showNumber(count))),
  ];
}

function renderVersion({ file, referenceDate, bytes, isCurrent, fault, isRead }: VersionReport): string {
  const use = isRead === null ? "" : isRead ? ", read now" : ", read by nobody";
  const role = fault ?? (isCurrent ? "serves" : "kept");
  return `${file.padEnd(32)}${referenceDate}  ${showBytes(bytes).padStart(9)}  ${role}${use}`;
}

function renderEntry({
  soort,
  completed_at,
  reference_date,
  records_processed,
  demo,
  gaps,
}: FolderReport["log"][number]): string {
  const gap = gaps.map(({ from, to }) => `, without ${from} to ${to}`).join("");
  const kind = demo ? ", fictitious" : "";
  return `${completed_at}  ${soort} to ${reference_date}, ${showNumber(records_processed)} records${kind}${gap}`;
}

const LABEL_WIDTH = 18;

function line(label: string, text: string): string {
  return label.padEnd(LABEL_WIDTH) + text;
}

/** Puts the label before the first line only. */
function section(label: string, lines: readonly string[]): string[] {
  return lines.map((text, i) => line(i === 0 ? label : "", text));
}

function showNumber(count: number): string {
  return count.toLocaleString("en");
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

function showBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
