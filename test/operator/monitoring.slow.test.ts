/**
 * Checks the alert rules and the dashboard of deploy/ with promtool, and every metric that they name against /metrics of
 * a running server.
 */
import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { renderState } from "../../src/http/serving/process-metrics.ts";
import type { ProcessState } from "../../src/http/serving/process-state.ts";
import { findProgram, hasProgram } from "../support/processes/find-program.ts";
import { freePort } from "../support/processes/free-port.ts";
import { until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { burst, issueKey, startServe } from "../support/servers/serve-process.ts";

const DEPLOY = join(import.meta.dir, "../../deploy");
const ALERTS = join(DEPLOY, "prometheus/alerts.yml");
const hasPromtool = hasProgram("promtool", "prometheus");
const root = mkdtempSync(join(tmpdir(), "baken-monitoring-"));
afterAll(() => rmSync(root, { recursive: true }));

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(readFileSync(join(DEPLOY, "grafana/baken.json"), "utf8")) as {
  panels: Panel[];
  templating: { list: { name: string }[] };
};
const dashboardExpressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const alerts = parse(readFileSync(ALERTS, "utf8")) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const rules = alerts.groups.flatMap((group) => group.rules);

/** Runs promtool; returns its output when it fails. */
function faultsOf(...args: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["promtool", ...args]);
  return exitCode === 0 ? "" : `${stdout}${stderr}`;
}

test.skipIf(!hasPromtool)("promtool accepts the alert rules, and each has a test", () => {
  expect(faultsOf("check", "rules", ALERTS)).toBe("");
  const tested = readFileSync(join(DEPLOY, "prometheus/alerts.test.yml"), "utf8");
  expect(rules.map(({ alert }) => alert).filter((alert) => !tested.includes(alert))).toEqual([]);
});

test.skipIf(!hasPromtool)("every expression of the dashboard is one of Prometheus", () => {
  expect(dashboardExpressions.length).toBeGreaterThan(12);
  const recorded = dashboardExpressions.map((expr, i) => ({
    record: `panel:${i}`,
    expr: expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", "a").replaceAll("$job", "baken"),
  }));
  const variables = dashboard.templating.list.map(({ name }) => name);
  const used = new Set(dashboardExpressions.join(" ").match(/(?<=\$)(?!__)\w+/g));
  expect([...used].filter((name) => !variables.includes(name))).toEqual([]);
  const path = join(root, "dashboard.yml");
  writeFileSync(path, JSON.stringify({ groups: [{ name: "dashboard", rules: recorded }] }));
  expect(faultsOf("check", "rules", path)).toBe("");
});

test.skipIf(!hasProgram("prometheus", "prometheus"))(
  "Prometheus scrapes a server as docs/watch.md says",
  async () => {
    const dataDir = makeDataFolder();
    const server = await startServe(dataDir, ["--threads", "1", "--admin-port", "0"]);
    const admin = new URL(/Metrics on (\S+)/.exec(server.printed())![1]!).host;
    const docs = readFileSync(join(DEPLOY, "../docs/watch.md"), "utf8");
    const snippet = /```yaml\n(scrape_configs:[\s\S]*?)```/.exec(docs)![1]!;
    const config = snippet
      .replace("127.0.0.1:9090", admin)
      .replace("/etc/prometheus/baken-alerts.yml", ALERTS);
    expect(config).toContain(admin);
    const path = join(root, "prometheus.yml");
    writeFileSync(path, `global: { scrape_interval: 200ms }\n${config}`);
    const port = freePort();
    const prometheus = Bun.spawn(
      [
        findProgram("prometheus")!,
        `--config.file=${path}`,
        `--storage.tsdb.path=${join(root, "tsdb")}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdin: "ignore", stdout: "ignore", stderr: "ignore" },
    );
    try {
      await until(async () => {
        const asked = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=up`).catch(() => undefined);
        return /"job":"baken"},"value":\[[\d.]+,"1"\]/.test((await asked?.text()) ?? "");
      }, 20_000);
    } finally {
      prometheus.kill("SIGTERM");
      await Promise.all([prometheus.exited, server.signal("SIGTERM")]);
      rmSync(dataDir, { recursive: true });
    }
  },
  60_000,
);

/** State of a process in which everything has happened. */
const FULL_STATE: ProcessState = {
  snapshot: undefined,
  failedSwaps: 1,
  lastSwapError: undefined,
  registryBehind: "fault",
  isAccountsWritable: false,
  isProgramReplaced: true,
  diskSpaceLeft: 1,
  diskSpaceNeeded: 1,
  areCountersReachable: false,
  memoryBytes: 1,
  lastBackupMs: 1,
  areKeysInFolder: true,
  failedRuns: [{ command: "import", failures: 1, failedAt: "", code: "unavailable", reason: "" }],
  openFiles: { open: 1, limit: 1 },
  jobs: { counts: {}, oldestPendingMs: 1, failures: 1, storageFault: "away" },
  source: { lastSuccessMs: 1, publishedMs: 1, failures: 1, fault: { kind: "fetch", reason: "" } },
  expiringKeys: 1,
  cluster: { clockOffsetMs: 1, nodes: 1 },
};

test("the dashboard shows every metric that a rule names", () => {
  const shown = dashboardExpressions.join("\n");
  const named = new Set(rules.flatMap(({ expr }) => expr.match(/\b(?:baken|process)_\w+/g) ?? []));
  expect([...named].filter((name) => !shown.includes(name))).toEqual([]);
});

test("a server has every metric that rules and dashboard name, with their labels", async () => {
  const dataDir = makeDataFolder();
  const server = await startServe(dataDir, ["--threads", "1", "--admin-port", "0"]);
  await burst(server.port, issueKey(dataDir, {}), { requests: 3, connections: 1 });
  const admin = /Metrics on (\S+)/.exec(server.printed())![1]!;
  const metrics = await (await fetch(admin)).text();
  await server.signal("SIGTERM");
  const expressions = [...dashboardExpressions, ...rules.map(({ expr }) => expr)].join("\n");
  const named = new Set(expressions.match(/\b(?:baken|process)_\w+/g));
  expect(named.size).toBeGreaterThan(9);
  // Renders without a server the metrics of a node of several, and metrics of rare events.
  const all = metrics + renderState(FULL_STATE);
  const has = (name: string) => new RegExp(`^${name}[{ ]`, "m").test(all);
  expect([...named].filter((name) => !has(name))).toEqual([]);
  for (const label of ["route", "status", "limit", "le", "version"]) {
    expect(metrics).toContain(`${label}="`);
  }
  expect(metrics).toContain('limit="failed_tokens"');
});

test.skipIf(process.platform !== "linux")("a server whose program was replaced says so", async () => {
  const dataDir = makeDataFolder();
  const flags = ["--threads", "1", "--admin-port", "0"];
  const first = await startServe(dataDir, flags);
  const program = join(root, "baken");
  copyFileSync(`/proc/${first.pid}/exe`, program);
  await first.signal("SIGTERM");
  const server = await startServe(dataDir, flags, [], program);
  const readMetric = async () => {
    const metrics = await (await fetch(/Metrics on (\S+)/.exec(server.printed())![1]!)).text();
    return /^baken_program_replaced (.*)$/m.exec(metrics)?.[1];
  };
  expect(await readMetric()).toBe("0");
  // dpkg replaces a program in this way: it renames the new file to the old name.
  copyFileSync(program, `${program}.dpkg-new`);
  renameSync(`${program}.dpkg-new`, program);
  await until(async () => (await readMetric()) === "1");
  expect(await server.signal("SIGTERM")).toBe(0);
});
