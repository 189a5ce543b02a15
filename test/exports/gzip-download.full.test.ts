/** Tests the compressed form of an export: made once by the export thread, never by the serving threads. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { openExportHarness } from "../support/servers/export-harness.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const harness = openExportHarness();
const { dataDir, ask, queue, finish } = harness;
afterAll(() => harness.close());

const GZIP = { "accept-encoding": "gzip" };
const pathOf = (id: string, ending: string) => join(dataDir, "exports", `${id}.1.${ending}`);

async function exported(): Promise<string> {
  const id = await queue();
  await finish(id);
  return id;
}

describe("a gzip download", () => {
  test("of twenty at once is, each time, the file kept beside the plain one: nothing is compressed again", async () => {
    const id = await exported();
    // Different content shows where the bytes come from.
    const kept = gzipSync("what was kept");
    writeFileSync(pathOf(id, "csv.gz"), kept);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(`/export/${id}/download`, { headers: GZIP })),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-encoding")).toBe("gzip");
      expect(answer.headers.get("content-length")).toBe(String(kept.length));
      expect(Buffer.from(await answer.arrayBuffer()).equals(kept)).toBe(true);
    }
  });

  test("has an ETag of its own, its own length, and the same for HEAD; a range is one of the plain file", async () => {
    const id = await exported();
    const get = (headers: Record<string, string>, method = "GET") =>
      ask(`/export/${id}/download`, { method, headers });
    const [plain, zipped, described] = [await get({}), await get(GZIP), await get(GZIP, "HEAD")];
    const bytes = Buffer.from(await zipped.arrayBuffer());
    expect(gunzipSync(bytes).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true);
    expect(plain.headers.get("etag")).toBe(`"${id}"`);
    for (const answer of [zipped, described]) {
      expect(answer.headers.get("etag")).toBe(`"${id}-gzip"`);
      expect(answer.headers.get("content-length")).toBe(String(bytes.length));
      expect(answer.headers.get("vary")).toContain("Accept-Encoding");
    }
    expect(await described.text()).toBe("");
    // A resume with the ETag of the compressed form, which has no ranges, gets the whole plain file.
    const resumed = await get({ ...GZIP, range: "bytes=5-", "if-range": `"${id}-gzip"` });
    expect([resumed.status, resumed.headers.get("content-encoding")]).toEqual([200, null]);
    expect(resumed.headers.get("etag")).toBe(`"${id}"`);
  });

  test("of a job from before there were compressed forms is the plain file", async () => {
    const id = await exported();
    rmSync(pathOf(id, "csv.gz"));
    const answer = await ask(`/export/${id}/download`, { headers: GZIP });
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, null]);
    expect(answer.headers.get("etag")).toBe(`"${id}"`);
    expect(await answer.text()).toBe(readFileSync(pathOf(id, "csv"), "utf8"));
  });

  test("of a file that has gone is 410, though its compressed form is there", async () => {
    const id = await exported();
    rmSync(pathOf(id, "csv"));
    expect((await ask(`/export/${id}/download`, { headers: GZIP })).status).toBe(410);
  });
});

describe("over a socket", () => {
  let served: string;
  let server: ServeProcess;
  beforeAll(async () => {
    served = await makeDemoFolder(3_000);
    server = await startServe(served, ["--threads", "1"]);
  }, 60_000);
  afterAll(async () => {
    await server.signal("SIGTERM");
    rmSync(served, { recursive: true });
  });

  test("what a client receives is the kept file, byte by byte, with its length", async () => {
    const headers = { authorization: `Bearer ${issueKey(served, {})}`, ...GZIP };
    const posted = await fetch(`${server.url}/export/addresses`, { method: "POST", headers });
    const { job_id } = JSON.parse(await posted.text()).data;
    const download = `${server.url}/export/${job_id}/download`;
    const raw = async () => await fetch(download, { headers, decompress: false });
    let answer = await raw();
    for (; answer.status === 409; answer = await raw()) {
      await Bun.sleep(15);
    }
    const [zipped] = readdirSync(join(served, "exports")).filter((name) => name.endsWith(".gz"));
    const kept = readFileSync(join(served, "exports", zipped!));
    expect(Buffer.from(await answer.arrayBuffer()).equals(kept)).toBe(true);
    expect(answer.headers.get("content-length")).toBe(String(kept.length));
    expect(gunzipSync(kept).toString().split("\r\n").length).toBe(3_002);
    const head = await fetch(download, { method: "HEAD", headers });
    expect(head.headers.get("content-length")).toBe(String(kept.length));
  });
});
