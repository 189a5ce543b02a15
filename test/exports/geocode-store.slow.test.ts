/** Tests uploads in S3-compatible storage and in a shared folder: one server takes a file, another one geocodes it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { until } from "../support/processes/until.ts";
import { bodyOf, csvOf } from "../support/servers/geocode-files.ts";
import { BUCKET, type S3Server, startS3 } from "../support/servers/s3-server.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

let s3: S3Server;
let dataDir: string;
let shared: string;
let authorization: string;
beforeAll(async () => {
  s3 = await startS3();
  dataDir = await makeDemoFolder(500);
  shared = mkdtempSync(join(tmpdir(), "baken-shared-"));
  authorization = `Bearer ${issueKey(dataDir, {})}`;
}, 60_000);
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true });
  rmSync(shared, { recursive: true });
});

const ask = ({ url }: ServeProcess, path: string, init: RequestInit = {}) =>
  fetch(url + path, {
    ...init,
    headers: { authorization, "accept-encoding": "identity", "content-type": "text/csv" },
  });

test.each(["s3", "folder"] as const)(
  "a file uploaded to one server is geocoded by another, through %s",
  async (kind) => {
    const store = kind === "s3" ? `s3://${BUCKET}/uploads` : shared;
    const names = async () => (kind === "s3" ? await s3.list("uploads/") : readdirSync(shared));
    const serve = () => startServe(dataDir, ["--threads", "1", "--export-store", store], s3.launcher);
    const hasInput = async () => (await names()).some((name) => name.endsWith(".0.input"));
    const first = await serve();
    const send = { method: "POST", body: csvOf(2_000) };
    const expected = await (await ask(first, "/geocode/csv?add=match", send)).text();
    expect(expected.split("\r\n").length).toBe(2_002);
    const answer = await ask(first, "/geocode/jobs?add=match", send);
    const { data } = await bodyOf(answer);
    expect(answer.status).toBe(202);
    await first.signal("SIGKILL");
    // As on another machine, nothing of the upload is left here.
    rmSync(join(dataDir, "geocoding"), { recursive: true });
    const second = await serve();
    const status = async () => (await bodyOf(await ask(second, `/geocode/jobs/${data.job_id}`))).data.status;
    await until(async () => (await status()) === "completed", 60_000);
    expect(await (await ask(second, `/geocode/jobs/${data.job_id}/download`)).text()).toBe(expected);
    await until(async () => !(await hasInput()));
    await until(() => readdirSync(join(dataDir, "geocoding")).length === 0);
    expect(await second.signal("SIGTERM")).toBe(0);
  },
  120_000,
);
