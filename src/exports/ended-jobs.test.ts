/** Tests the data that jobs keep, and how jobs are ended early, in both stores. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { JOB_STORES } from "../../test/support/stores/job-stores.ts";
import type { Claim, Job, JobStore } from "./job.ts";

const HOUR_MS = 3_600_000;
const LIMITS = { perKey: 3, overall: 5, bytesPerKey: 1e9 };
const REQUEST = { filter: {}, format: "csv" } as const;
const FILE = { name: "x.csv", sizeBytes: 10, version: "registry-2021-10-15", retentionMs: 24 * HOUR_MS };
const noWorkerIsDead = () => false;

describe.each(JOB_STORES)("jobs in %s", async (_name, start) => {
  const store = await start();
  const jobs: JobStore = await store.open();
  beforeEach(() => store.clear());
  afterAll(async () => {
    jobs.close();
    await store.remove();
  });

  async function added(keyId: number): Promise<Job> {
    const job = await jobs.add({ keyId, kind: "export", request: REQUEST, totalRecords: 7 }, LIMITS);
    return typeof job === "string" ? expect.unreachable(job) : job;
  }
  const claimBy = async (worker: string) => jobs.claim("export", worker, noWorkerIsDead);
  async function claimed(worker = "w"): Promise<Claim> {
    return (await claimBy(worker)) ?? expect.unreachable();
  }
  const stateOf = async ({ id, keyId }: Job) => (await jobs.find(id, keyId))?.state;

  describe("bytes kept for a key", () => {
    const limits = { ...LIMITS, bytesPerKey: 100 };
    const addUpload = (inputBytes: number) => {
      const request = { format: "csv", options: {}, inputBytes } as const;
      return jobs.add({ keyId: 1, kind: "geocode", request, totalRecords: 3 }, limits);
    };

    test("are those of finished files and of uploads of unfinished jobs; at the limit no job is added", async () => {
      expect(await jobs.keptBytes(1)).toBe(0);
      expect(await addUpload(100)).toBe("bytes-full");
      expect(await addUpload(60)).toMatchObject({ state: "pending" });
      expect(await addUpload(40)).toBe("bytes-full");
      expect(await addUpload(39)).toMatchObject({ state: "pending" });
      expect(await jobs.keptBytes(1)).toBe(99);
      expect(await jobs.keptBytes(2)).toBe(0);
      const claim = (await jobs.claim("geocode", "w", noWorkerIsDead))!;
      expect(claim.keyId).toBe(1);
      await jobs.complete(claim, 3, { ...FILE, sizeBytes: 61 });
      expect(await jobs.keptBytes(1)).toBe(39 + 61);
      expect(await jobs.add({ keyId: 1, kind: "export", request: REQUEST, totalRecords: 7 }, limits)).toBe(
        "bytes-full",
      );
      await store.advanceClock(24 * HOUR_MS + 1);
      await jobs.expire();
      expect(await jobs.keptBytes(1)).toBe(39);
    });
  });

  describe("a job that is cancelled", () => {
    test("fails when it waits or runs, tells its files, and is lost to its worker", async () => {
      const [waiting, running] = [await added(1), await added(2)];
      const claim = await claimed();
      const [own, other] = claim.id === waiting.id ? [waiting, running] : [running, waiting];
      expect(await jobs.cancel(own.id, "x", own.keyId + 1)).toBeUndefined();
      expect(await stateOf(own)).toBe("processing");
      expect(await jobs.listLive()).toEqual(
        expect.arrayContaining([
          { id: waiting.id, keyId: 1 },
          { id: running.id, keyId: 2 },
        ]),
      );
      const ended = await jobs.cancel(own.id, "Ended.");
      expect(ended).toMatchObject({ job: { state: "failed", error: "Ended." }, files: [`${own.id}.1.csv`] });
      expect(await jobs.report(claim, { processedRecords: 1 })).toBe(false);
      expect(await jobs.complete(claim, 7, FILE)).toBe(false);
      expect(await jobs.cancel(other.id, "Ended.", other.keyId)).toMatchObject({ files: [] });
      expect(await claimBy("w")).toBeUndefined();
      expect(await jobs.listLive()).toEqual([]);
      expect([...(await jobs.listFiles())]).toEqual([]);
    });

    test("expires when it is completed, and does not change when it has ended", async () => {
      const job = await added(1);
      await jobs.complete(await claimed(), 7, FILE);
      expect(await jobs.listLive()).toEqual([{ id: job.id, keyId: 1 }]);
      const ended = await jobs.cancel(job.id, "Ended.", 1);
      expect(ended).toMatchObject({
        job: { state: "expired", error: undefined, file: undefined },
        files: ["x.csv"],
      });
      expect(await jobs.keptBytes(1)).toBe(0);
      expect(await jobs.cancel(job.id, "Again.", 1)).toMatchObject({ job: { state: "expired" }, files: [] });
      const failed = await added(1);
      await jobs.fail(await claimed(), "Broken.");
      expect(await jobs.cancel(failed.id, "Ended.", 1)).toMatchObject({
        job: { state: "failed", error: "Broken." },
        files: [],
      });
      expect(await jobs.cancel("0b3e5a52-7c1f-4d0e-9a53-2f6c1d8e4b70", "x")).toBeUndefined();
    });
  });
});
