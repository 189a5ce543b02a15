/** Tests that nodes are compared by the version of their data: its file may have another name on each node. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "../../src/operator/doctor/finding.ts";
import type { NodeAnswer } from "../../src/operator/nodes/node-facts.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { writeRegistryFixture } from "../support/registries/registry-fixture.ts";
import {
  findFreePort,
  hasPostgres,
  type PostgresCluster,
  startPostgres,
} from "../support/servers/postgres-cluster.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";

describe.skipIf(!hasPostgres())("two nodes", () => {
  const VERSION = "2021-10-15-0123456789ab";
  const OTHER = "2021-10-15-ba9876543210";
  let postgres: PostgresCluster;
  let accounts: string[];
  const folders: string[] = [];
  const servers: ServeProcess[] = [];

  /** Makes a registry current in a data folder. */
  function publish(dataDir: string, file: string, version: string): void {
    writeRegistryFixture(join(dataDir, file), (db) => {
      db.query("UPDATE registry SET value = ? WHERE key = 'data_version'").run(version);
    });
    writeFileSync(join(dataDir, "current"), `${file}\n`);
  }

  beforeAll(async () => {
    postgres = startPostgres({ port: await findFreePort() });
    accounts = ["--accounts", postgres.url];
    for (const file of ["registry-2021-10-15.gpkg", "registry-2021-10-15.2.gpkg"]) {
      const dataDir = mkdtempSync(join(tmpdir(), "baken-node-"));
      folders.push(dataDir);
      publish(dataDir, file, VERSION);
      servers.push(await startServe(dataDir, ["--threads", "1", "--admin-port", "0", ...accounts]));
    }
  }, 60_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.signal("SIGKILL")));
    postgres.remove();
    for (const folder of folders) {
      rmSync(folder, { recursive: true });
    }
  });

  async function listRegistries() {
    const { stdout } = await runBaken(["nodes", "--json", "--data", folders[0]!, ...accounts]);
    return (JSON.parse(stdout) as NodeAnswer[]).map(({ registry }) => registry).toSorted();
  }

  async function listDifferences(): Promise<string[]> {
    const args = ["doctor", "--json", "--port", "0", "--data", folders[0]!, ...accounts];
    const { findings } = JSON.parse((await runBaken(args)).stdout) as { findings: Finding[] };
    return findings.filter(({ check, level }) => check === "nodes" && level !== "ok").map(({ text }) => text);
  }

  async function listInMetrics(): Promise<(string | undefined)[]> {
    const texts = servers.map(async (server) => {
      const [, port] = /Metrics on http:\/\/127\.0\.0\.1:(\d+)/.exec(server.printed())!;
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return /^baken_registry_info\{version="([^"]*)"\} 1$/m.exec(text)?.[1];
    });
    return await Promise.all(texts);
  }

  test("with one version in files of two names serve the same", async () => {
    await until(async () => (await listRegistries()).length === 2);
    expect(await listRegistries()).toEqual([VERSION, VERSION]);
    expect(await listInMetrics()).toEqual([VERSION, VERSION]);
    expect(await listDifferences()).toEqual([]);
  }, 60_000);

  test("with two versions of one date differ", async () => {
    publish(folders[1]!, "registry-2021-10-15.3.gpkg", OTHER);
    await until(async () => (await listRegistries()).includes(OTHER));
    expect(await listRegistries()).toEqual([VERSION, OTHER]);
    expect(await listInMetrics()).toEqual([VERSION, OTHER]);
    expect(await listDifferences()).toEqual([
      expect.stringMatching(new RegExp(`^They serve different registries: .*${OTHER}`)),
    ]);
  }, 60_000);
});
