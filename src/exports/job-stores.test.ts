import { Database } from "bun:sqlite";
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JOB_STORES } from "../../test/support/stores/job-stores.ts";
import type { Claim, Job, JobStore } from "./job.ts";
import { openSqliteJobs } from "./sqlite/sqlite-job-store.ts";

const HOUR_MS = 3_600_000;
const LIMITS = { perKey: 3, overall: 5, bytesPerKey: 1e9 };
const REQUEST = { filter: {}, format: "csv" } as const;
const FILE = { name: "x.csv", sizeBytes: 10, version: "registry-2021-10-15", retentionMs: 24 * HOUR_MS };
const noWorkerIsDead = () => false;

describe.each(JOB_STORES)("jobs in %s", async (name, start) => {
  const store = await start();
  let jobs: JobStore = await store.open();
  beforeEach(() => store.clear());
  afterAll(async () => {
    jobs.close();
    await store.remove();
  });

  const add = (keyId: number) =>
    jobs.add({ keyId, kind: "export", request: REQUEST, totalRecords: 7 }, LIMITS);
  async function added(keyId: number): Promise<Job> {
    const job = await add(keyId);
    if (typeof job === "string") {
      throw new Error(job);
    }
    return job;
  }
  const claimBy = async (worker: string, isWorkerDead: (worker: string) => boolean = noWorkerIsDead) =>
    jobs.claim("export", worker, isWorkerDead);
  async function claimed(worker = "w"): Promise<Claim> {
    return (await claimBy(worker)) ?? expect.unreachable();
  }
  const stateOf = async ({ id, keyId }: Job) => (await jobs.find(id, keyId))?.state;

  describe("the queue", () => {
    test("takes what the limits allow, for a key and overall, and counts only unfinished jobs", async () => {
      for (let i = 0; i < 3; i++) {
        await added(1);
      }
      expect(await add(1)).toBe("key-full");
      await added(2);
      await added(2);
      expect(await add(2)).toBe("all-full");
      expect(await add(3)).toBe("all-full");
      expect(await add(1)).toBe("key-full");
      await jobs.complete(await claimed(), 7, FILE);
      expect(await add(1)).toMatchObject({ state: "pending", totalRecords: 7, processedRecords: 0 });
      expect(await add(1)).toBe("key-full");
    });

    test("serves keys in turn", async () => {
      for (const key of [1, 1, 2, 1, 3]) {
        await added(key);
      }
      const order: number[] = [];
      for (let claim = await claimBy("w"); claim; claim = await claimBy("w")) {
        order.push(await store.keyOf(claim.id));
        await jobs.complete(claim, 7, FILE);
        await store.advanceClock(1);
      }
      expect(order).toEqual([1, 2, 3, 1, 1]);
    });

    test("a key with a job under way waits for those with none", async () => {
      for (const key of [1, 1, 2]) {
        await added(key);
      }
      const [first, second] = [await claimed("a"), await claimed("b")];
      expect((await jobs.find(first.id, 1))?.state).toBe("processing");
      expect((await jobs.find(second.id, 2))?.state).toBe("processing");
    });

    test("gives one job to one of many claims at once", async () => {
      await added(1);
      const others = await Promise.all(Array.from({ length: 5 }, () => store.open()));
      const claims = await Promise.all(
        others.map((other, i) => other.claim("export", `w${i}`, noWorkerIsDead)),
      );
      expect(claims.filter(Boolean).length).toBe(1);
      for (const other of others) {
        other.close();
      }
    });
  });

  describe("a claim", () => {
    test("moves pending, processing, completed, expired, and then is forgotten", async () => {
      const job = await added(1);
      expect(await stateOf(job)).toBe("pending");
      const claim = await claimed();
      expect(await jobs.report(claim, { totalRecords: 9, processedRecords: 4 })).toBe(true);
      expect(await jobs.find(job.id, 1)).toMatchObject({
        state: "processing",
        totalRecords: 9,
        processedRecords: 4,
      });
      expect(await jobs.complete(claim, 9, FILE)).toBe(true);
      expect(await jobs.find(job.id, 1)).toMatchObject({
        state: "completed",
        processedRecords: 9,
        file: { name: "x.csv" },
      });
      expect([...(await jobs.listFiles())]).toEqual(["x.csv"]);
      await store.advanceClock(24 * HOUR_MS + 1);
      expect(await jobs.find(job.id, 1)).toMatchObject({ state: "expired", file: undefined });
      await jobs.expire();
      expect([...(await jobs.listFiles())]).toEqual([]);
      expect(await stateOf(job)).toBe("expired");
      await store.advanceClock(31 * 24 * HOUR_MS);
      await jobs.expire();
      expect(await stateOf(job)).toBeUndefined();
    });

    test("is lost when its lease runs out, and nothing of it counts any more", async () => {
      const job = await added(1);
      const lost = await claimed("slow");
      await store.advanceClock(9_000);
      expect(await claimBy("other")).toBeUndefined();
      await store.advanceClock(2_000);
      const again = await claimed("other");
      expect(again).toMatchObject({ id: job.id, attempt: 2 });
      expect(await jobs.report(lost, { processedRecords: 1 })).toBe(false);
      expect(await jobs.complete(lost, 7, FILE)).toBe(false);
      expect(await jobs.fail(lost, "x")).toBe(false);
      expect(await jobs.complete(again, 7, FILE)).toBe(true);
    });

    test("is kept by reporting", async () => {
      await added(1);
      const claim = await claimed();
      for (let i = 0; i < 5; i++) {
        await store.advanceClock(9_000);
        expect(await jobs.report(claim, { processedRecords: i })).toBe(true);
      }
      expect(await claimBy("other")).toBeUndefined();
    });

    test("of a dead worker is free; after six interruptions the job has failed", async () => {
      const job = await added(1);
      // accounts.db knows which processes of this machine are dead; other stores wait for the lease to end.
      const untilKnown = async () => (name === "accounts.db" ? undefined : await store.advanceClock(10_001));
      for (let attempt = 1; attempt <= 6; attempt++) {
        expect(await claimBy(`w${attempt}`, () => true)).toMatchObject({ attempt });
        await untilKnown();
      }
      expect(await claimBy("w7", () => true)).toBeUndefined();
      expect(await jobs.find(job.id, 1)).toMatchObject({
        state: "failed",
        error: "The export was interrupted too often.",
      });
    });

    test("given back is pending and not an interruption", async () => {
      const job = await added(1);
      for (let i = 0; i < 20; i++) {
        await jobs.release(await claimed());
      }
      expect(await stateOf(job)).toBe("pending");
    });
  });

  describe("kinds", () => {
    const GEOCODE = { format: "xlsx", options: { dedupe: true, add: "match" }, inputBytes: 5 } as const;
    const ID = "0b3e5a52-7c1f-4d0e-9a53-2f6c1d8e4b70";
    const addFile = () =>
      jobs.add({ id: ID, keyId: 1, kind: "geocode", request: GEOCODE, totalRecords: 3 }, LIMITS);

    test("are claimed apart, and share the limits of the queue", async () => {
      const file = await addFile();
      expect(file).toMatchObject({ id: ID, kind: "geocode", request: GEOCODE, totalRecords: 3 });
      const exported = await added(1);
      await added(1);
      expect(await add(1)).toBe("key-full");
      expect(await claimed()).toMatchObject({ id: exported.id, kind: "export" });
      const claim = await jobs.claim("geocode", "w", noWorkerIsDead);
      expect(claim).toMatchObject({ id: ID, kind: "geocode", request: GEOCODE, attempt: 1 });
      expect(await jobs.claim("geocode", "w", noWorkerIsDead)).toBeUndefined();
    });

    test("a file of a user is owned until its job has ended", async () => {
      await addFile();
      const input = `${ID}.0.input`;
      expect([...(await jobs.listFiles())]).toEqual([input]);
      const claim = (await jobs.claim("geocode", "w", noWorkerIsDead))!;
      expect([...(await jobs.listFiles())].sort()).toEqual([input, `${ID}.1.xlsx`]);
      await jobs.release(claim);
      expect([...(await jobs.listFiles())]).toEqual([input]);
      const again = (await jobs.claim("geocode", "w", noWorkerIsDead))!;
      await jobs.complete(again, 3, { ...FILE, name: `${ID}.2.xlsx` });
      expect([...(await jobs.listFiles())]).toEqual([`${ID}.2.xlsx`]);
    });
  });

  test("jobs are found by the key that owns them only, and after the store was opened again", async () => {
    const job = await added(1);
    expect(await jobs.find(job.id, 2)).toBeUndefined();
    jobs.close();
    jobs = await store.open();
    expect(await jobs.find(job.id, 1)).toEqual(job);
    expect(await jobs.countByState()).toEqual({ pending: 1 });
  });

  test("another completion of a job fails; the same one succeeds, as the first answer may have been lost", async () => {
    await added(1);
    const claim = await claimed();
    expect(await jobs.complete(claim, 7, FILE)).toBe(true);
    expect(await jobs.complete(claim, 7, { ...FILE, name: "other.csv" })).toBe(false);
    expect(await jobs.complete(claim, 7, FILE)).toBe(true);
  });
});

test("an accounts.db of an older version gets the kind, and its jobs are exports", () => {
  const folder = mkdtempSync(join(tmpdir(), "baken-old-jobs-"));
  openSqliteJobs(folder).close();
  const db = new Database(join(folder, "accounts.db"));
  db.run("ALTER TABLE export_job DROP COLUMN kind");
  db.run(
    "INSERT INTO export_job (id, key_id, request, state, created_at, updated_at, total_records) VALUES (?, 1, ?, 'pending', 1, 1, 7)",
    ["0b3e5a52-7c1f-4d0e-9a53-2f6c1d8e4b70", JSON.stringify(REQUEST)],
  );
  db.close();
  for (let opened = 0; opened < 2; opened++) {
    const store = openSqliteJobs(folder);
    expect(store.find("0b3e5a52-7c1f-4d0e-9a53-2f6c1d8e4b70", 1)).toMatchObject({
      kind: "export",
      request: REQUEST,
    });
    store.close();
  }
  rmSync(folder, { recursive: true });
});
