import { ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { describeAccounts, hasAccounts } from "../../accounts/open-accounts.ts";
import { checkBackup } from "../../backup/check-backup.ts";
import { makeBackup } from "../../backup/make-backup.ts";
import type { BackupManifest } from "../../backup/manifest.ts";
import { REGISTRY_CHOICES } from "../../backup/registry-copy.ts";
import { type RestoreReport, restoreBackup } from "../../backup/restore-backup.ts";
import { describeFolderFault, importCommands } from "../../registry/file/folder-fault.ts";
import { inspectFolder } from "../../registry/file/inspect-folder.ts";
import { defineCommand } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { recordAudit } from "../record-audit.ts";

export const backup = defineCommand({
  name: "backup",
  summary:
    "Copy keys, usage and export jobs to a new folder, consistently even while servers write them; the registry " +
    "only if asked.",
  positionals: { placeholder: "DIR", completes: "folders", min: 1, max: 1 },
  flags: {
    registry: {
      type: "text",
      placeholder: REGISTRY_CHOICES.join("|"),
      choices: REGISTRY_CHOICES,
      description:
        "Add the current registry: its bytes (copy), or a hard link to its file, on the same disk only (link). " +
        "Default: only its name and date are noted.",
    },
    verify: {
      type: "boolean",
      description:
        "Make no backup: read the whole backup at DIR, and compare it with its checksums and counts.",
    },
  },
  settings: ["data", ...ACCOUNTS_SETTINGS],
  isWatched: ({ flags }) => !flags.verify,
  async run({ positionals, flags, settings }) {
    const { registry = "none" } = flags;
    const target = stripSlash(positionals[0]!);
    if (flags.verify) {
      const { manifest, isVerified } = await checkBackup(target);
      const fault = isVerified
        ? "complete and as it was written"
        : `sound, but its registry is ${NOT_VERIFIED}`;
      return printResult(`${target} of ${manifest.made_at} is ${fault}: ${describeContent(manifest)}.`);
    }
    const place = accountsPlace(settings);
    const manifest = await makeBackup({ place, target, registry });
    printResult(`${target}: ${describeContent(manifest)}.`);
    if (manifest.accounts === null) {
      printNote(
        `Keys, usage and export jobs are in ${describeAccounts(place)} and not in this backup: back them up with ` +
          "pg_dump.",
      );
      if (hasAccounts({ dataDir: settings.data })) {
        printNote(
          `The accounts.db in ${settings.data} is no longer in use, and is not in the backup either.`,
        );
      }
    }
  },
});

/** Text for a registry without a checksum in its backup. */
const NOT_VERIFIED = "not verified, because the version that made the backup noted no checksum of it";

export const restore = defineCommand({
  name: "restore",
  summary:
    "Put a backup into a data folder that no server uses; the former accounts.db is kept under another name.",
  positionals: { placeholder: "DIR", completes: "folders", min: 1, max: 1 },
  flags: {
    yes: {
      type: "boolean",
      description: "Restore also where it cannot be determined whether a server runs.",
    },
  },
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ positionals, flags, settings }) {
    const place = accountsPlace(settings);
    const report = await restoreBackup({
      place,
      backup: stripSlash(positionals[0]!),
      isConfirmed: flags.yes,
    });
    const { manifest, keptAs, keys } = report;
    await recordAudit(place, {
      action: "restore",
      subject: "data folder",
      before: keptAs === undefined ? undefined : { keptAs },
      after: { backupOf: manifest.made_at, keys, registry: report.registry },
    });
    if (keys === "restored") {
      printResult(`Restored ${countKeys(manifest)} of ${manifest.made_at} to ${settings.data}.`);
    } else {
      printResult(
        keys === "absent"
          ? "The backup contains no keys: they were in a database."
          : `Set aside ${countKeys(manifest)} of the backup: keys are in ${describeAccounts(place)}.`,
      );
    }
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

function describeContent(manifest: BackupManifest): string {
  return `${countKeys(manifest)}, ${describeRegistry(manifest)}`;
}

function countKeys({ accounts }: BackupManifest): string {
  const keys = accounts?.keys ?? 0;
  return keys === 1 ? "1 key" : `${keys} keys`;
}

function describeRegistry({ registry }: BackupManifest): string {
  if (registry === null) {
    return "no registry served";
  }
  const file = `${registry.file} of ${registry.reference_date ?? "unknown date"}`;
  return registry.included ? `with ${file}` : `without the registry, ${file}`;
}

function listWarnings({ manifest, ...report }: RestoreReport, dataDir: string): string[] {
  const { revivedKeys, lostKeys, registry, isVerified } = report;
  const ofBackup =
    `Keys, limits and secrets are as they were on ${manifest.made_at}: keys revoked or rotated since then work ` +
    "again, until you revoke or rotate them again.";
  return [
    ...(report.keys === "restored" ? [ofBackup] : []),
    ...(revivedKeys.length > 0 && revivedKeys !== "unknown"
      ? [`Work again: ${revivedKeys.join(", ")}. To end one: baken keys revoke <id>`]
      : []),
    ...(lostKeys.length > 0 && lostKeys !== "unknown"
      ? [`Created since the backup, refused from now on: ${lostKeys.join(", ")}.`]
      : []),
    ...(report.auditFault === undefined
      ? []
      : [
          `The audit comes from the backup: the audit in the former accounts.db cannot be read. ${report.auditFault}`,
        ]),
    ...(registry === "absent"
      ? [
          `The backup contains no registry, and neither does ${dataDir}. Make one with: ${importCommands(dataDir)}`,
        ]
      : []),
    ...(registry === "restored" ? [describeRestored(manifest, dataDir)] : []),
    ...(registry === "restored" && !isVerified ? [`The registry is ${NOT_VERIFIED}.`] : []),
  ];
}

/** Returns the note on the restored registry: that it serves, or why this version does not serve it. */
function describeRestored({ registry }: BackupManifest, dataDir: string): string {
  const fault = describeFolderFault(inspectFolder(dataDir));
  const restored = `Restored the registry ${registry?.file}`;
  return fault === undefined ? `${restored}, which serves now.` : `${restored}, which cannot serve: ${fault}`;
}
