/** Tests the stores while two processes write to all of them without a pause: nothing is lost or done twice. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { inspectJobs, openJobAdmin } from "../../src/exports/open-job-store.ts";
import { KEY_STORES } from "../support/stores/key-stores.ts";

const PROCESSES = 2;
const ROUNDS = 40;
const WRITES = PROCESSES * ROUNDS;

describe.each(KEY_STORES)("stores in %s under load", async (_name, start) => {
  const store = await start();
  const keys = await store.open("load");
  const audit = await store.openAudit("load");
  const place = await store.placeOf("load");
  // Makes the table of jobs.
  (await openJobAdmin(place)).close();
  afterAll(async () => {
    audit.close();
    keys.close();
    await store.remove();
  });

  async function write(): Promise<number> {
    const script = join(import.meta.dir, "../support/processes/write-stores.ts");
    const child = Bun.spawn([process.execPath, script, JSON.stringify(place), String(ROUNDS)], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const printed = await child.stdout.text();
    expect(await child.exited).toBe(0);
    return Number(printed);
  }

  test(`${PROCESSES} processes lose nothing and do nothing twice`, async () => {
    const completed = await Promise.all(Array.from({ length: PROCESSES }, write));
    const reports = await keys.list();
    expect(reports.length).toBe(WRITES);
    expect(new Set(reports.map(({ name }) => name)).size).toBe(WRITES);
    const rates = reports.map(({ ratePerMinute }) => ratePerMinute).sort((a, b) => a - b);
    expect(rates).toEqual(Array.from({ length: WRITES }, (_, i) => 100 + Math.floor(i / PROCESSES)));

    const entries = await audit.list({ limit: 10 * WRITES });
    const byAction = Map.groupBy(entries, ({ action }) => action);
    const counts = Object.fromEntries([...byAction].map(([action, found]) => [action, found.length]));
    expect(counts).toEqual({ create: WRITES, change: WRITES, open: WRITES });
    const uses = await audit.listUses(1, 2);
    expect(uses.reduce((sum, { requests }) => sum + requests, 0)).toBe(WRITES);

    const jobs = inspectJobs(place);
    const states = await jobs.countByState();
    jobs.close();
    const total = completed.reduce((sum, each) => sum + each, 0);
    expect(states.completed).toBe(total);
    expect(total + (states.pending ?? 0)).toBe(WRITES);
  }, 120_000);
});
