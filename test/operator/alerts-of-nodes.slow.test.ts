/**
 * Cuts one of two nodes off from the published registry, at a server that takes connections and never answers, and
 * publishes the next one: checks that the alerts of a source that is stuck and of nodes that differ fire (promtool), and
 * that `baken doctor` and `baken nodes` report both.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openScratch } from "../../src/base/sqlite.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { sealRegistry } from "../../src/registry/file/seal.ts";
import { BAKEN, collectOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { fires, readFindings, type Scrape, scrape, scrapeWith } from "../support/processes/fired-alerts.ts";
import { newDataFolder } from "../support/processes/run-backup.ts";
import { until } from "../support/processes/until.ts";
import { createPublisher } from "../support/registries/publish-copies.ts";
import { type FaultProxy, startFaultProxy } from "../support/servers/fault-proxy.ts";
import { type ClusterNode, type NodeCluster, startNodeCluster } from "../support/servers/node-cluster.ts";
import { type ObjectSite, serveObjects } from "../support/servers/object-site.ts";
import { findFreePort, type PostgresCluster, startPostgres } from "../support/servers/postgres-cluster.ts";
import { hasClusterPrograms } from "../support/servers/shared-engines.ts";

const isPossible = [hasProgram("promtool", "prometheus"), hasClusterPrograms()].every(Boolean);
/** Time until a look at a source that does not answer fails, after three tries (storage/web-request.ts). */
const GIVEN_UP_MS = 60_000;

describe.skipIf(!isPossible)("two nodes", () => {
  const root = mkdtempSync(join(tmpdir(), "baken-alerts-"));
  const source = join(root, "registries");
  const publisher = newDataFolder();
  let postgres: PostgresCluster;
  let site: ObjectSite;
  let link: FaultProxy;
  let cluster: NodeCluster;
  let nodes: readonly ClusterNode[];
  let envs: readonly Record<string, string>[];

  const publish = async () =>
    expect((await runBaken(["publish", "--data", publisher, "--to", source])).exitCode).toBe(0);

  beforeAll(async () => {
    await publish();
    postgres = startPostgres({ port: await findFreePort() });
    site = serveObjects(source);
    link = await startFaultProxy(Number(new URL(site.url).port));
    const sources = [site.url, `http://127.0.0.1:${link.port}/`];
    envs = sources.map((url) => ({ BAKEN_ACCOUNTS: postgres.url, BAKEN_REGISTRY_SOURCE: url }));
    const flags = ["--threads", "1", "--registry-switch-wait", "2"];
    cluster = await startNodeCluster({ count: 2, settingsOf: (i) => ({ flags, env: envs[i]! }) });
    nodes = cluster.nodes;
  }, 120_000);
  afterAll(async () => {
    await cluster.stop();
    await link.stop();
    await site.stop();
    postgres.remove();
    rmSync(root, { recursive: true });
  });

  const metricsUrl = (node: number) => `http://127.0.0.1:${nodes[node]!.adminPort}/metrics`;
  const scrapeBoth = () => Promise.all([scrape(metricsUrl(0)), scrape(metricsUrl(1))]);
  const servedBy = ({ text }: Scrape) => /^baken_registry_info\{version="(.*)"\}/m.exec(text)?.[1];

  /** Runs a command as on the node. */
  async function runOnNode(node: number, ...args: string[]) {
    const variables = Object.entries(envs[node]!).map(([name, value]) => `${name}=${value}`);
    const command = [BAKEN, ...args, "--data", nodes[node]!.dataDir];
    return await collectOutcome(start(["env", ...variables, ...command]));
  }
  const examine = async (node: number) =>
    readFindings((await runOnNode(node, "doctor", "--json", "--port", `${nodes[node]!.port}`)).stdout);

  test("one that cannot have what is published next", async () => {
    await Promise.all([0, 1].map((node) => scrapeWith(metricsUrl(node), /^baken_source_success.* \d/m)));
    await scrapeWith(metricsUrl(0), /^baken_nodes 2/m);
    const well = await scrapeBoth();
    const success = /^baken_source_success_timestamp_seconds (.*)$/m.exec(well[1].text)![1]!;
    const later = await scrapeWith(
      metricsUrl(1),
      new RegExp(`^baken_source_success_timestamp_seconds (?!${success}$)`, "m"),
    );
    expect(fires("BakenFetchStuck", well[1], later, { goesOn: true })).toBe(false);

    link.set({ kind: "hole" });
    link.reset();
    const next = join(publisher, createPublisher(openRegistry(publisher).current()!.path)(publisher));
    using db = openScratch(next);
    db.query("UPDATE registry SET value = '2021-11-15-000000000000' WHERE key = 'data_version'").run();
    db.close();
    sealRegistry(next);
    await publish();
    const other = new RegExp(`^baken_registry_info\\{version="(?!${servedBy(well[0])}")`, "m");
    await scrapeWith(metricsUrl(0), other, 60_000);
    const stuck = await scrapeWith(
      metricsUrl(1),
      /^baken_source_failing\{reason="unreachable"\} 1$/m,
      GIVEN_UP_MS,
    );
    const differing = await scrapeBoth();
    expect(servedBy(differing[0])).not.toBe(servedBy(differing[1]));
    expect(servedBy(differing[1])).toBe(servedBy(well[1])!);

    expect(fires("BakenFetchStuck", stuck, differing[1], { goesOn: true })).toBe(true);
    expect(fires("BakenSourceFailing", well[1], stuck)).toBe(true);
    expect(fires("BakenNodesDiffer", well, differing)).toBe(true);
    // Without shared stores they are not nodes of one service.
    const alone = differing.map(({ text, atMs }) => ({ text: text.replace(/^baken_nodes .*\n/m, ""), atMs }));
    expect(fires("BakenNodesDiffer", well, alone)).toBe(false);

    const [first, second] = await Promise.all([examine(0), examine(1)]);
    for (const found of [first, second]) {
      expect(found).toContainEqual(
        expect.stringMatching(/^warning nodes: They serve different registries: 2021-1\S+, 2021-1\S+\.$/),
      );
    }
    expect(second).toContainEqual(expect.stringMatching(/^error registry source: .*no answer/));
    const { stdout, stderr } = await runOnNode(0, "nodes");
    expect(stdout).toContain(servedBy(differing[0])!);
    expect(stdout).toContain(servedBy(differing[1])!);
    // Node 1 reports its last try: the reset connection, or a later try without an answer.
    expect(stderr).toMatch(/^\S+: http\S+ cannot be reached: /m);

    link.set({ kind: "pass" });
    await scrapeWith(metricsUrl(1), other, 60_000);
    await scrapeWith(metricsUrl(1), /^baken_source_failing\{reason="unreachable"\} 0$/m, 60_000);
    // A node reports every two seconds.
    await until(async () => !(await examine(1)).join().includes("different registries"));
  }, 240_000);
});
