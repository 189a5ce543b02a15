/**
 * Tests serving processes killed with `kill -9` in the middle of a geocoding job: the next process continues the job,
 * and the file equals the file of an uninterrupted job, byte for byte. TEST_ROUNDS=50 kills more.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { until } from "../support/processes/until.ts";
import { testRandom } from "../support/seed.ts";
import { type AnswerBody, bodyOf } from "../support/servers/geocode-files.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const ADDRESSES = 5_000;
const ROWS = 4_000;
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 5);
const FORMATS = ["csv", "xlsx", "geojson", "gpkg", "parquet"] as const;
/** Maximum delay before a kill, in milliseconds; a job of these rows takes about as long. */
const MAX_DELAY_MS = 1_000;
const random = testRandom();

let dataDir: string;
let authorization: string;
let file: string;
beforeAll(async () => {
  dataDir = await makeDemoFolder(ADDRESSES);
  authorization = `Bearer ${issueKey(dataDir, {})}`;
  file = writeFile();
}, 60_000);
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Returns addresses of the country, each several times, some with a typing error. */
function writeFile(): string {
  const name = readdirSync(dataDir).find((each) => each.startsWith("registry-"))!;
  const db = openReadOnly(join(dataDir, name));
  const rows = db
    .query<{ postcode: string; huisnummer: number; straat: string }, []>(
      "SELECT postcode, huisnummer, straatnaam AS straat FROM adres WHERE postcode IS NOT NULL ORDER BY fid",
    )
    .all();
  db.close();
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const { postcode, huisnummer, straat } = rows[i % rows.length]!;
    const typed = i % 7 === 0 ? straat.slice(1) : straat;
    return `${i},${i % 5 === 0 ? "" : postcode},${huisnummer},"${typed}"`;
  });
  return `id,postcode,huisnummer,straat\n${lines.join("\n")}\n`;
}

const start = () => startServe(dataDir, ["--threads", "1"]);

async function ask({ url }: ServeProcess, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization, "content-type": "text/csv", "accept-encoding": "identity" };
  return await fetch(`${url}/geocode/jobs${path}`, { ...init, headers });
}

async function queue(server: ServeProcess, format: string): Promise<string> {
  const response = await ask(server, `?format=${format}&dedupe=1`, { method: "POST", body: file });
  const answer: AnswerBody = await bodyOf(response);
  expect(response.status, answer.message).toBe(202);
  return answer.data.job_id;
}

async function downloadCompleted(server: ServeProcess, id: string): Promise<Buffer> {
  await until(async () => {
    const response = await ask(server, `/${id}`);
    const { data, message }: AnswerBody = await bodyOf(response);
    expect(response.status, message).toBe(200);
    expect(["pending", "processing", "completed"]).toContain(data.status);
    return data.status === "completed";
  }, 600_000);
  return Buffer.from(await (await ask(server, `/${id}/download`)).arrayBuffer());
}

const journals = () => readdirSync(join(dataDir, "geocoding")).filter((name) => name.endsWith(".journal"));

test(`${ROUNDS} servers killed while they geocode a file`, async () => {
  let server = await start();
  const complete = new Map<string, Buffer>();
  let interrupted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const format = FORMATS[round % FORMATS.length]!;
    if (!complete.has(format)) {
      complete.set(format, await downloadCompleted(server, await queue(server, format)));
    }
    const id = await queue(server, format);
    await Bun.sleep(random() * MAX_DELAY_MS);
    await server.signal("SIGKILL");
    interrupted += Number(journals().length > 0);
    server = await start();
    const resumed = await downloadCompleted(server, id);
    expect(resumed.equals(complete.get(format)!), `${format}, round ${round}`).toBe(true);
    await until(() => readdirSync(join(dataDir, "geocoding")).length === 0);
  }
  expect(interrupted).toBeGreaterThan(0);
  expect(readdirSync(join(dataDir, "exports")).filter((name) => name.endsWith(".input"))).toEqual([]);
  expect(await server.signal("SIGTERM")).toBe(0);
  process.stderr.write(`${interrupted} of ${ROUNDS} kills hit a job under way\n`);
}, 1_800_000);

test("a server that gets SIGTERM gives its job back, and the next one goes on", async () => {
  const first = await start();
  const ids = [await queue(first, "csv"), await queue(first, "csv")];
  await until(() => journals().length > 0);
  expect(await first.signal("SIGTERM")).toBe(0);
  const second = await start();
  const files = [await downloadCompleted(second, ids[0]!), await downloadCompleted(second, ids[1]!)];
  expect(files[0]!.equals(files[1]!)).toBe(true);
  await second.signal("SIGTERM");
}, 600_000);
