import { ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { AppError } from "../../base/errors.ts";
import { type FolderReport, reportFolder } from "../../operator/folder-report.ts";
import { importCommands, importHint } from "../../registry/file/folder-fault.ts";
import { describeTestData } from "../../registry/file/test-data.ts";
import { defineCommand } from "../command.ts";
import { readInterfaceCounts } from "../interface-counts.ts";
import { printResult } from "../output.ts";
import { probeServer } from "../probe.ts";
import { describeArea, renderUse, renderVersion, showBytes } from "../registry-lines.ts";

export const status = defineCommand({
  name: "status",
  summary: "Show the state of a data folder: current registry, kept versions, keys, exports and problems.",
  flags: {
    json: { type: "boolean", description: "Print everything as JSON." },
    probe: {
      type: "boolean",
      description: "Ask the server at --host and --port instead; exit with 1 when it cannot answer requests.",
    },
  },
  settings: ["data", "host", "port", "adminHost", "adminPort", ...ACCOUNTS_SETTINGS],
  async run({ flags, settings }) {
    if (flags.probe) {
      return printResult(`ok: ${await probeServer(settings)}`);
    }
    const folder = await reportFolder(accountsPlace(settings));
    const report = folder && { ...folder, interfaces: (await readInterfaceCounts(settings)) ?? null };
    if (report === undefined) {
      throw new AppError("not_found", `There is no folder ${settings.data}. ${importHint(settings.data)}`);
    }
    if (flags.json) {
      printResult(JSON.stringify(report, null, 2));
    } else {
      for (const line of renderReport(report)) {
        printResult(line);
      }
    }
  },
});

interface StatusReport extends FolderReport {
  /** Requests of each interface of another service; null when no server reports them. */
  readonly interfaces: Readonly<Record<string, number>> | null;
}

function renderReport(report: StatusReport): string[] {
  const { dataDir, registry, fault, versions, uses, log, bytes, keys, importing, warnings } = report;
  const interfaces = Object.entries(report.interfaces ?? {}).map(
    ([name, count]) => `${name} ${showNumber(count)} requests since the server started`,
  );
  return [
    formatLine("data folder", dataDir),
    ...(registry === null
      ? [formatLine("registry", `none can be served: ${fault}`)]
      : renderRegistry(registry, dataDir)),
    ...formatSection("versions", versions.map(renderVersion)),
    ...formatSection("used", uses.map(renderUse)),
    ...formatSection("interfaces", interfaces),
    ...formatSection("log", log.map(renderEntry)),
    formatLine("accounts", report.accounts),
    formatLine("keys", keys.all === 0 ? "none" : `${keys.inForce} in force of ${keys.all}`),
    ...renderJobs(report),
    formatLine(
      "disk",
      `registries ${showBytes(bytes.registries)}, exports ${showBytes(bytes.exports)}, downloads ${showBytes(bytes.downloads)}, ` +
        `accounts.db ${showBytes(bytes.accounts)}; ${showBytes(bytes.free)} free`,
    ),
    formatLine("import, update", importing === "under way" ? "one is under way" : "none under way"),
    ...formatSection("warnings", warnings),
  ];
}

/** Returns the lines of the jobs of users: exports and geocoding, sessions of the page for files. */
function renderJobs({ exportJobs, fileSessions: { count, bytes } }: StatusReport): string[] {
  const jobs = Object.entries(exportJobs).map(([state, n]) => `${n} ${state}`);
  const sessions = count === 0 ? "no sessions" : `${showNumber(count)} sessions, ${showBytes(bytes)}`;
  return [formatLine("jobs", jobs.join(", ") || "none"), formatLine("files page", sessions)];
}

function renderRegistry(registry: NonNullable<FolderReport["registry"]>, dataDir: string) {
  const { file, referenceDate, area, importedAt, dataVersion, sources, attached, counts } = registry;
  const testData = describeTestData(registry);
  return [
    ...(testData === undefined
      ? []
      : [formatLine("data", `${testData}. To load the country: ${importCommands(dataDir)}`)]),
    formatLine("registry", file),
    formatLine("reference date", referenceDate),
    formatLine("version", dataVersion),
    formatLine("area", describeArea(area)),
    formatLine("imported", importedAt),
    formatLine("sources", sources.join(", ")),
    formatLine("history", attached.find(({ kind }) => kind === "history")?.name ?? "none"),
    ...Object.entries(counts).map(([name, count]) => formatLine(name, showNumber(count))),
  ];
}

function renderEntry({
  kind,
  completed_at,
  reference_date,
  records_processed,
  demo,
  sample,
  gaps,
}: FolderReport["log"][number]): string {
  const gap = gaps.map(({ from, to }) => `, without ${from} to ${to}`).join("");
  const mark = sample !== null ? ", sample" : demo ? ", generated test data" : "";
  return `${completed_at}  ${kind} to ${reference_date}, ${showNumber(records_processed)} records${mark}${gap}`;
}

const LABEL_WIDTH = 18;

function formatLine(label: string, text: string): string {
  return label.padEnd(LABEL_WIDTH) + text;
}

/** Puts the label before the first line only. */
function formatSection(label: string, lines: readonly string[]): string[] {
  return lines.map((text, i) => formatLine(i === 0 ? label : "", text));
}

function showNumber(count: number): string {
  return count.toLocaleString("en");
}
