import { ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { AppError } from "../../base/errors.ts";
import { formatStorageLocation } from "../../base/storage-location.ts";
import { hasFetched } from "../../distribution/fetch-registry.ts";
import { reportFolder } from "../../operator/folder-report.ts";
import { describePin, readReason } from "../../registry/file/use-log.ts";
import { assertSound, findVersion, useRegistry } from "../../registry/file/use-registry.ts";
import { defineCommand } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { createStderrProgress } from "../progress.ts";
import { recordAudit } from "../record-audit.ts";
import { renderUse, renderVersion } from "../registry-lines.ts";

export const use = defineCommand({
  name: "use",
  summary:
    "Make another registry of the data folder current, after reading all of it; to go back when the data is " +
    "wrong. This registry is kept until another is used, and the others at least until the next import.",
  positionals: { placeholder: "<version> | --list", min: 0, max: 1 },
  flags: {
    list: {
      type: "boolean",
      description: "List the versions in the data folder, and those that were used earlier.",
    },
    pin: {
      type: "boolean",
      description:
        "Keep it current: new registries are stored, but do not become current until a version is used without " +
        "--pin.",
    },
    check: {
      type: "boolean",
      description: "Only read all of it, and exit 1 when it cannot serve; changes nothing.",
    },
    reason: {
      type: "text",
      placeholder: "TEXT",
      description: "Why; kept in the log, which status shows. Required with --pin.",
    },
  },
  settings: ["data", "registrySource", ...ACCOUNTS_SETTINGS],
  async run({ flags, settings, positionals: [version] }) {
    const { data, registrySource } = settings;
    if (flags.list === (version !== undefined)) {
      throw new AppError("usage", "Expected <version>, or --list without one.");
    }
    if (version === undefined) {
      return await listVersions(data);
    }
    if (flags.check) {
      return await check(data, findVersion(data, version));
    }
    const reason = readReason(flags.reason, flags.pin);
    // The publisher's machine may have the settings of the nodes. A registry pinned there is the next one to be
    // published.
    if (registrySource !== undefined && !(flags.pin && !hasFetched(data))) {
      const place = formatStorageLocation(registrySource);
      throw new AppError(
        "unavailable",
        `${data} follows ${place}, so the publisher decides which registry serves. Go back there, for all ` +
          `servers: baken publish <version> --to ${place}`,
      );
    }
    const file = findVersion(data, version);
    await check(data, file);
    const chosen = { file, usedAt: new Date().toISOString(), isPinned: flags.pin, reason };
    const { before } = useRegistry(data, chosen);
    await recordAudit(accountsPlace(settings), {
      action: "use",
      subject: "registry",
      before: { file: before ?? null },
      after: { file, isPinned: flags.pin, reason },
    });
    printResult(`${data}/${file} is now the current registry.`);
    printNote(
      flags.pin
        ? `${describePin(chosen)}. Imports, updates and fetches store without switching.`
        : "It is kept until another is used. The next import, update or fetch replaces it as the current one; --pin prevents that.",
    );
  },
});

/** Reads all of a registry; throws `unavailable` when it cannot serve. */
async function check(dataDir: string, file: string): Promise<void> {
  await createStderrProgress().stage(`check ${file}`, () => assertSound(dataDir, file));
}

async function listVersions(dataDir: string): Promise<void> {
  const report = await reportFolder({ dataDir });
  if (report === undefined) {
    throw new AppError("unavailable", `There is no folder ${dataDir}: check --data.`);
  }
  for (const line of report.versions.map(renderVersion)) {
    printResult(line);
  }
  for (const line of report.uses.map(renderUse)) {
    printResult(`used ${line}`);
  }
  for (const warning of report.warnings) {
    printNote(warning);
  }
}
