import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Settings } from "../../base/settings.ts";
import { formatStorageLocation } from "../../base/storage-location.ts";
import { describeUnpublished, readTrustedManifest } from "../../distribution/registry-source.ts";
import { reportUpgrade, type UpgradeSource } from "../../operator/upgrade-report.ts";
import { openReadableStore } from "../../storage/open-storage.ts";
import { defineCommand } from "../command.ts";
import { printResult } from "../output.ts";

export const upgradeCheck = defineCommand({
  name: "upgrade-check",
  summary:
    "Run the new version with this command before it serves: it says whether the registry must be imported again " +
    "and which settings no longer exist. Exit code 1 when there is something to do.",
  flags: {
    "env-file": {
      type: "text",
      placeholder: "FILE",
      completes: "files",
      multiple: true,
      description: "File with the variables of the service, such as /etc/baken/baken.env, to check them too.",
    },
    json: { type: "boolean", description: "Print everything as JSON." },
  },
  settings: ["data", "registrySource", "registryKey"],
  async run({ flags, settings }) {
    const variables = Object.assign({}, ...flags["env-file"].map(readVariables));
    const source = await inspectSource(settings);
    const report = reportUpgrade({ dataDir: settings.data, variables, source });
    if (flags.json) {
      printResult(JSON.stringify(report, null, 2));
    } else {
      printResult(
        `baken ${report.software}, which reads schema ${report.schema.needed}, and ${settings.data}:`,
      );
      for (const line of [...report.notes, ...report.actions.map((action) => `To do: ${action}`)]) {
        printResult(`- ${line}`);
      }
    }
    if (report.actions.length > 0) {
      throw new AppError("unavailable", "this version cannot take over yet.");
    }
  },
});

/** Looks for a registry of this version's schema at the source, as a start would. */
async function inspectSource({
  data,
  registrySource,
  registryKey,
}: Pick<Settings, "data" | "registrySource" | "registryKey">): Promise<UpgradeSource | undefined> {
  if (registrySource === undefined) {
    return undefined;
  }
  const place = formatStorageLocation(registrySource);
  try {
    const store = openReadableStore(registrySource);
    const manifest = await readTrustedManifest({ dataDir: data, store, registryKey });
    return { place, fault: manifest === undefined ? `${describeUnpublished(store)}.` : undefined };
  } catch (error) {
    return { place, fault: `${messageOf(error)}.` };
  }
}

function readVariables(path: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new AppError("unavailable", `${path} cannot be read: ${messageOf(cause)}.`, { cause });
  }
}
