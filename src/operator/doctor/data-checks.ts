/** Checks of a data folder: registry, keys, disk, clock against its dates. */
import { join } from "node:path";
import type { AccountsPlace } from "../../accounts/accounts-place.ts";
import { EXPIRY_NOTICE_DAYS } from "../../accounts/expiring-keys.ts";
import { findAccountsFault, hasAccounts, isInDatabase } from "../../accounts/open-accounts.ts";
import { shellWord } from "../../base/shell-word.ts";
import { importCommands } from "../../registry/file/folder-fault.ts";
import { findCrossingPanden, hasRdDefinition, listPageFaults } from "../../registry/file/inspect-registry.ts";
import { findForeignChange } from "../../registry/file/seal.ts";
import type { FolderReport } from "../folder-report.ts";
import type { HealthFacts } from "../health/health-check.ts";
import { ageInDays } from "../health/health-checks.ts";
import { checkHealth, error, type Finding, failure, formatBytes, ok, warning } from "./finding.ts";

export interface DataCheckOptions {
  readonly report: FolderReport;
  readonly place: AccountsPlace;
  /** True: reads every page of the registry, and every footprint. */
  readonly isDeep: boolean;
  readonly facts: HealthFacts;
}

/** Deviation of a clock that is no cause for concern. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Yields the findings; reading the whole registry takes longest and comes last. */
export function* checkData(options: DataCheckOptions): Generator<Finding> {
  const { report, facts } = options;
  yield listVersions(report);
  yield* [checkDescription(report) ?? []].flat();
  yield* [checkAge(facts) ?? []].flat();
  yield checkAccounts(options);
  const free = `${formatBytes(report.bytes.free)} free on the disk of ${report.dataDir}`;
  yield checkHealth("disk_full", facts) ?? checkHealth("disk_low", facts) ?? ok("disk", free);
  yield checkClock(options);
  yield* report.warnings.map((text) => failure("folder_warnings", { text }));
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
    const text = [change?.text, fault ?? "There is no registry."].join(" ").trim();
    return failure("registry_fault", { text, remedy: change?.remedy ?? "The text above names the command." });
  }
  const path = join(dataDir, registry.file);
  const faults = isDeep ? listPageFaults(path) : [];
  if (faults.length > 0) {
    const others = report.versions.filter(({ isCurrent, fault }) => !isCurrent && fault === null);
    const goBack =
      others[0] === undefined
        ? `Import again: ${importCommands(dataDir)}`
        : `Go back to ${others[0].file}: baken use ${others[0].file} --data ${shellWord(dataDir)}`;
    const text = `${registry.file} is damaged: ${faults.join("; ")}.`;
    return failure("registry_fault", { text, remedy: `Check the disk. ${goBack}` });
  }
  if (change !== undefined) {
    return failure("registry_fault", change);
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

function checkAge(facts: HealthFacts): Finding | undefined {
  const { registry, nowMs } = facts;
  return (
    checkHealth("test_data", facts) ??
    checkHealth("data_old", facts) ??
    (registry && ok("age of the data", `${ageInDays(registry, nowMs)} days`))
  );
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
    // Another check reports a fault of the database.
    return ok("keys", `none are known from ${accounts}`);
  }
  const fault = findAccountsFault(place);
  if (fault !== undefined) {
    const remedy =
      "Stop the server, and restore a backup: baken restore <folder>. Without one, move the file away; the next " +
      "start makes one without keys.";
    return failure("accounts_unwritable", { check: "accounts.db", text: fault, remedy });
  }
  if (keys.inForce === 0) {
    const remedy = "Make one: baken keys create --name <name> --type server";
    return warning("keys", `There is no key in force in ${accounts}.`, remedy);
  }
  return keys.expiring > 0
    ? failure("keys_expiring", { values: { days: EXPIRY_NOTICE_DAYS, count: keys.expiring } })
    : ok("keys", `${keys.inForce} of ${keys.all} in force in ${accounts}`);
}

/** Compares the clock with the times in the folder: they show a clock that is behind, not one ahead. */
function checkClock({ report, facts: { nowMs } }: DataCheckOptions): Finding {
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
