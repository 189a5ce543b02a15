/** Tests geocoding jobs over sockets: from the upload to the file, ownership, quota, queue, what stays on disk. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { until } from "../support/processes/until.ts";
import { bodyOf, csvOf, openGeocodeServer } from "../support/servers/geocode-files.ts";

const served = openGeocodeServer({ exportLimits: { perKey: 2, overall: 3, bytesPerKey: 1e9 } });
const { dataDir, issue, ask, post, jobOf, finish } = served;
afterAll(() => served.close());
beforeEach(() => served.startWork());

const PATH = "/geocode/jobs";
const filesIn = (folder: string) => {
  const path = join(dataDir, folder);
  return existsSync(path) ? readdirSync(path) : [];
};

/** Waits until all jobs have ended, without requesting their status, which would cost quota. */
const inputsRemoved = () => until(() => filesIn("exports").every((name) => !name.endsWith(".input")));

async function request(query = "", body: RequestInit["body"] = csvOf(3), token?: string): Promise<string> {
  const response = await post(PATH + query, body, {}, token);
  const answer = await bodyOf(response);
  expect(response.status, answer.message).toBe(202);
  return answer.data.job_id;
}

describe("uploads of a key under way", () => {
  const token = issue();
  // The queue takes three jobs, those of the next test too.
  afterAll(inputsRemoved);

  /** Sends the head and a few bytes of an upload. Returns functions for the answer so far and to disconnect. */
  function begin(head: string) {
    const { hostname, port } = new URL(served.url);
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.on("data", (bytes) => {
      answer += bytes;
    });
    socket.on("error", () => {});
    socket.write(
      `POST /api/v1/geocode/jobs HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nAuthorization: Bearer ${token}\r\n${head}`,
    );
    return { answer: () => answer, end: () => socket.destroy() };
  }
  /** Lists the uploads that were admitted: some of their bytes are written, whatever size they have declared. */
  const uploads = () =>
    filesIn("geocoding").filter(
      (name) => name.endsWith(".upload") && isWritten(join(dataDir, "geocoding", name)),
    );
  const isWritten = (path: string) => (statSync(path, { throwIfNoEntry: false })?.blocks ?? 0) > 0;

  test("are four: a fifth is 429, until one has ended", async () => {
    const piece = "Transfer-Encoding: chunked\r\n\r\n3\r\na;b\r\n";
    const four = [];
    for (let n = 1; n <= 4; n++) {
      four.push(begin(piece));
      await until(() => uploads().length === n);
    }
    const fifth = await post(PATH, csvOf(3), {}, token);
    expect(fifth.status).toBe(429);
    expect(await bodyOf(fifth)).toMatchObject({
      code: "export_queue_full",
      message: "This API key already has 4 uploads under way.",
    });
    expect(fifth.headers.get("retry-after")).toBe("10");
    expect((await post(PATH, csvOf(3))).status).toBe(202);
    four[0]!.end();
    await until(() => uploads().length === 3);
    expect((await post(PATH, csvOf(3), {}, token)).status).toBe(202);
    for (const upload of four) {
      upload.end();
    }
    await until(() => uploads().length === 0);
  });

  test("hold 2 GiB together by what they declare: beyond, one is 429", async () => {
    const large = `Content-Length: ${1024 ** 3}\r\n\r\na;b\n`;
    const two = [];
    for (let n = 1; n <= 2; n++) {
      two.push(begin(large));
      await until(() => uploads().length === n);
    }
    const third = begin("Content-Length: 8\r\n\r\na;b\n1;2\n");
    await until(() => third.answer().includes("}"));
    expect(third.answer()).toStartWith("HTTP/1.1 429 ");
    expect(third.answer()).toContain("The uploads of this API key that are under way are more than 2 GiB");
    two[0]!.end();
    await until(() => uploads().length === 1);
    expect((await post(PATH, csvOf(3), {}, token)).status).toBe(202);
    two[1]!.end();
    await until(() => uploads().length === 0);
  });
});

test("the columns used are named in a header and in the record of the job; strict=1 refuses doubt about them", async () => {
  const used = "postcode=postcode,number=huisnummer";
  const response = await post(PATH, csvOf(3));
  expect([response.status, response.headers.get("x-columns")]).toEqual([202, used]);
  const { job_id } = (await bodyOf(response)).data;
  expect(await jobOf(job_id)).toMatchObject({ columns: used });
  await finish(job_id);
  const rows = Array.from({ length: 3_000 }, (_, i) => `1382KT,5,${i === 2_998 ? "a" : ""}\n`).join("");
  const doubtful = await post(`${PATH}?strict=1`, `pc,nr,x y\n${rows}`);
  expect(doubtful.status).toBe(422);
  expect(JSON.stringify(await bodyOf(doubtful))).toContain("It is not certain what the columns contain");
});

test("at the bytes kept for a key an upload and an export are 409; its jobs end as they are", async () => {
  const small = openGeocodeServer({ exportLimits: { perKey: 5, overall: 5, bytesPerKey: 3_000 } });
  try {
    expect((await small.post(PATH, csvOf(10))).status).toBe(202);
    const full = await small.post(PATH, csvOf(400));
    expect(full.status).toBe(409);
    expect(await bodyOf(full)).toMatchObject({
      code: "export_storage_full",
      message: expect.stringContaining(
        "are kept for one key: finished files, and uploaded ones of unfinished jobs",
      ),
    });
    small.startWork();
    await until(() => readdirSync(join(small.dataDir, "exports")).some((name) => name.endsWith(".1.csv")));
    const exported = await small.post("/export/addresses", null, { headers: {} });
    expect(exported.status).toBe(202);
  } finally {
    await small.close();
  }
});

describe("a job", () => {
  test("from its upload to its file: the same as the answer at once; nothing of the upload stays", async () => {
    const response = await post(PATH, csvOf(40));
    const { data } = await bodyOf(response);
    expect(response.status).toBe(202);
    expect([response.headers.get("x-row-count"), response.headers.get("x-quota-cost")]).toEqual(["40", "40"]);
    expect(data as unknown).toEqual({
      job_id: expect.any(String),
      status: "pending",
      message: `The file is queued. Follow it at ${served.url}/geocode/jobs/${data.job_id}`,
    });
    const job = await finish(data.job_id);
    expect(job).toMatchObject({
      status: "completed",
      total_records: 40,
      processed_records: 40,
      progress: 100,
    });
    expect(job.download_url).toBe(`${served.url}/geocode/jobs/${data.job_id}/download`);
    const file = await ask(`${PATH}/${data.job_id}/download`, { headers: { "accept-encoding": "identity" } });
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="geocoded-2021-10-15.csv"');
    const text = await file.text();
    expect(Buffer.byteLength(text)).toBe(job.file_size!);
    expect(text).toBe(await (await post("/geocode/csv", csvOf(40))).text());
    await until(() => filesIn("geocoding").length === 0);
    await inputsRemoved();
    const [name] = filesIn("exports").filter((each) => each === `${data.job_id}.1.csv`);
    expect((statSync(join(dataDir, "exports", name!)).mode & 0o777).toString(8)).toBe("600");
  });

  test("writes its sentences in the language that was asked for", async () => {
    const { data } = await bodyOf(await post(`${PATH}?lang=nl&add=match`, "pc,nr\n1382KT,5\n1382KT,999\n"));
    await finish(data.job_id);
    const file = await ask(`${PATH}/${data.job_id}/download`);
    expect(await file.text()).toContain('no such number,"De straat bestaat, maar heeft geen nummer 999."');
    expect((await post(`${PATH}?lang=fr`, csvOf(1))).status).toBe(422);
  });

  test("takes a part by Range, and other formats", async () => {
    const id = await request("?format=geojson&dedupe=1");
    expect(await finish(id)).toMatchObject({ status: "completed" });
    const file = await ask(`${PATH}/${id}/download`);
    expect(file.headers.get("content-type")).toBe("application/x-ndjson");
    const lines = (await file.text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).geometry.type)).toEqual(["Point", "Point", "Point"]);
    const part = await ask(`${PATH}/${id}/download`, { headers: { range: "bytes=0-4" } });
    expect([part.status, await part.text()]).toEqual([206, lines[0]!.slice(0, 5)]);
  });

  test("is known to its key only, and not as an export; an export is no geocoding job", async () => {
    const id = await request();
    await finish(id);
    expect((await ask(`${PATH}/${id}`, {}, issue())).status).toBe(404);
    expect((await ask(`${PATH}/${id}/download`, {}, issue())).status).toBe(404);
    expect((await ask(`/export/${id}`)).status).toBe(404);
    expect((await ask(`/export/${id}/download`)).status).toBe(404);
    const exported = (await bodyOf(await post("/export/addresses", null, { headers: {} }))).data.job_id;
    expect((await ask(`${PATH}/${exported}`)).status).toBe(404);
    await until(async () => (await bodyOf(await ask(`/export/${exported}`))).data.status === "completed");
  });

  test("without a file is 409; a file that cannot be read is 422, costs nothing and leaves nothing", async () => {
    await served.stopWork();
    const token = issue({ monthlyQuota: 100 });
    const id = await request("", csvOf(3), token);
    expect((await ask(`${PATH}/${id}/download`, {}, token)).status).toBe(409);
    const before = filesIn("exports");
    for (const [body, message] of [
      [Buffer.from(""), "The file is empty"],
      ["postcode,nr\n1382KT,5\n1382\0KT,6\n", "The file, line 3: "],
      ["foo,bar\n1,2\n", "No columns with addresses"],
    ] as const) {
      const refused = await post(PATH, body, {}, token);
      expect([refused.status, (await bodyOf(refused)).message]).toEqual([
        422,
        expect.stringContaining(message),
      ]);
    }
    expect((await ask("/version", {}, token)).headers.get("x-quota-remaining")).toBe("95");
    expect([filesIn("geocoding"), filesIn("exports")]).toEqual([[], before]);
    served.startWork();
    await inputsRemoved();
  });
});

describe("limits", () => {
  test("quota: at the limit, one above, and given back when the queue is full", async () => {
    await served.stopWork();
    const token = issue({ monthlyQuota: 100 });
    const over = await post(PATH, csvOf(101), {}, token);
    expect([over.status, await bodyOf(over)]).toEqual([
      429,
      expect.objectContaining({ code: "quota_exceeded", rows: 101, quota_remaining: 100 }),
    ]);
    await request("", csvOf(30), token);
    await request("", csvOf(20), token);
    const full = await post(PATH, csvOf(10), {}, token);
    expect([full.status, (await bodyOf(full)).code]).toEqual([429, "export_queue_full"]);
    expect(full.headers.get("x-quota-remaining")).toBe("50");
    expect(filesIn("exports").filter((name) => name.endsWith(".input")).length).toBe(2);
    served.startWork();
    await inputsRemoved();
    const left = Number((await ask("/version", {}, token)).headers.get("x-quota-remaining"));
    const last = await post(PATH, csvOf(left), {}, token);
    expect([last.status, last.headers.get("x-quota-remaining")]).toEqual([202, "0"]);
    await inputsRemoved();
  });

  test("1 GiB: a declared byte more is refused before it is sent", async () => {
    const token = issue();
    const head = (bytes: number) =>
      `POST /api/v1${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: text/csv\r\nContent-Length: ${bytes}\r\n\r\n`;
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
      socket.on("data", (data) => {
        resolve(data.toString());
        socket.destroy();
      });
      socket.write(head(1024 ** 3 + 1));
    });
    expect(answer).toStartWith("HTTP/1.1 413 ");
    const waiting = connect(Number(new URL(served.url).port), "127.0.0.1");
    waiting.write(`${head(1024 ** 3)}postcode,nr\n`);
    const findUpload = () => filesIn("geocoding").find((name) => name.endsWith(".upload"));
    await until(() => findUpload() !== undefined);
    expect((statSync(join(dataDir, "geocoding", findUpload()!)).mode & 0o777).toString(8)).toBe("600");
    waiting.destroy();
    await until(() => filesIn("geocoding").length === 0);
  });

  test("forms and other types are 415, browser keys 403", async () => {
    expect((await post(PATH, "{}", { headers: { "content-type": "application/json" } })).status).toBe(415);
    const browser = issue({ kind: "browser", origins: [served.origin] });
    const headers = { "content-type": "text/csv", origin: served.origin };
    expect((await post(PATH, csvOf(1), { headers }, browser)).status).toBe(403);
  });
});

test("a job whose time is over has no file any more", async () => {
  const short = openGeocodeServer({}, 1);
  short.startWork();
  const { data } = await bodyOf(await short.post(PATH, csvOf(2)));
  await until(async () => (await short.jobOf(data.job_id)).status === "expired");
  expect((await short.ask(`${PATH}/${data.job_id}/download`)).status).toBe(410);
  await short.close();
});

test("what is deleted under a job fails it with a message", async () => {
  await served.stopWork();
  const id = await request();
  rmSync(join(dataDir, "exports", `${id}.0.input`));
  served.startWork();
  expect(await finish(id)).toMatchObject({ status: "failed", error: expect.stringContaining("The file") });
  expect(await jobOf(id)).toMatchObject({ download_url: null });
});
