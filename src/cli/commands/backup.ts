import { makeBackup } from "../../backup/make-backup.ts";
import type { Manifest } from "../../backup/manifest.ts";
import { REGISTRY_CHOICES } from "../../backup/registry-copy.ts";
import { type RestoreReport, restoreBackup } from "../../backup/restore-backup.ts";
import { importCommands } from "../../registry/folder-fault.ts";
import { defineCommand } from "../command.ts";
import { printNote, printResult } from "../output.ts";

export const backup = defineCommand({
  name: "backup",
  summary:
    "Copy keys, usage and export jobs to a new folder, consistent also while servers write them; the registry only if asked.",
  positionals: { placeholder: "DIR", min: 1, max: 1 },
  flags: {
    registry: {
      type: "text",
      placeholder: REGISTRY_CHOICES.join("|"),
      choices: REGISTRY_CHOICES,
      description:
        "Add the registry that serves: its bytes (copy), or a second name of its file, on the same disk only (link). Default: only its name and date are noted.",
    },
  },
  settings: ["data"],
  async run({ positionals, flags, settings }) {
    const { registry = "none" } = flags;
    const target = stripSlash(positionals[0]!);
    const manifest = await makeBackup({ dataDir: settings.data, target, registry });
    printResult(`${target}: ${countKeys(manifest)}, ${describeRegistry(manifest)}.`);
  },
});

export const restore = defineCommand({
  name: "restore",
  summary:
    "Put a backup into a data folder that no server uses; the former accounts.db is kept under another name.",
  positionals: { placeholder: "DIR", min: 1, max: 1 },
  flags: {
    yes: {
      type: "boolean",
      description: "Restore also where it cannot be determined whether a server runs.",
    },
  },
  settings: ["data"],
  async run({ positionals, flags, settings }) {
    const options = { dataDir: settings.data, backup: stripSlash(positionals[0]!), isConfirmed: flags.yes };
    const report = await restoreBackup(options);
    const { manifest, keptAs } = report;
    printResult(`Restored ${countKeys(manifest)} of ${manifest.made_at} to ${settings.data}.`);
    if (keptAs !== undefined) {
      printResult(`The former accounts.db is kept as ${keptAs}.`);
    }
    for (const line of listWarnings(report, settings.data)) {
      printNote(line);
    }
  },
});

function stripSlash(path: string): string {
  return path.replace(/(?<=.)\/+$/, "");
}

function countKeys({ accounts: { keys } }: Manifest): string {
  return keys === 1 ? "1 key" : `${keys} keys`;
}

function describeRegistry({ registry }: Manifest): string {
  if (registry === null) {
    return "no registry served";
  }
  const file = `${registry.file} of ${registry.reference_date ?? "unknown date"}`;
  return registry.included ? `with ${file}` : `without the registry, ${file}`;
}

function listWarnings({ manifest, ...report }: RestoreReport, dataDir: string): string[] {
  const { revivedKeys, lostKeys, registry } = report;
  return [
    `Keys, limits and secrets are those of ${manifest.made_at}: keys revoked or rotated since then work again as they did, until you revoke or rotate them again.`,
    ...(revivedKeys.length > 0 && revivedKeys !== "unknown"
      ? [`Work again: ${revivedKeys.join(", ")}. To end one: baken keys revoke <id>`]
      : []),
    ...(lostKeys.length > 0 && lostKeys !== "unknown"
      ? [`Created since the backup, refused from now on: ${lostKeys.join(", ")}.`]
      : []),
    ...(registry === "absent"
      ? [
          `The backup holds no registry, and neither does ${dataDir}. Make one with: ${importCommands(dataDir)}`,
        ]
      : []),
    ...(registry === "restored"
      ? [`Restored the registry ${manifest.registry?.file}, which serves now.`]
      : []),
  ];
}
