/** Checks of a data folder: registry, keys, disk, clock against its dates. */
import { join } from "node:path";
import type { AccountsPlace } from "../../accounts/accounts-place.ts";
import { EXPIRY_NOTICE_DAYS } from "../../accounts/expiring-keys.ts";
import { findAccountsFault, hasAccounts, isInDatabase } from "../../accounts/open-accounts.ts";
import { shellWord } from "../../base/shell-word.ts";
import { importCommands } from "../../registry/file/folder-fault.ts";
import { findCrossingPanden, hasRdDefinition, listPageFaults } from "../../registry/file/inspect-registry.ts";
import { findForeignChange } from "../../registry/file/seal.ts";
import { describeTestData } from "../../registry/file/test-data.ts";
import { CRITICAL_FREE_BYTES, DATA_AGE_DAYS, type FolderReport, neededBytes } from "../folder-report.ts";
import { error, type Finding, formatBytes, ok, warning } from "./finding.ts";

export interface DataCheckOptions {
  readonly report: FolderReport;
  readonly place: AccountsPlace;
  /** True: reads every page of the registry, and every footprint. */
  readonly isDeep: boolean;
  readonly nowMs: number;
}

const DAY_MS = 86_400_000;
/** Deviation of a clock that is no cause for concern. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Yields the findings; reading the whole registry takes longest and comes last. */
export function* checkData(options: DataCheckOptions): Generator<Finding> {
  const { report } = options;
  yield listVersions(report);
  yield* [checkDescription(report) ?? []].flat();
  yield* [checkAge(options) ?? []].flat();
  yield checkAccounts(options);
  yield checkDisk(report);
  yield checkClock(options);
  yield* report.warnings.map((text) => warning("data folder", text, "See baken status."));
  const registry = checkRegistry(options);
  yield registry;
  if (options.isDeep && registry.level === "ok") {
    yield describeCrossings(join(report.dataDir, report.registry!.file));
  }
}

/** Lists polygons that are invalid in the BAG itself. The operator has nothing to do. */
function describeCrossings(path: string): Finding {
  const { count, examples } = findCrossingPanden(path);
  const buildings = count === 1 ? "1 building crosses itself" : `${count} buildings cross themselves`;
  return ok(
    "footprints",
    count === 0
      ? "no building crosses itself"
      : `invalid polygons, kept as delivered: ${buildings} (${examples.join(", ")}${count > examples.length ? ", …" : ""})`,
  );
}

function checkRegistry({ report, isDeep }: DataCheckOptions): Finding {
  const { registry, fault, dataDir } = report;
  const change = findForeignChange(dataDir);
  if (registry === null) {
    return error(
      "registry",
      [change?.text, fault ?? "There is no registry."].join(" ").trim(),
      change?.remedy ?? "The text above names the command.",
    );
  }
  const path = join(dataDir, registry.file);
  const faults = isDeep ? listPageFaults(path) : [];
  if (faults.length > 0) {
    const others = report.versions.filter(({ isCurrent, fault }) => !isCurrent && fault === null);
    const goBack =
      others[0] === undefined
        ? `Import again: ${importCommands(dataDir)}`
        : `Go back to ${others[0].file}: baken use ${others[0].file} --data ${shellWord(dataDir)}`;
    return error(
      "registry",
      `${registry.file} is damaged: ${faults.join("; ")}.`,
      `Check the disk. ${goBack}`,
    );
  }
  if (change !== undefined) {
    return error("registry", change.text, change.remedy);
  }
  const depth = isDeep ? "every page is sound" : "it opens (--deep reads every page)";
  return ok(
    "registry",
    `${registry.file}, ${registry.counts.adressen.toLocaleString("en")} addresses; ${depth}`,
  );
}

/** Lists the versions; a pin is a warning of the report. */
function listVersions({ versions }: FolderReport): Finding {
  const texts = versions.map(({ file, isCurrent, isPinned, fault }) => {
    const role = fault !== null ? "cannot serve" : isPinned ? "pinned" : isCurrent ? "current" : "kept";
    return `${file} (${role})`;
  });
  return ok("versions", texts.join(", ") || "none");
}

/** Names registries whose coordinates other programs read wrongly; baken itself reads no definition. */
function checkDescription({ versions, dataDir }: FolderReport): Finding | undefined {
  const wrong = versions.filter(({ file, fault }) => fault === null && !hasRdDefinition(join(dataDir, file)));
  return wrong.length === 0
    ? undefined
    : warning(
        "definition of RD",
        `${wrong.map(({ file }) => file).join(", ")}: programs that read the definition of RD in the file place ` +
          "it 170 m off.",
        "The next update or import writes the right definition; delete GeoPackages exported by earlier versions.",
      );
}

function checkAge({ report, nowMs }: DataCheckOptions): Finding | undefined {
  const { registry, dataDir } = report;
  if (registry === null) {
    return undefined;
  }
  const days = Math.floor((nowMs - Date.parse(registry.referenceDate)) / DAY_MS);
  const testData = describeTestData(registry);
  if (testData !== undefined) {
    return ok("data", `${testData}. To load the country: ${importCommands(dataDir)}`);
  }
  return days > DATA_AGE_DAYS
    ? warning(
        "age of the data",
        `The data is of ${registry.referenceDate}, ${days} days old; an extract appears every month.`,
        `Import the newest: ${importCommands(dataDir)}`,
      )
    : ok("age of the data", `${days} days`);
}

function checkAccounts({ report, place }: DataCheckOptions): Finding {
  const { keys, accounts } = report;
  if (isInDatabase(place) && hasAccounts({ dataDir: report.dataDir })) {
    return warning(
      "keys",
      `Keys are in ${accounts}; the accounts.db in ${report.dataDir} is no longer in use, and contains old keys.`,
      "Move it away, so that no command without --accounts takes it for the keys.",
    );
  }
  if (isInDatabase(place) && keys.all === 0) {
    // Another check tells a fault of the database.
    return ok("keys", `none are known from ${accounts}`);
  }
  const fault = findAccountsFault(place);
  if (fault !== undefined) {
    return error(
      "accounts.db",
      fault,
      "Stop the server, and restore a backup: baken restore <folder>. Without one, move the file away; the next " +
        "start makes one without keys.",
    );
  }
  if (keys.inForce === 0) {
    const remedy = "Make one: baken keys create --name <name> --type server";
    return warning("keys", `There is no key in force in ${accounts}.`, remedy);
  }
  return keys.expiring > 0
    ? warning(
        "keys",
        `${keys.expiring} of ${keys.inForce} keys in force expire within ${EXPIRY_NOTICE_DAYS} days.`,
        "baken keys list shows them: set a later date (baken keys update), or agree with their users.",
      )
    : ok("keys", `${keys.inForce} of ${keys.all} in force in ${accounts}`);
}

function checkDisk(report: FolderReport): Finding {
  const { free } = report.bytes;
  const needed = neededBytes(report);
  const text = `${formatBytes(free)} free on the disk of ${report.dataDir}`;
  if (free < CRITICAL_FREE_BYTES) {
    return error("disk", `${text}: keys, usage and exports cannot be written soon.`, "Free some space now.");
  }
  return free < needed
    ? warning(
        "disk",
        `${text}; the next import or update needs ${formatBytes(needed)}.`,
        "Free some space, keep fewer registries (--keep-registries), or move the folder to a larger disk.",
      )
    : ok("disk", text);
}

/** Compares the clock with the times in the folder: they show a clock that is behind, not one ahead. */
function checkClock({ report, nowMs }: DataCheckOptions): Finding {
  const last = report.log.map(({ completed_at }) => Date.parse(completed_at));
  const latestMs = Math.max(0, ...last);
  const now = new Date(nowMs).toISOString();
  return nowMs < latestMs - CLOCK_TOLERANCE_MS
    ? error(
        "clock",
        `It is ${now} by this machine's clock, but the last import ended at ${new Date(latestMs).toISOString()}.`,
        "Set the clock and keep it right (timedatectl set-ntp true): limits, quotas and expiry of keys depend on it.",
      )
    : ok("clock", now);
}
