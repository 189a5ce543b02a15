/** Tests that each health check has the same code and text in `doctor`, on the operator's pages and in the alert rules. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderAlerts } from "../../docs/alerts.ts";
import type { HealthCheck } from "../../src/operator/health/health-check.ts";
import { HEALTH_CHECKS, type HealthCode } from "../../src/operator/health/health-checks.ts";
import { healthText } from "../../src/operator/health/health-texts.ts";

/** Code, severity, name in `doctor`, whether the pages show it, alert. */
const PLACES = [
  ["server_down", "error", "-", "-", "BakenDown"],
  ["server_errors", "error", "-", "-", "BakenServerErrors"],
  ["accounts_unwritable", "error", "accounts", "page", "BakenAccountsUnwritable"],
  ["counters_unreachable", "error", "Redis", "page", "BakenCountersUnreachable"],
  ["storage_unreachable", "error", "export store", "page", "BakenStorageUnreachable"],
  ["registry_fault", "error", "registry", "page", "-"],
  ["new_registry_fault", "error", "-", "page", "BakenRegistryNotLoaded"],
  ["upgrade_unfinished", "warning", "-", "-", "BakenUpgradeUnfinished"],
  ["program_replaced", "warning", "-", "-", "BakenProgramReplaced"],
  ["source_failing", "error", "registry source", "page", "BakenSourceFailing"],
  ["fetch_stuck", "warning", "-", "-", "BakenFetchStuck"],
  ["disk_full", "error", "disk", "page", "BakenDiskFull"],
  ["disk_low", "warning", "disk", "page", "BakenDiskShort"],
  ["runs_failed", "warning", "failed run", "page", "BakenRunFailed"],
  ["backup_missing", "warning", "backup", "page", "-"],
  ["backup_old", "warning", "backup", "page", "BakenBackupOld"],
  ["jobs_waiting", "warning", "jobs", "page", "BakenJobsWaiting"],
  ["clock_wrong", "error", "clock", "page", "BakenClockWrong"],
  ["many_open_files", "warning", "-", "page", "BakenManyOpenFiles"],
  ["node_lost", "warning", "nodes", "-", "BakenNodeLost"],
  ["nodes_differ", "warning", "nodes", "-", "BakenNodesDiffer"],
  ["slow_requests", "warning", "slow requests", "-", "BakenSlow"],
  ["proxy_untrusted", "warning", "proxy", "page", "BakenProxyNotTrusted"],
  ["wrong_tokens", "warning", "wrong tokens", "-", "BakenManyWrongTokens"],
  ["keys_expiring", "warning", "keys", "page", "BakenKeysExpiring"],
  ["keys_near_quota", "warning", "-", "page", "-"],
  ["keys_without_origin", "warning", "-", "page", "-"],
  ["exports_failed", "warning", "-", "page", "BakenJobsFailing"],
  ["data_old", "warning", "age of the data", "page", "BakenDataOld"],
  ["test_data", "info", "data", "page", "BakenDemoData"],
  ["folder_warnings", "warning", "data folder", "page", "-"],
  ["token_exposed", "error", "permissions", "page", "-"],
  ["insecure_sessions", "warning", "-", "page", "-"],
];

const checks = Object.entries<HealthCheck>(HEALTH_CHECKS);

test("each check is in these places", () => {
  expect(
    checks.map(([code, { severity = "warning", doctor = "-", test, alert }]) => [
      code,
      severity,
      doctor,
      test === undefined ? "-" : "page",
      alert?.name ?? "-",
    ]),
  ).toEqual(PLACES);
});

test("doctor reports each check that has a name for it", () => {
  const folder = join(import.meta.dir, "../../src/operator/doctor");
  const source = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const used = new Set(source.join("").match(/(?<=\b(?:failure|checkHealth)\(\s*")\w+/g));
  const named = checks.flatMap(([code, { doctor }]) => (doctor === undefined ? [] : [code]));
  expect(named.filter((code) => !used.has(code))).toEqual([]);
});

test("each text has a fault and a remedy; alerts leave no placeholder open", () => {
  const texts = checks.flatMap(([code]) =>
    (["en", "nl"] as const).map((language) => healthText(code as HealthCode, language, (name) => name)),
  );
  expect(texts.filter(({ title, remedy }) => title === "" || remedy === "")).toEqual([]);
  expect(renderAlerts().match(/(?<!\{)\{\w+(:\w+)?\}/g)).toBeNull();
});
