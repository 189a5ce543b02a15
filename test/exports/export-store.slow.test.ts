/** Tests export files in S3-compatible storage and in a shared folder: one process writes them, another sends them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { requestSmall } from "../../src/storage/web-request.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { canMountDisks } from "../support/processes/small-disk.ts";
import { until } from "../support/processes/until.ts";
import { startFaultProxy } from "../support/servers/fault-proxy.ts";
import { findFreePort, hasPostgres, startPostgres } from "../support/servers/postgres-cluster.ts";
import { BUCKET, type S3Server, startS3 } from "../support/servers/s3-server.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const ADDRESSES = 3_000;
let s3: S3Server;
let dataDir: string;
let shared: string;
let authorization: string;
const servers: ServeProcess[] = [];
beforeAll(async () => {
  s3 = await startS3();
  dataDir = await makeDemoFolder(ADDRESSES);
  shared = mkdtempSync(join(tmpdir(), "baken-shared-"));
  authorization = `Bearer ${issueKey(dataDir, {})}`;
}, 60_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.signal("SIGKILL")));
  await s3.close();
  rmSync(dataDir, { recursive: true });
  rmSync(shared, { recursive: true });
});

async function serve(store: string): Promise<ServeProcess> {
  const server = await startServe(dataDir, ["--threads", "1", "--export-store", store], s3.launcher);
  servers.push(server);
  return server;
}

const stop = async (server: ServeProcess) => {
  expect(await server.signal("SIGTERM")).toBe(0);
  servers.splice(servers.indexOf(server), 1);
};

const ask = ({ url }: ServeProcess, path: string, init: RequestInit & { decompress?: boolean } = {}) =>
  fetch(url + path, { ...init, headers: { authorization, "accept-encoding": "identity", ...init.headers } });

/** Lists the shared folder without its marker. */
const listShared = () => readdirSync(shared).filter((name) => name !== ".baken-exports");

interface Job {
  readonly status: string;
  readonly file_size: number;
}

async function queue(server: ServeProcess): Promise<string> {
  const answer = await ask(server, "/export/addresses", { method: "POST" });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([202, text]);
  return (JSON.parse(text) as { data: { job_id: string } }).data.job_id;
}

async function jobOf(server: ServeProcess, id: string): Promise<Job> {
  const answer = await ask(server, `/export/${id}`);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, text]);
  return (JSON.parse(text) as { data: Job }).data;
}

async function completed(server: ServeProcess, id: string): Promise<Job> {
  await until(async () => (await jobOf(server, id)).status === "completed");
  return await jobOf(server, id);
}

describe.each(["s3", "folder"] as const)("files in %s", (kind) => {
  const store = () => (kind === "s3" ? `s3://${BUCKET}/exports` : shared);
  const names = async () => {
    const files = kind === "s3" ? await s3.list("exports/") : listShared();
    return files.map((name) => name.replace("exports/", "")).toSorted();
  };

  test("written by one process are sent by another: whole, in part, compressed, described", async () => {
    const writer = await serve(store());
    const id = await queue(writer);
    const { file_size } = await completed(writer, id);
    await stop(writer);
    expect(await names()).toEqual([`${id}.1.csv`, `${id}.1.csv.gz`]);
    expect(existsSync(join(dataDir, "exports")) ? readdirSync(join(dataDir, "exports")) : []).toEqual([]);

    const server = await serve(store());
    const download = `/export/${id}/download`;
    const whole = await ask(server, download);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, bytes.length, whole.headers.get("accept-ranges")]).toEqual([
      200,
      file_size,
      "bytes",
    ]);
    expect(bytes.toString().split("\r\n").length).toBe(ADDRESSES + 2);

    const part = await ask(server, download, { headers: { range: "bytes=100-299" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-299/${file_size}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true);
    const rest = await ask(server, download, { headers: { range: `bytes=${file_size - 5}-` } });
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(-5))).toBe(true);
    const beyond = await ask(server, download, { headers: { range: `bytes=${file_size}-` } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${file_size}`]);

    const zipped = await ask(server, download, { headers: { "accept-encoding": "gzip" }, decompress: false });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).equals(bytes)).toBe(true);
    const head = await ask(server, download, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, `${file_size}`]);
    const unchanged = await ask(server, download, {
      headers: { "if-none-match": whole.headers.get("etag")! },
    });
    expect(unchanged.status).toBe(304);

    for (const name of await names()) {
      await (kind === "s3" ? s3.client.delete(`exports/${name}`) : rmSync(join(shared, name)));
    }
    expect((await ask(server, download)).status).toBe(410);
    await stop(server);
  }, 60_000);
});

describe.skipIf(!hasPostgres())("nodes with data folders of their own", () => {
  test("send what another has written, and do the job of one that was killed while it uploaded", async () => {
    const postgres = startPostgres({ port: await findFreePort() });
    const otherDir = await makeDemoFolder(ADDRESSES);
    const ours = authorization;
    try {
      const accounts = ["--accounts", postgres.url];
      const node = (data: string) =>
        startServe(
          data,
          ["--threads", "1", "--export-store", `s3://${BUCKET}/nodes`, ...accounts],
          s3.launcher,
        );
      const one = await node(dataDir);
      servers.push(one);
      const words = [
        "keys",
        "create",
        "--name",
        "x",
        "--type",
        "server",
        "--rate",
        "none",
        "--data",
        dataDir,
        ...accounts,
      ];
      authorization = `Bearer ${(await runBaken(words)).stdout.trim().split("\n").at(-1)}`;
      const id = await queue(one);
      const { file_size } = await completed(one, id);
      const bytes = Buffer.from(await (await ask(one, `/export/${id}/download`)).arrayBuffer());

      process.kill(s3.pid, "SIGSTOP");
      const interrupted = await queue(one);
      await until(async () => (await jobOf(one, interrupted)).status === "processing");
      await one.signal("SIGKILL");
      servers.splice(servers.indexOf(one), 1);
      process.kill(s3.pid, "SIGCONT");

      const two = await node(otherDir);
      servers.push(two);
      const download = await ask(two, `/export/${id}/download`, { headers: { range: "bytes=10-" } });
      expect([download.status, download.headers.get("content-range")]).toEqual([
        206,
        `bytes 10-${file_size - 1}/${file_size}`,
      ]);
      expect(Buffer.from(await download.arrayBuffer()).equals(bytes.subarray(10))).toBe(true);
      await completed(two, interrupted);
      const redone = await ask(two, `/export/${interrupted}/download`);
      expect(Buffer.from(await redone.arrayBuffer()).equals(bytes)).toBe(true);
      await stop(two);
    } finally {
      authorization = ours;
      postgres.remove();
      rmSync(otherDir, { recursive: true });
    }
  }, 90_000);
});

describe("a sweep of a shared place", () => {
  test("removes what no job owns when it is a day old, and nothing of others", async () => {
    const job = "0b3e5a52-7c1f-4d0e-9a53-2f6c1d8e4b70";
    const ages = {
      [`${job}.1.csv`]: 25,
      [`${job}.2.csv.tmp`]: 25,
      [`${job}.3.csv.gz`]: 23,
      "notes.txt": 999,
    };
    for (const [name, hours] of Object.entries(ages)) {
      writeFileSync(join(shared, name), name);
      const time = new Date(Date.now() - hours * 3_600_000);
      utimesSync(join(shared, name), time, time);
    }
    const server = await serve(shared);
    await until(() => listShared().length === 2);
    expect(listShared().toSorted()).toEqual([`${job}.3.csv.gz`, "notes.txt"]);
    await stop(server);
  });
});

describe("storage that is away", () => {
  test("lets exports wait, and downloads fail with 503; when it is back the export is made", async () => {
    const server = await serve(`s3://${BUCKET}/away`);
    const done = await queue(server);
    await completed(server, done);
    await s3.kill();
    const id = await queue(server);
    await until(() => server.printed().includes("the export thread cannot run exports"));
    expect(["pending", "processing"]).toContain((await jobOf(server, id)).status);
    const refused = await ask(server, `/export/${done}/download`);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, "unavailable"]);
    await s3.start();
    const { file_size } = await completed(server, id);
    const bytes = await (await ask(server, `/export/${id}/download`)).arrayBuffer();
    expect(bytes.byteLength).toBe(file_size);
    expect(server.printed()).not.toContain("S3RVER");
    await stop(server);
  }, 60_000);

  test("and never had credentials ends the command with what to set", async () => {
    const serve = start([
      BAKEN,
      "serve",
      "--data",
      dataDir,
      "--port",
      "0",
      "--export-store",
      `s3://${BUCKET}`,
    ]);
    const { exitCode, stderr } = await collectOutcome(serve);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("S3_ACCESS_KEY_ID");
  });
});

describe("a shared folder", () => {
  const away = () => `${shared}.away`;
  const serveWithMetrics = async (launcher: readonly string[] = []) => {
    const flags = ["--threads", "1", "--admin-port", "0", "--export-store", shared];
    const server = await startServe(dataDir, flags, launcher);
    servers.push(server);
    const [, port] = /Metrics on http:\/\/127\.0\.0\.1:(\d+)/.exec(server.printed())!;
    const isUnreachable = async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return /^baken_storage_unreachable (\d)$/m.exec(text)?.[1];
    };
    return { server, isUnreachable };
  };

  test("that is not mounted, so that it is empty: exports wait, downloads get 503; mounted again all goes on", async () => {
    const former = await serveWithMetrics();
    const done = await queue(former.server);
    await completed(former.server, done);
    await until(async () => (await former.isUnreachable()) === "0");
    // The folder disappears while a server runs; the server has never looked for the file.
    renameSync(shared, away());
    mkdirSync(shared);
    expect((await ask(former.server, `/export/${done}/download`)).status).toBe(503);
    await stop(former.server);

    const { server, isUnreachable } = await serveWithMetrics();
    const refused = await ask(server, `/export/${done}/download`);
    expect([refused.status, await refused.text()]).toEqual([503, expect.not.stringContaining(shared)]);
    const id = await queue(server);
    await until(async () => (await isUnreachable()) === "1");
    await until(() => server.printed().includes(`${shared} is not mounted, or was emptied`));
    expect(["pending", "processing"]).toContain((await jobOf(server, id)).status);
    const geocoded = await ask(server, "/geocode/jobs", {
      method: "POST",
      headers: { "content-type": "text/csv" },
      body: "postcode;huisnummer\n1011AB;1\n",
    });
    expect(geocoded.status).toBe(503);
    expect(readdirSync(shared)).toEqual([]);
    rmdirSync(shared);
    renameSync(away(), shared);
    await completed(server, id);
    expect((await ask(server, `/export/${done}/download`)).status).toBe(200);
    await until(async () => (await isUnreachable()) === "0");
    await stop(server);
  }, 90_000);

  test.skipIf(!canMountDisks("a folder that is read-only"))(
    "that is read-only: exports wait, and are made once it can be written",
    async () => {
      const script = `mount --bind "${shared}" "${shared}" && mount -o remount,ro,bind "${shared}" && exec "$@"`;
      const { server, isUnreachable } = await serveWithMetrics(["unshare", "-rm", "sh", "-c", script, "sh"]);
      const id = await queue(server);
      await until(async () => (await isUnreachable()) === "1");
      await until(() => server.printed().includes(`${shared} cannot be used: EROFS`));
      expect(["pending", "processing"]).toContain((await jobOf(server, id)).status);
      await stop(server);
      const writable = await serve(shared);
      await completed(writable, id);
      await stop(writable);
    },
    60_000,
  );
});

test("storage that hangs: a download, a cancelled job and a file to geocode are answered before it is given up", async () => {
  const link = await startFaultProxy(Number(new URL(s3.endpoint).port));
  const through = ["env", "S3_ACCESS_KEY_ID=S3RVER", "S3_SECRET_ACCESS_KEY=S3RVER"];
  const launcher = [...through, `S3_ENDPOINT=http://127.0.0.1:${link.port}`];
  const flags = ["--threads", "1", "--export-store", `s3://${BUCKET}/hanging`];
  const server = await startServe(dataDir, flags, launcher);
  servers.push(server);
  const id = await queue(server);
  await completed(server, id);
  link.set({ kind: "hole" });
  // The three tries of a request without a time limit began at the same moment, so a slow machine delays both.
  const beforeGivenUp = async (answer: Promise<Response>): Promise<Response> => {
    const tries = requestSmall(() => `http://127.0.0.1:${link.port}`).catch(() => undefined);
    const first = await Promise.race([answer, tries]);
    expect(first).toBeInstanceOf(Response);
    return await answer;
  };
  const download = await beforeGivenUp(ask(server, `/export/${id}/download`));
  expect([download.status, await download.text()]).toEqual([503, expect.stringContaining("unavailable")]);
  const file = { headers: { "content-type": "text/csv" }, body: "postcode;huisnummer\n1011AB;1\n" };
  const geocoded = await beforeGivenUp(ask(server, "/geocode/jobs", { method: "POST", ...file }));
  expect([geocoded.status, await geocoded.text()]).toEqual([503, expect.not.stringContaining("s3:")]);
  const cancelled = await beforeGivenUp(ask(server, `/export/${id}`, { method: "DELETE" }));
  expect(cancelled.status).toBeLessThan(300);
  link.set({ kind: "pass" });
  await stop(server);
  await link.stop();
}, 120_000);
