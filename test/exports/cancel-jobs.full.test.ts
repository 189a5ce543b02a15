/** Tests how jobs are ended early: by their owner, by the operator's command, and when their key ends. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBaken } from "../support/processes/baken-process.ts";
import { canMountDisks, runOnDisk } from "../support/processes/small-disk.ts";
import { until } from "../support/processes/until.ts";
import { bodyOf, csvOf, openGeocodeServer } from "../support/servers/geocode-files.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const served = openGeocodeServer();
const { dataDir, issue, ask, post, finish } = served;
afterAll(() => served.close());

const filesOf = (id: string) =>
  ["exports", "geocoding"]
    .map((folder) => join(dataDir, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => name.startsWith(id));

/** Paths of jobs of both kinds, and how to request one. */
const KINDS = [
  ["/export", "/export/addresses", null],
  ["/geocode/jobs", "/geocode/jobs", csvOf(3)],
] as const;

async function request(path: string, body: string | null, token?: string): Promise<string> {
  const init = body === null ? { headers: {} } : {};
  const response = await post(path, body, init, token);
  expect(response.status).toBe(202);
  return (await bodyOf(response)).data.job_id;
}

/** Returns the status of a DELETE and its answer. */
async function cancel(path: string, token?: string) {
  const response = await ask(path, { method: "DELETE" }, token);
  return [response.status, await bodyOf(response)] as const;
}

interface ListedJob {
  readonly id: string;
  readonly state: string;
  readonly error?: string;
  readonly sizeBytes: number | null;
}

/** Lists the jobs as the operator does, by their ids. */
async function listJobs(): Promise<Map<string, ListedJob>> {
  const { stdout } = await runBaken(["jobs", "list", "--json", "--data", dataDir]);
  return new Map((JSON.parse(stdout) as ListedJob[]).map((job) => [job.id, job]));
}

describe.each(KINDS)("%s", (path, asked, body) => {
  test("one that waits is failed by its owner, and its files are gone; others cannot, and see nothing", async () => {
    await served.stopWork();
    const id = await request(asked, body);
    expect((await cancel(`${path}/${id}`, issue()))[0]).toBe(404);
    const browser = issue({ kind: "browser", origins: [served.origin] });
    const refused = await ask(
      `${path}/${id}`,
      { method: "DELETE", headers: { origin: served.origin } },
      browser,
    );
    expect([refused.status, (await bodyOf(refused)).code]).toEqual([403, "key_read_only"]);
    const [status, answer] = await cancel(`${path}/${id}`);
    expect(status).toBe(200);
    expect(answer.data as unknown).toMatchObject({
      job_id: id,
      status: "failed",
      error: "Cancelled by its owner.",
      download_url: null,
    });
    expect(filesOf(id)).toEqual([]);
    served.startWork();
    expect((await cancel(`${path}/${id}`))[1].data).toMatchObject({ status: "failed" });
  });

  test("the file of a completed one is deleted: it is expired, and 410", async () => {
    served.startWork();
    const id = await request(asked, body);
    await until(async () => (await bodyOf(await ask(`${path}/${id}`))).data.status === "completed");
    expect(filesOf(id).length).toBeGreaterThan(0);
    expect((await cancel(`${path}/${id}`))[1].data).toMatchObject({ status: "expired", file_size: null });
    expect(filesOf(id)).toEqual([]);
    expect((await ask(`${path}/${id}/download`)).status).toBe(410);
  });

  test("the jobs of a key that was revoked or has expired are ended, and nothing of them stays", async () => {
    served.startWork();
    const tokens = [issue(), issue()];
    const completed = await Promise.all(tokens.map((token) => request(asked, body, token)));
    for (const [i, id] of completed.entries()) {
      await until(
        async () => (await bodyOf(await ask(`${path}/${id}`, {}, tokens[i]))).data.status === "completed",
      );
    }
    const kept = await request(asked, body);
    await served.stopWork();
    const waiting = await Promise.all(tokens.map((token) => request(asked, body, token)));
    const keys = openKeyStore(dataDir);
    const [first, second] = tokens.map((token) => Number.parseInt(token, 10));
    keys.revoke(first!);
    keys.update(second!, { expiresAt: "2020-01-01T00:00:00.000Z" });
    served.startWork();
    // Their owner sees nothing any more; the operator does.
    let jobs = new Map<string, ListedJob>();
    await until(async () => {
      jobs = await listJobs();
      return [...completed, ...waiting].every((id) => ["failed", "expired"].includes(jobs.get(id)!.state));
    });
    for (const id of waiting) {
      const { state, error, sizeBytes } = jobs.get(id)!;
      // A job that ran before the thread checked its key had a file; the file has been removed.
      const reason = state === "failed" ? "The API key was revoked or has expired." : undefined;
      expect([error, sizeBytes]).toEqual([reason, null]);
    }
    expect(completed.map((id) => jobs.get(id)!.state)).toEqual(["expired", "expired"]);
    await until(() => [...completed, ...waiting].every((id) => filesOf(id).length === 0));
    await until(async () => (await bodyOf(await ask(`${path}/${kept}`))).data.status === "completed");
    keys.close();
  });
});

describe("baken jobs", () => {
  test.skipIf(!canMountDisks("cancelling on a full disk"))(
    "cancel removes the file that fills the disk; where that frees nothing it names what cannot be written",
    async () => {
      served.startWork();
      const id = await request("/export/addresses", null);
      await until(async () => (await bodyOf(await ask(`/export/${id}`))).data.status === "completed");
      await served.stopWork();
      const mount = join(tmpdir(), `baken-cancel-disk-${process.pid}`);
      const name = `${mount}/exports/${id}.1.csv`;
      const fill = `cat /dev/zero 2>/dev/null >"${mount}/other"`;
      const disk = { sizeBytes: 64_000_000, mount, dataDir };
      const cancelled = runOnDisk(
        { ...disk, prepare: `head -c 8000000 /dev/zero >"${name}"; ${fill}; test -s "${name}" || exit 9` },
        ["jobs", "cancel", id],
      );
      expect(cancelled.stdout).toContain("exit 0");
      expect(cancelled.message).toBe(`Job ${id} of key 1 is expired; it has no files.`);
      expect(cancelled.stdout).toContain(`Only in ${dataDir}/exports: ${id}.1.csv`);
      const nothingFreed = runOnDisk({ ...disk, prepare: `rm "${mount}/exports"/*; ${fill}` }, [
        "jobs",
        "cancel",
        id,
      ]);
      expect(nothingFreed.stdout).toContain("exit 1");
      expect(nothingFreed.message).toContain(`${mount}/accounts.db cannot be used: database or disk is full`);
      rmSync(mount, { recursive: true });
      served.startWork();
    },
    60_000,
  );

  test("list shows all, cancel ends one and tells its owner; another is exit 1", async () => {
    await served.stopWork();
    const id = await request("/geocode/jobs", csvOf(3));
    const list = await runBaken(["jobs", "list", "--data", dataDir]);
    expect(list.stdout.split("\n")[0]).toMatch(/^id +key +kind +format +state +rows +bytes +requested$/);
    expect(list.stdout).toMatch(new RegExp(`^${id} +1 +geocode +csv +pending +0 of 3 +- +20`, "m"));
    const { exitCode, stderr } = await runBaken(["jobs", "cancel", id, "--data", dataDir]);
    expect([exitCode, stderr.trim()]).toEqual([0, `Job ${id} of key 1 is failed; it has no files.`]);
    expect(filesOf(id)).toEqual([]);
    served.startWork();
    expect(await finish(id)).toMatchObject({
      status: "failed",
      error: "Cancelled by the operator of this service.",
    });
    for (const unknown of [crypto.randomUUID(), "x"]) {
      const refused = await runBaken(["jobs", "cancel", unknown, "--data", dataDir]);
      expect([refused.exitCode, refused.stderr]).toEqual([
        1,
        expect.stringContaining(`There is no job ${unknown}. baken jobs list shows the jobs.`),
      ]);
    }
  });
});
