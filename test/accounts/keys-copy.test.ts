/** `./baken keys copy`: a service of one machine moves to PostgreSQL with its keys and their usage. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authenticate } from "../../src/accounts/authorize.ts";
import { allocateCounters, SharedCounters } from "../../src/accounts/memory/shared-counters.ts";
import { openServedStores, openStores } from "../../src/accounts/open-accounts.ts";
import { UsageLog } from "../../src/accounts/sqlite/usage-log.ts";
import { fingerprintOf, runBaken } from "../support/processes/baken-process.ts";
import { describeIf } from "../support/processes/describe-if.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";
import { placeOf, startDatabases, startNode } from "../support/stores/postgres-place.ts";

describeIf(hasPostgres(), "keys copy", async () => {
  const databases = await startDatabases();
  const dataDir = mkdtempSync(join(tmpdir(), "baken-copy-"));
  afterAll(() => {
    databases.remove();
    rmSync(dataDir, { recursive: true });
  });

  test("copies every key unchanged, with its usage, once", async () => {
    const keys = openKeyStore(dataDir);
    const tokens = [
      keys.create({ name: "plain", kind: "server" }).token,
      keys.create({ name: "none", kind: "server", ratePerMinute: Number.POSITIVE_INFINITY }).token,
      keys.create({
        name: "site 'x' — ü",
        kind: "browser",
        origins: ["https://a.nl", "https://*.b.nl"],
        visitorRatePerMinute: "none",
        monthlyQuota: 4_000_000_000,
        expiresAt: "2099-12-31T23:59:59.999Z",
        ipRanges: ["192.0.2.0/24"],
      }).token,
    ];
    const rotated = keys.rotate(1, 3_600_000)!.token;
    keys.revoke(2);
    const counters = new SharedCounters(allocateCounters());
    const log = new UsageLog(dataDir, counters.keys);
    counters.consumeForKey({ id: 1, ratePerMinute: 1_000, monthlyQuota: undefined }, 7);
    counters.consumeForKey({ id: 3, ratePerMinute: 1_000, monthlyQuota: undefined }, 5);
    log.close();
    const expected = keys.list();
    const days = keys.listUsageByDay(3);
    keys.close();
    const source = await openStores({ dataDir }, { create: false });
    await source.audit.addUses([{ keyId: 1, network: "192.0.2.0/24", requests: 7, lastMs: Date.now() }]);
    const [entries, uses] = [await source.audit.list({ limit: 9 }), await source.audit.listUses(1, 1)];
    source.close();

    const url = await databases.create();
    const before = fingerprintOf(dataDir);
    const copy = await runBaken(["keys", "copy", "--data", dataDir, "--accounts", url]);
    expect(copy).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("Copied 3 keys") });
    expect(fingerprintOf(dataDir)).toEqual(before);

    const node = await startNode(url);
    const { keys: copied } = openServedStores(node.place);
    await copied.refresh();
    expect(await copied.list()).toEqual(expected);
    expect(await copied.listUsageByDay(3)).toEqual(days);
    const { audit: audited, close } = await openStores(placeOf(url));
    expect([await audited.list({ limit: 9 }), await audited.listUses(1, 1)]).toEqual([entries, uses]);
    expect(entries.length).toBe(5);
    close();
    const opens = async (token: string) => (await authenticate(copied, token)) !== undefined;
    expect(await Promise.all([...tokens, rotated].map(opens))).toEqual([true, false, true, true]);
    const next = await copied.create({ name: "next", kind: "server" });
    expect(next.key.id).toBe(4);

    const again = await runBaken(["keys", "copy", "--data", dataDir, "--accounts", url]);
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("has keys already") });
    expect((await (await openStores(placeOf(url))).keys.list()).length).toBe(4);
    await node.close();
  }, 60_000);

  test("says what is missing", async () => {
    const url = await databases.create();
    const none = await runBaken(["keys", "copy", "--data", dataDir]);
    expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Expected --accounts") });
    const empty = await runBaken(["keys", "copy", "--data", "/nowhere", "--accounts", url]);
    expect(empty).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("no accounts.db in /nowhere"),
    });
    const wrong = await runBaken(["keys", "list", "--accounts", "mysql://u:topsecret@h/d"]);
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      1,
      expect.stringContaining("must begin with postgres://"),
    ]);
    expect(wrong.stderr).not.toContain("topsecret");
  }, 60_000);
});
