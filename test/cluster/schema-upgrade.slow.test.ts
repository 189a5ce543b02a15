/**
 * Upgrades three nodes behind HAProxy one after the other to a program that reads another registry schema, under load:
 * no request fails, and every node is ready whenever it serves. Tests what the publisher keeps for older nodes.
 */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SCHEMA_VERSION } from "../../src/registry/schema/schema.ts";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { makeNewerProgram, NEWER_SCHEMA, type NewerProgram } from "../support/processes/newer-program.ts";
import { until } from "../support/processes/until.ts";
import { startPacedLoad } from "../support/servers/cluster-load.ts";
import { type NodeCluster, startNodeCluster } from "../support/servers/node-cluster.ts";
import { createKeyOn } from "../support/servers/node-operator.ts";
import { findFreePort, startPostgres } from "../support/servers/postgres-cluster.ts";
import { hasClusterPrograms } from "../support/servers/shared-engines.ts";

const NODES = 3;
const PER_SECOND = 500;
const PATHS = ["/cities?per_page=20", "/municipalities", "/provinces", "/postcodes/areas?per_page=5"];
const DAY_MS = 24 * 3_600_000;
/** Longer than a node takes to notice that it is behind the others. */
const BEHIND_MS = 8_000;

const root = mkdtempSync(join(tmpdir(), "baken-schema-upgrade-"));
const source = join(root, "source");
const [before, after] = [join(root, "before"), join(root, "after")];
let newer: NewerProgram;
beforeAll(async () => {
  newer = makeNewerProgram();
  await run(BAKEN, "import", "--sample", "--data", before);
  await run(newer.baken, "import", "--sample", "--data", after);
}, 120_000);
afterAll(() => {
  newer.remove();
  rmSync(root, { recursive: true });
});
afterEach(() => rmSync(source, { recursive: true, force: true }));

/** Runs a command that must succeed; returns its outputs. */
async function run(program: string, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await collectOutcome(start([program, ...args]));
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr });
  return stdout + stderr;
}

const publishBefore = (...args: string[]) => run(BAKEN, "publish", "--data", before, "--to", source, ...args);
const publishAfter = (...args: string[]) =>
  run(newer.baken, "publish", "--data", after, "--to", source, ...args);
const manifestPath = (schema: number) => join(source, `current-${schema}.json`);
const manifestOf = (schema: number) => JSON.parse(readFileSync(manifestPath(schema), "utf8"));
const fetchTo = (dataDir: string, program = BAKEN) =>
  collectOutcome(start([program, "fetch", "--data", dataDir, "--registry-source", source]));

test("a place keeps the registry of an older schema, which says that it stands still, for two weeks", async () => {
  await publishBefore();
  const published = manifestOf(SCHEMA_VERSION);
  await publishAfter();
  const { supersededAt, ...marked } = manifestOf(SCHEMA_VERSION);
  expect(marked).toEqual(published);
  expect(Math.abs(Date.now() - supersededAt)).toBeLessThan(DAY_MS);
  const node = join(root, "older-node");
  expect(await fetchTo(node)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(
      `a newer baken publishes there, and this one reads schema ${SCHEMA_VERSION} only`,
    ),
  });
  expect(await run(newer.baken, "publish", "--verify", "--to", source)).toContain(
    `patches of schema ${SCHEMA_VERSION} are complete`,
  );
  // A publish of the older schema removes the mark; the next publish of the newer schema sets it again.
  await publishBefore("--force");
  expect(manifestOf(SCHEMA_VERSION).supersededAt).toBeUndefined();
  await publishAfter("--force");
  const again = manifestOf(SCHEMA_VERSION);
  const setMark = (days: number) =>
    writeFileSync(
      manifestPath(SCHEMA_VERSION),
      JSON.stringify({ ...again, supersededAt: Date.now() - days * DAY_MS }),
    );
  setMark(13);
  await publishAfter("--force");
  expect(existsSync(join(source, again.name))).toBe(true);
  setMark(15);
  await publishAfter("--force");
  expect(existsSync(manifestPath(SCHEMA_VERSION))).toBe(false);
  expect(await fetchTo(join(root, "late-node"))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`nothing is published yet for registry schema ${SCHEMA_VERSION}`),
  });
}, 120_000);

test("--drop-schema removes the registry of an older schema at once, and no other", async () => {
  await publishBefore();
  await publishAfter();
  const drop = (schema: number) => ["publish", "--to", source, "--drop-schema", `${schema}`];
  const refused = (schema: number) => collectOutcome(start([newer.baken, ...drop(schema)]));
  expect(await refused(NEWER_SCHEMA)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("is the one that this version of baken publishes"),
  });
  expect(await refused(3)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("there is no registry of schema 3: found "),
  });
  await run(newer.baken, ...drop(SCHEMA_VERSION));
  expect(readdirSync(source).filter((name) => name.endsWith(".json"))).toEqual([
    `current-${NEWER_SCHEMA}.json`,
  ]);
  await run(newer.baken, "publish", "--verify", "--to", source);
}, 60_000);

test("upgrade-check of the newer program looks for its registry at the source, and a start fetches it", async () => {
  await publishBefore();
  const node = join(root, "checked-node");
  expect((await fetchTo(node)).exitCode).toBe(0);
  const check = () =>
    collectOutcome(start([newer.baken, "upgrade-check", "--data", node, "--registry-source", source]));
  expect(await check()).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining(`but: nothing is published yet for registry schema ${NEWER_SCHEMA}`),
  });
  await publishAfter();
  expect(await check()).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("At its start it fetches the registry of that schema from"),
  });
  expect((await fetchTo(node, newer.baken)).exitCode).toBe(0);
  // The registry of the previous program's schema is still at the source.
  expect((await fetchTo(node)).stdout).toContain("is now the current registry");
}, 60_000);

test("a signed registry of an older schema stays signed when it is marked, and unmarked by another key", async () => {
  const keyAt = (name: string) => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const path = join(root, name);
    writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
    return { path, value: publicKey.export({ type: "spki", format: "der" }).toString("base64") };
  };
  const [ours, others] = [keyAt("ours.key"), keyAt("others.key")];
  await publishBefore("--sign-key", ours.path);
  const signed = readFileSync(manifestPath(SCHEMA_VERSION), "utf8");
  await publishAfter("--sign-key", others.path);
  expect(readFileSync(manifestPath(SCHEMA_VERSION), "utf8")).toBe(signed);
  await publishAfter("--sign-key", ours.path, "--force");
  expect(manifestOf(SCHEMA_VERSION).supersededAt).toBeNumber();
  const words = ["fetch", "--data", join(root, "signed-node"), "--registry-source", source, "--registry-key"];
  expect(await collectOutcome(start([BAKEN, ...words, others.value]))).toMatchObject({ exitCode: 1 });
  expect(await run(BAKEN, ...words, ours.value)).toContain("stand still at");
}, 60_000);

test("the manifest of a program that knew one name for all schemas stays, and its objects, too", async () => {
  await publishBefore();
  const { name, ...manifest } = manifestOf(SCHEMA_VERSION);
  const legacyName = "registry-2026-10-08-0123456789abcdef.zst";
  writeFileSync(join(source, legacyName), readFileSync(join(source, name)));
  rmSync(join(source, name));
  rmSync(manifestPath(SCHEMA_VERSION));
  const legacy = { ...manifest, name: legacyName, schema: SCHEMA_VERSION - 1 };
  const path = join(source, "current.json");
  writeFileSync(path, JSON.stringify(legacy));
  await publishBefore();
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ ...legacy, supersededAt: expect.any(Number) });
  expect(await run(BAKEN, "publish", "--verify", "--to", source)).toContain(
    `schema ${SCHEMA_VERSION - 1} are complete`,
  );
}, 60_000);

if (hasClusterPrograms()) {
  test(`three nodes go over to another schema one by one at ${PER_SECOND} requests a second: none fails`, async () => {
    await publishBefore();
    const postgres = startPostgres({ port: await findFreePort() });
    const programs = Array.from({ length: NODES }, () => BAKEN);
    const shared = ["--registry-source", source, "--accounts", postgres.url, "--accounts-timeout", "20000"];
    const flags = ["--threads", "1", "--drain-seconds", "2", ...shared];
    let cluster: NodeCluster | undefined;
    try {
      cluster = await startNodeCluster({
        count: NODES,
        settingsOf: (index) => ({ flags, program: programs[index]! }),
      });
      const { nodes, url } = cluster;
      const areReady = () => Promise.all(nodes.map((node) => node.readiness()));
      await until(async () => (await areReady()).every((status) => status === 200), 60_000);
      const { token } = await createKeyOn(nodes[0]!, "load", { ratePerMinute: 1_000_000 });
      const load = await startPacedLoad({ url, token, paths: PATHS, perSecond: PER_SECOND });
      await publishAfter();
      const replace = async (index: number, program: string) => {
        const node = nodes[index]!;
        const others = nodes.filter((one) => one !== node);
        expect(await node.signal("SIGTERM")).toBe(0);
        programs[index] = program;
        await node.start();
        await until(async () => {
          expect(await Promise.all(others.map((one) => one.readiness()))).toEqual([200, 200]);
          return (await node.readiness()) === 200;
        }, 60_000);
      };
      // Fetched beforehand, the registry of the newer schema does not disturb the server beside it.
      await fetchTo(nodes[0]!.dataDir, newer.baken);
      const watchUntilMs = performance.now() + BEHIND_MS;
      await until(async () => {
        expect(await areReady()).toEqual([200, 200, 200]);
        return performance.now() > watchUntilMs;
      }, 60_000);
      await replace(0, newer.baken);
      // A restarted node of the previous version serves its registry, or fetches the one kept for older nodes.
      await replace(1, BAKEN);
      rmSync(nodes[2]!.dataDir, { recursive: true });
      await replace(2, BAKEN);
      await until(() => nodes[1]!.printed().includes("stand still at"));
      await replace(1, newer.baken);
      await replace(2, newer.baken);
      const { sent, faults, seconds } = await load.stop();
      expect(faults).toEqual([]);
      expect(sent).toBeGreaterThan(NODES * PER_SECOND);
      process.stderr.write(
        `${sent} requests in ${seconds} s over a change of schema, ${faults.length} failed\n`,
      );
      const sum = manifestOf(NEWER_SCHEMA).sha256;
      for (const { dataDir } of nodes) {
        const current = readFileSync(join(dataDir, "current"), "utf8").trim();
        const content = readFileSync(join(dataDir, current));
        expect(new Bun.CryptoHasher("sha256").update(content).digest("hex")).toBe(sum);
      }
      // The previous registry stays where it was.
      expect(readdirSync(nodes[0]!.dataDir).filter((name) => name.startsWith("registry-")).length).toBe(2);
    } finally {
      await cluster?.stop();
      postgres.remove();
    }
  }, 300_000);
} else {
  test.skip("an upgrade of three nodes: a program is missing", () => undefined);
}
