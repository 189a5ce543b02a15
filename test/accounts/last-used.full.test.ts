/** Tests when a key was last used, as reported by nodes whose clocks differ. */
import { afterAll, afterEach, expect, setSystemTime, test } from "bun:test";
import { openServedStores, openStores } from "../../src/accounts/open-accounts.ts";
import { describeIf } from "../support/processes/describe-if.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";
import { placeOf, startDatabases, startNode } from "../support/stores/postgres-place.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

describeIf(hasPostgres(), "a node whose clock is an hour off", async () => {
  const databases = await startDatabases();
  afterAll(() => databases.remove());
  afterEach(() => {
    setSystemTime();
  });

  test.each([HOUR_MS, -HOUR_MS])("by %d ms stores the time of the database", async (offMs) => {
    const url = await databases.create();
    const node = await startNode(url);
    const { keys: admin, close } = await openStores(placeOf(url));
    const { key } = await admin.create({ name: "x", kind: "server" });
    const usedAtMs = Date.now() - MINUTE_MS;
    setSystemTime(new Date(Date.now() + offMs));
    const now = new Date();
    const month = now.getUTCFullYear() * 12 + now.getUTCMonth();
    const delta = { keyId: key.id, month, taken: 1, returned: 0, lastUsedAtMs: Date.now() - MINUTE_MS };
    await openServedStores(node.place).usage!.flush([delta]);
    setSystemTime();
    const [report] = await admin.list();
    expect(Math.abs(Date.parse(report!.lastUsedAt!) - usedAtMs)).toBeLessThan(MINUTE_MS / 2);
    close();
    await node.close();
  });
});
