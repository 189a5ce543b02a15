/** Tests exports as a client uses them: jobs, their owners, the queue, the file. */
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openSqliteJobs } from "../../src/exports/sqlite/sqlite-job-store.ts";
import { openExportHarness } from "../support/servers/export-harness.ts";
import { ORIGIN } from "../support/servers/http-harness.ts";

const harness = openExportHarness();
const { dataDir, ask, post, queue, jobOf, finish } = harness;
const [theirs, others, browser] = [harness.issue(), harness.issue(), harness.issue("browser")];
afterAll(() => harness.close());

describe("a job", () => {
  test("is queued, followed, and completed with everything the specification names", async () => {
    const response = await post();
    expect(response.status).toBe(202);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { data } = JSON.parse(await response.text());
    expect(Object.keys(data)).toEqual(["job_id", "status", "message"]);
    expect(data.status).toBe("pending");
    expect(data.message).toContain(`${ORIGIN}/api/v1/export/${data.job_id}`);
    const early = await jobOf(data.job_id);
    expect(early.total_records).toBe(17);
    const job = await finish(data.job_id);
    expect(job).toEqual({
      job_id: data.job_id,
      status: "completed",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
      total_records: 17,
      processed_records: 17,
      progress: 100,
      download_url: `${ORIGIN}/api/v1/export/${data.job_id}/download`,
      file_size: Buffer.byteLength(await (await ask(`/export/${data.job_id}/download`)).text()),
      data_version: "2021-10-15-0123456789ab",
    });
  });

  test("that needs no temporary files makes no folder for them", async () => {
    await finish(await queue());
    expect(readdirSync(dataDir)).toContain("exports");
    expect(readdirSync(dataDir)).not.toContain("geocoding");
  });

  test("is unknown to other keys, also its file", async () => {
    const id = await queue();
    await finish(id);
    for (const path of [`/export/${id}`, `/export/${id}/download`]) {
      expect((await ask(path)).status).toBe(200);
      expect((await ask(path, {}, theirs)).status).toBe(404);
      const hidden = JSON.parse(await (await ask(path, {}, theirs)).text());
      const unknown = JSON.parse(await (await ask(path.replace(id, crypto.randomUUID()))).text());
      expect(hidden.message.replace(id, "")).toBe(unknown.message.replace(/[0-9a-f-]{36}/, ""));
    }
    expect((await ask("/export/nonsense")).status).toBe(422);
    expect((await ask(`/export/${id.toUpperCase()}`)).status).toBe(200);
  });

  test("cannot be requested by a browser key, without a key, or with GET", async () => {
    expect((await post("", { headers: { origin: ORIGIN } }, browser)).status).toBe(403);
    expect((await post("", {}, "1|x")).status).toBe(401);
    const get = await ask("/export/addresses");
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("the queue", () => {
  test("refuses above the limit of a key and above that of all, and goes on when there is room", async () => {
    await harness.stopWork();
    const [first, second] = [await queue(), await queue()];
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(JSON.parse(await refused.text())).toMatchObject({ code: "export_queue_full" });
    const third = await queue("", {}, theirs);
    expect((await post("", {}, others)).status).toBe(429);

    const waiting = await ask(`/export/${first}/download`);
    expect(waiting.status).toBe(409);
    expect(JSON.parse(await waiting.text())).toMatchObject({ code: "export_not_ready" });
    expect(await jobOf(first)).toMatchObject({
      status: "pending",
      progress: 0,
      download_url: null,
      file_size: null,
    });

    harness.startWork();
    for (const id of [first, second]) {
      await finish(id);
    }
    await finish(third, theirs);
    await finish(await queue("", {}, others), others);
  });
});

test("progress follows what the worker reports, and is 100 only with a file", async () => {
  await harness.stopWork();
  const id = await queue();
  const jobs = openSqliteJobs(dataDir);
  const claim = (await jobs.claim("export", "test", () => false))!;
  for (const [processedRecords, progress] of [
    [0, 0],
    [5, 29],
    [16, 94],
    [17, 99],
  ] as const) {
    await jobs.report(claim, { processedRecords });
    expect(await jobOf(id)).toMatchObject({
      status: "processing",
      total_records: 17,
      processed_records: processedRecords,
      progress,
      download_url: null,
    });
  }
  expect((await ask(`/export/${id}/download`)).status).toBe(409);
  await jobs.fail(claim, "It is broken.");
  jobs.close();
  expect(await jobOf(id)).toMatchObject({ status: "failed", error: "It is broken.", file_size: null });
  expect((await ask(`/export/${id}/download`)).status).toBe(409);
  harness.startWork();
});

describe("a file", () => {
  test("is expired after its time, and so is one that has gone", async () => {
    const [late, gone] = [await queue(), await queue()];
    await finish(late);
    await finish(gone);
    const db = new Database(join(dataDir, "accounts.db"));
    db.run("PRAGMA busy_timeout = 60000");
    db.run("UPDATE export_job SET expires_at = ? WHERE id = ?", [Date.now(), late]);
    expect(await jobOf(late)).toMatchObject({
      status: "expired",
      progress: 100,
      download_url: null,
      file_size: null,
    });
    const { file_name } = db
      .query<{ file_name: string }, [string]>("SELECT file_name FROM export_job WHERE id = ?")
      .get(gone)!;
    db.close();
    rmSync(join(dataDir, "exports", file_name));
    for (const id of [late, gone]) {
      const response = await ask(`/export/${id}/download`);
      expect(response.status).toBe(410);
      expect(JSON.parse(await response.text())).toMatchObject({ code: "export_expired" });
    }
  });

  test("is named, typed, and sent whole, in part, compressed, or only described", async () => {
    const id = await queue("?format=csv");
    const { file_size: size } = await finish(id);
    const get = (headers: Record<string, string> = {}, method = "GET") =>
      ask(`/export/${id}/download`, { method, headers });
    const whole = await get();
    expect(whole.headers.get("content-disposition")).toBe('attachment; filename="addresses-2021-10-15.csv"');
    expect(whole.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(whole.headers.get("content-length")).toBe(String(size));
    const text = await whole.text();
    expect(Buffer.byteLength(text)).toBe(size);
    expect(text.split("\r\n").length).toBe(19);

    const head = await get({ range: "bytes=0-1" }, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(size),
      "",
    ]);
    const bytes = Buffer.from(text);
    for (const [range, first, last] of [
      ["bytes=0-99", 0, 99],
      ["bytes=-7", size - 7, size - 1],
      [`bytes=${size - 1}-`, size - 1, size - 1],
    ] as const) {
      const part = await get({ range, "accept-encoding": "gzip" });
      expect(part.status).toBe(206);
      expect(part.headers.get("content-range")).toBe(`bytes ${first}-${last}/${size}`);
      expect(part.headers.get("content-encoding")).toBeNull();
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(first, last + 1));
    }
    for (const first of [`${size}`, "99999999999999999999"]) {
      const beyond = await get({ range: `bytes=${first}-` });
      expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${size}`]);
      expect(
        ["content-disposition", "etag", "accept-ranges"].map((name) => beyond.headers.get(name)),
      ).toEqual([null, null, null]);
    }
    const etag = whole.headers.get("etag")!;
    expect((await get({ range: "bytes=0-1", "if-range": etag })).status).toBe(206);
    expect((await get({ range: "bytes=0-1", "if-range": '"other"' })).status).toBe(200);

    const zipped = await get({ "accept-encoding": "br, gzip;q=0.5" });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(zipped.headers.get("etag")).not.toBe(etag);
    expect(Buffer.from(Bun.gunzipSync(new Uint8Array(await zipped.arrayBuffer())))).toEqual(bytes);
    expect((await get({ "accept-encoding": "zstd" })).headers.get("content-encoding")).toBeNull();
  });

  test("is not sent again to who has it, in the coding asked for", async () => {
    const id = await harness.queue();
    await harness.finish(id);
    const get = (headers: Record<string, string>, method = "GET") =>
      harness.ask(`/export/${id}/download`, { headers, method });
    const etag = (await get({})).headers.get("etag")!;
    const zipped = (await get({ "accept-encoding": "gzip" })).headers.get("etag")!;
    for (const headers of [
      { "if-none-match": etag },
      { "if-none-match": `W/${etag}` },
      { "if-none-match": `"x", ${etag}` },
      { "if-none-match": "*" },
      { "if-none-match": etag, range: "bytes=0-1" },
      { "if-none-match": zipped, "accept-encoding": "gzip" },
    ]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await get(headers, method);
        expect([answer.status, await answer.text()], JSON.stringify(headers)).toEqual([304, ""]);
        expect(answer.headers.get("etag")).toBe("accept-encoding" in headers ? zipped : etag);
        expect(answer.headers.get("content-type")).toBeNull();
      }
    }
    expect((await get({ "if-none-match": '"other"' })).status).toBe(200);
    expect((await get({ "if-none-match": zipped })).status).toBe(200);
    expect((await get({ "if-none-match": '"other"', range: "bytes=0-1" })).status).toBe(206);
  });
});
