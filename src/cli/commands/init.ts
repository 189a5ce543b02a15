import { ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { shellWord } from "../../base/shell-word.ts";
import { type FolderReport, reportFolder } from "../../operator/folder-report.ts";
import { inspectFolder } from "../../registry/file/inspect-folder.ts";
import { describeTestData } from "../../registry/file/test-data.ts";
import { defineCommand } from "../command.ts";
import { printResult } from "../output.ts";
import { describeArea } from "../registry-lines.ts";

export const init = defineCommand({
  name: "init",
  summary: "Explain the contents of a data folder and the next step; changes nothing.",
  flags: {},
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ settings }) {
    const report = await reportFolder(accountsPlace(settings));
    const isNew = report === undefined || inspectFolder(settings.data).state === "new";
    const steps = isNew ? firstSteps(settings.data) : nextSteps(report);
    printResult(isNew ? `${settings.data} has no registry yet.` : describeFolder(report));
    for (const [task, command, note] of [...steps, ...commonSteps(settings.data)]) {
      printResult(`  ${task.padEnd(10)} ${command}${note === "" ? "" : `   # ${note}`}`);
    }
  },
});

/** A task, its command, and a remark. */
type Step = readonly [task: string, command: string, note: string];

function describeFolder({ dataDir, registry, fault, keys, bytes }: FolderReport): string {
  const data =
    registry === null
      ? `no registry can be served: ${fault}`
      : `${describeTestData(registry) ?? `BAG data of ${registry.referenceDate}, ${describeArea(registry.area)}`}, ` +
        `${registry.counts.adressen?.toLocaleString("en")} addresses`;
  const free = `${(bytes.free / 1e9).toFixed(0)} GB free`;
  return `${dataDir}: ${data}; ${keys.inForce} ${keys.inForce === 1 ? "key" : "keys"}; ${free}.`;
}

function firstSteps(dataDir: string): Step[] {
  return [
    [
      "try it",
      `baken serve ${dataFlag(dataDir)}`,
      "loads a sample of real data; prints a key and a request to copy",
    ],
    ...realDataSteps(dataDir),
  ];
}

function nextSteps({ dataDir, registry }: FolderReport): Step[] {
  if (registry === null) {
    return [];
  }
  const serve: Step = [
    "serve",
    `baken serve ${dataFlag(dataDir)}`,
    "http://127.0.0.1:8080, described at /docs",
  ];
  const update: Step = [
    "update",
    `baken update <delivery.zip>… ${dataFlag(dataDir)}`,
    "or import again each month; a running server switches to the new data",
  ];
  return [serve, ...(registry.isDemo ? realDataSteps(dataDir) : [update])];
}

function realDataSteps(dataDir: string): Step[] {
  return [
    [
      "real data",
      `baken import --download ${dataFlag(dataDir)}`,
      "the whole country: downloads 4 GB, needs 16 GB of disk",
    ],
    ["", `baken import <extract.zip> ${dataFlag(dataDir)}`, "an extract that you have"],
  ];
}

function commonSteps(dataDir: string): Step[] {
  return [
    ["key", `baken keys create --name NAME --type server ${dataFlag(dataDir)}`, ""],
    ["search", `baken find "<street number place>" ${dataFlag(dataDir)}`, ""],
    ["state", `baken status ${dataFlag(dataDir)}`, ""],
    ["complete", "source <(baken completion bash)", "or zsh; fish: baken completion fish | source"],
    ["all", "baken --help", ""],
  ];
}

function dataFlag(dataDir: string): string {
  return `--data ${shellWord(dataDir)}`;
}
