/**
 * Tests three nodes during one fault after another, with clients that send requests all the time: no wrong answer, no
 * failed request except those that a killed node had begun, limits within the bounds of docs/cluster.md, and no lost
 * export or key change. `TEST_ROUNDS` sets the number of rounds, `TEST_SEED` selects other faults.
 */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { randomOf } from "../relevance/random.ts";
import { until } from "../support/processes/until.ts";
import { TEST_SEED, testRandom } from "../support/seed.ts";
import { type ChaosFault, drawFault } from "../support/servers/chaos-faults.ts";
import { type Load, startLoad } from "../support/servers/cluster-load.ts";
import { answersOf, makeCountry, makeTestRequests, PUBLIC_URL } from "../support/servers/hot-swap-states.ts";
import { startLimitedClients, statusesOn } from "../support/servers/limited-clients.ts";
import { startNodeCluster } from "../support/servers/node-cluster.ts";
import { type ClusterKey, createKeyOn, revokeKeyOn } from "../support/servers/node-operator.ts";
import { hasClusterPrograms, startSharedEngines } from "../support/servers/shared-engines.ts";

const ROUNDS = Number(process.env.TEST_ROUNDS ?? 6);
const NODES = 3;
/** Rate and quota of the keys of a round, and the requests taken from each before the fault. */
const LIMIT = 40;
const TAKEN_BEFORE = 10;
/** Maximum duration of a request in milliseconds: enough to reach another node after one that does not answer. */
const SLOWEST_MS = 6_000;
/** Milliseconds within which all nodes agree again after a fault has ended. */
const HEALED_MS = 20_000;
/** A busy machine can exceed the default time-out; nodes would then count for themselves without any fault. */
const PATIENT = ["--counters-timeout", "2000", "--counters-retry", "100"];

/** Selects the faults and their lengths. Other random choices use another generator and do not change them. */
const random = testRandom();
const otherRandom = randomOf(TEST_SEED + 1);

// Registered where a program is missing too, so that the run counts it as skipped and prints which.
test.skipIf(!hasClusterPrograms())(
  `${ROUNDS} rounds of chaos`,
  async () => {
    const chaos = await startChaos();
    try {
      await runRounds(chaos);
    } finally {
      await chaos.close();
    }
  },
  120_000 + ROUNDS * 60_000,
);

async function runRounds(chaos: Chaos): Promise<void> {
  const tally: Record<string, number> = {};
  for (let round = 1; round <= ROUNDS; round++) {
    const fault = drawFault(chaos, random);
    process.stderr.write(`round ${round}, ${fault.name}`);
    const measured = await runRound(chaos, fault, round);
    const kind = fault.name.replace(/node\d|[\d.]+/g, "#");
    tally[kind] = (tally[kind] ?? 0) + 1;
    process.stderr.write(`: ${JSON.stringify(measured)}\n`);
  }
  await chaos.load.stop();
  await expectExports(chaos);
  process.stderr.write(`${JSON.stringify({ answered: chaos.load.answered(), ...tally })}\n`);
}

interface Chaos extends Awaited<ReturnType<typeof startChaos>> {}

async function startChaos() {
  const root = mkdtempSync(join(tmpdir(), "baken-chaos-"));
  const { imported } = await makeCountry(join(root, "country"), 1_000, 1);
  const requests = makeTestRequests(dirname(imported));
  const expected = await answersOf("expected", imported, requests);
  const engines = await startSharedEngines(NODES, otherRandom);
  const flags = ["--threads", "2", "--public-url", PUBLIC_URL, "--exports-per-key", "500", ...PATIENT];
  const cluster = await startNodeCluster({
    registryOf: join(root, "country", "expected"),
    count: NODES,
    settingsOf: (index) => ({ ...engines.settingsOf(index), flags }),
  });
  const free = await createKeyOn(cluster.nodes[0]!, "free", { ratePerMinute: 1_000_000 });
  await untilAll(cluster.nodes, free, [200]);
  const origin = new URL(cluster.url).origin;
  const load: Load = startLoad({
    ...{ origin, token: free.token, requests },
    allowed: [expected.answers],
    clients: 4,
  });
  return {
    ...{ cluster, engines, load, free, expected },
    /** Exports that were accepted. */
    jobs: [] as string[],
    async close() {
      await load.stop();
      await cluster.stop();
      await engines.remove();
      rmSync(root, { recursive: true });
    },
  };
}

/** Statuses for a revoked key; 429 after many wrong tokens from one address. */
const REFUSED = [401, 429];

/** Waits until every node answers one of these statuses to a key. */
async function untilAll(
  nodes: Chaos["cluster"]["nodes"],
  { name, token }: ClusterKey,
  allowed: readonly number[],
  limitMs = HEALED_MS,
) {
  let statuses: readonly number[] = [];
  const agree = async () => {
    statuses = await statusesOn(nodes, token);
    return statuses.every((one) => allowed.includes(one));
  };
  await until(agree, limitMs).catch((cause: unknown) => {
    throw new Error(`the key ${name} is answered ${statuses}, not ${allowed}`, { cause });
  });
}

/** Waits until every node is ready and reaches its engines, for longer than its threads take to connect again. */
async function untilWhole(nodes: Chaos["cluster"]["nodes"]): Promise<void> {
  let wholeSinceMs: number | undefined;
  const isWhole = async (node: (typeof nodes)[number]) =>
    (await node.readiness()) === 200 &&
    (await node.metric("baken_counters_unreachable")) === 0 &&
    (await node.metric("baken_accounts_unwritable")) === 0;
  await until(async () => {
    const areWhole = (await Promise.all(nodes.map(isWhole))).every(Boolean);
    wholeSinceMs = areWhole ? (wholeSinceMs ?? performance.now()) : undefined;
    return wholeSinceMs !== undefined && performance.now() - wholeSinceMs > 300;
  }, HEALED_MS);
}

async function runRound(chaos: Chaos, fault: ChaosFault, round: number) {
  const { cluster, load } = chaos;
  const { nodes, url } = cluster;
  const unused = { ratePerMinute: null, monthlyQuota: null };
  const [rated, metered, leaked] = await Promise.all([
    createKeyOn(nodes[0]!, `rated ${round}`, { ...unused, ratePerMinute: LIMIT }),
    createKeyOn(nodes[1]!, `metered ${round}`, { ...unused, monthlyQuota: LIMIT }),
    createKeyOn(nodes[2]!, `leaked ${round}`, unused),
  ]);
  await untilAll(nodes, leaked, [200], 2_000);
  const taken = await Promise.all([rated, metered].map((key) => takeSome(url, key)));
  load.takeSlowest();

  await fault.begin();
  const clients = [rated, metered].map((key) => startLimitedClients(url, key, 2));
  const revoked = untilDone(() => revokeKeyOn(anyNode(nodes, fault), leaked));
  const created = untilDone(() => createKeyOn(anyNode(nodes, fault), `created ${round}`, unused));
  const queued = untilDone(() => queueExport(chaos));
  await Bun.sleep(200 + random() * 1_300);
  await fault.end();
  await untilWhole(nodes);
  const healedMs = performance.now();
  await revoked;
  const newKey = await created;
  chaos.jobs.push(await queued);
  await Promise.all([untilAll(nodes, leaked, REFUSED), untilAll(nodes, newKey, [200])]);
  // Requests that nodes counted for themselves now count against the limits of all nodes.
  await Promise.all([untilAll(nodes, rated, [429]), untilAll(nodes, metered, [429])]);
  const agreedMs = performance.now() - healedMs;
  await Promise.all(clients.map((client) => client.stop()));

  const passed = clients.map((client, i) => client.passed() + taken[i]!);
  const most = fault.loosensLimits ? LIMIT + NODES * LIMIT : LIMIT;
  expect(Math.max(...passed)).toBeLessThanOrEqual(most);
  const slowestMs = load.takeSlowest();
  expect(slowestMs).toBeLessThan(SLOWEST_MS);
  const faults = [...load.faults.splice(0), ...clients.flatMap((client) => client.faults)];
  expect(fault.killed === undefined ? faults : faults.filter((text) => !isOfKilledNode(text))).toEqual([]);
  return { passed, slowestMs: Math.round(slowestMs), agreedMs: Math.round(agreedMs), failed: faults.length };
}

/** Takes from a limit. Repeats requests at nodes that do not know the new key yet; returns how many passed. */
async function takeSome(url: string, { token }: ClusterKey): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  async function ask(): Promise<number> {
    const { status } = await fetch(`${url}/cities?per_page=1`, { headers });
    return status === 401 ? await ask() : status;
  }
  const statuses = await Promise.all(Array.from({ length: TAKEN_BEFORE }, ask));
  expect(statuses).toEqual(statuses.map(() => 200));
  return statuses.length;
}

/** Repeats an operation until its engine is reachable. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + 2 * HEALED_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > giveUpAt) {
        throw error;
      }
      await Bun.sleep(50);
    }
  }
}

/** Returns a node that keeps PostgreSQL during the fault, if there is one; otherwise any node. */
function anyNode(nodes: Chaos["cluster"]["nodes"], { withoutPostgres }: ChaosFault) {
  const whole = nodes.filter((_, index) => !withoutPostgres.includes(index));
  const eligible = whole.length > 0 ? whole : nodes;
  return eligible[Math.floor(otherRandom() * eligible.length)]!;
}

async function queueExport({ cluster, free }: Chaos): Promise<string> {
  const headers = { authorization: `Bearer ${free.token}` };
  const response = await fetch(`${cluster.url}/export/addresses`, { method: "POST", headers });
  const text = await response.text();
  if (response.status !== 202) {
    throw new Error(`not queued: ${response.status} ${text}`);
  }
  return JSON.parse(text).data.job_id;
}

/** True if a killed node had begun the request. The proxy repeats requests not yet begun, except POST. */
function isOfKilledNode(text: string): boolean {
  return /50[24] |502$|504$|socket|closed|reset|ECONN/i.test(text);
}

/** Every accepted export is there, whole, and comes from every node. */
async function expectExports({ cluster, free, expected, jobs }: Chaos): Promise<void> {
  const headers = { authorization: `Bearer ${free.token}` };
  for (const [index, id] of jobs.entries()) {
    const { url } = cluster.nodes[index % NODES]!;
    let text = "";
    await until(async () => {
      const response = await fetch(`${url}/export/${id}/download`, { headers });
      text = await response.text();
      return response.status === 200;
    }, 60_000);
    expect(text).toBe(expected.csv);
  }
}
