/** Keys and usage while PostgreSQL is killed, restarted and frozen: nothing acknowledged is lost or counted twice. */
import { afterAll, expect, test } from "bun:test";
import { authenticate } from "../../src/accounts/authorize.ts";
import { openServedStores, openStores } from "../../src/accounts/open-accounts.ts";
import { describeIf } from "../support/processes/describe-if.ts";
import { SOON_MS, until } from "../support/processes/until.ts";
import { testRandom } from "../support/seed.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";
import { placeOf, startDatabases, startNode } from "../support/stores/postgres-place.ts";

/** TEST_ROUNDS=100 runs more; each takes two seconds. A name with BAKEN_ would be an unknown setting to commands. */
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 3);
const MONTH = 2026 * 12 + 10;

describeIf(hasPostgres(), "PostgreSQL goes and comes back", async () => {
  const databases = await startDatabases();
  afterAll(() => databases.remove());
  const random = testRandom();

  async function startAgain(): Promise<void> {
    await until(() => {
      try {
        databases.cluster.start();
        return true;
      } catch {
        // Processes of the killed server still use its shared memory.
        return false;
      }
    }, 20_000);
  }

  test(`${ROUNDS} restarts after kill -9: every acknowledged key change is in force on all nodes`, async () => {
    const url = await databases.create();
    const nodes = await Promise.all([startNode(url), startNode(url), startNode(url)]);
    const keys = nodes.map((node) => openServedStores(node.place).keys);
    await Promise.all(keys.map((each) => each.refresh()));
    const { keys: admin, close } = await openStores(placeOf(url));
    const valid = new Set<string>();
    const revoked = new Set<string>();
    const tookMs: number[] = [];
    let isOver = false;
    const changing = (async () => {
      while (!isOver) {
        try {
          const { key, token } = await admin.create({ name: "x", kind: "server" });
          if (random() < 0.3) {
            // Until PostgreSQL answers, it is unknown whether the revocation is stored.
            await admin.revoke(key.id);
            revoked.add(token);
          } else {
            valid.add(token);
          }
        } catch {
          await Bun.sleep(5);
        }
      }
    })();
    for (let round = 0; round < ROUNDS; round++) {
      // Every round makes changes of both kinds, however slow the machine is.
      await until(() => valid.size > round && revoked.size > round);
      await Bun.sleep(100 + random() * 300);
      await databases.cluster.kill();
      const [known = ""] = valid;
      const asked = performance.now();
      for (const each of keys) {
        expect(await authenticate(each, known)).toBeDefined();
        expect(await authenticate(each, "999999|bkn_x")).toBeUndefined();
      }
      tookMs.push(performance.now() - asked);
      await startAgain();
    }
    isOver = true;
    await changing;
    // Known keys are found at once, each unknown token within 250 ms. The minimum is used because a pause of the
    // machine affects one round only; a node that waited for PostgreSQL would do so in every round.
    expect(Math.min(...tookMs)).toBeLessThan(3 * 250 + 200);
    const isOpen = async (token: string, node: number) =>
      (await authenticate(keys[node]!, token)) !== undefined;
    for (const node of keys.keys()) {
      await until(() => isOpen([...valid].at(-1)!, node));
      const opened = await Promise.all([...valid].map((token) => isOpen(token, node)));
      expect(opened.every(Boolean)).toBe(true);
      // The last revocation may be younger than the last new key.
      await until(async () => {
        const open = await Promise.all([...revoked].map((token) => isOpen(token, node)));
        return !open.some(Boolean);
      }, SOON_MS);
    }
    close();
    await Promise.all(nodes.map((node) => node.close()));
  }, 600_000);

  test("after a restart and after a freeze, changes are seen soon again", async () => {
    const url = await databases.create();
    const node = await startNode(url, 300);
    const keys = openServedStores(node.place).keys;
    await keys.refresh();
    const outages = [
      async () => {
        await databases.cluster.kill();
        await startAgain();
      },
      async () => {
        databases.cluster.freeze();
        await until(() => node.database!.postgres.isAway);
        databases.cluster.thaw();
      },
    ];
    for (const breakDown of outages) {
      await breakDown();
      // The command runs after the outage; the node may not have noticed yet that the outage is over.
      const { keys: admin, close } = await openStores(placeOf(url));
      const { key } = await admin.create({ name: "after", kind: "server" });
      await until(() => keys.find(key.id) !== undefined);
      await admin.update(key.id, { name: "changed" });
      await until(() => keys.find(key.id)?.name === "changed", SOON_MS);
      close();
    }
    await node.close();
  }, 60_000);

  test("a database that went back to fewer changes is read again", async () => {
    const url = await databases.create();
    const node = await startNode(url);
    const keys = openServedStores(node.place).keys;
    await keys.refresh();
    const made = [
      await keys.create({ name: "a", kind: "server" }),
      await keys.create({ name: "b", kind: "server" }),
    ];
    await node.database!.postgres.run((sql) =>
      sql.begin(async (tx) => {
        await tx`DELETE FROM api_key WHERE id = ${made[1]!.key.id}`;
        await tx`UPDATE key_revision SET n = 1`;
      }),
    );
    await until(() => keys.find(made[1]!.key.id) === undefined, SOON_MS);
    expect(keys.find(made[0]!.key.id)).toEqual(made[0]!.key);
    await node.close();
  });

  test("usage of two nodes adds up, and a flush whose answer was lost counts once", async () => {
    const url = await databases.create();
    // The third node only reads, with a longer time-out.
    const nodes = await Promise.all([startNode(url, 200), startNode(url, 200), startNode(url)]);
    const usages = nodes.map((node) => openServedStores(node.place).usage!);
    const flush = (node: number, taken: number, returned = 0) =>
      usages[node]!.flush([{ keyId: 1, month: MONTH, taken, returned, lastUsedAtMs: Date.now() }]);
    let [taken, returned, lost] = [0, 0, 0];
    const count = async (node: number, n: number, back: number) => {
      taken += n;
      returned += back;
      // Usage counts as handed over even if the flush is rejected.
      await flush(node, n, back).catch(() => lost++);
    };
    for (let round = 0; round < 10; round++) {
      await Promise.all([count(0, 3, 1), count(1, 2, 0)]);
      const flushing = count(0, 5, 2);
      databases.cluster.freeze();
      await Promise.all([flushing, count(1, 1, 0)]);
      databases.cluster.thaw();
      await until(() => nodes.every((node) => !node.database!.postgres.isAway));
    }
    // On a busy machine these flushes can exceed their time-out too.
    await until(async () => {
      const flushed = await Promise.allSettled([flush(0, 0), flush(1, 0)]);
      return flushed.every(({ status }) => status === "fulfilled");
    });
    expect(await flush(2, 0)).toEqual([{ keyId: 1, month: MONTH, taken, returned }]);
    expect(await usages[2]!.listTotals([MONTH])).toEqual([{ keyId: 1, month: MONTH, taken, returned }]);
    expect(lost).toBeGreaterThan(5);
    const { keys: admin, close } = await openStores(placeOf(url));
    const days = await admin.listUsageByDay(2);
    expect(days.reduce((sum, { requests }) => sum + requests, 0)).toBe(taken - returned);
    close();
    await Promise.all(nodes.map((node) => node.close()));
  }, 60_000);
});
