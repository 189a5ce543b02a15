/**
 * Tests processes killed with `kill -9` while they upload exports to S3-compatible storage: another process finishes
 * the job, and the download is complete. Unlike Amazon's storage, s3rver keeps interrupted uploads; no job refers to
 * them.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { testRandom } from "../support/seed.ts";
import { BUCKET, type S3Server, startS3 } from "../support/servers/s3-server.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const ADDRESSES = 20_000;
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 5);
/** Maximum delay before a kill: about as long as an export of this size takes. */
const MAX_DELAY_MS = 700;
const random = testRandom();

let s3: S3Server;
let dataDir: string;
let authorization: string;
beforeAll(async () => {
  s3 = await startS3();
  dataDir = await makeDemoFolder(ADDRESSES);
  authorization = `Bearer ${issueKey(dataDir, {})}`;
}, 60_000);
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true });
});

const serve = () =>
  startServe(dataDir, ["--threads", "1", "--export-store", `s3://${BUCKET}/x`], s3.launcher);
const ask = ({ url }: ServeProcess, path: string, method = "GET") =>
  fetch(url + path, { method, headers: { authorization, "accept-encoding": "identity" } });

async function queue(server: ServeProcess): Promise<string> {
  const answer = await ask(server, "/export/addresses", "POST");
  return ((await answer.json()) as { data: { job_id: string } }).data.job_id;
}

async function download(server: ServeProcess, id: string): Promise<Buffer> {
  for (;;) {
    const answer = await ask(server, `/export/${id}/download`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 200) {
      return bytes;
    }
    expect(answer.status).toBe(409);
    await Bun.sleep(15);
  }
}

test(`${ROUNDS} servers killed while they upload`, async () => {
  let [one, two] = [await serve(), await serve()];
  const complete = await download(one, await queue(one));
  expect(complete.toString().split("\r\n").length).toBe(ADDRESSES + 2);
  let redone = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const ids = [await queue(one), await queue(two)];
    await Bun.sleep(random() * MAX_DELAY_MS);
    await one.signal("SIGKILL");
    for (const id of ids) {
      expect((await download(two, id)).equals(complete)).toBe(true);
      redone += Number((await s3.list(`x/${id}`)).some((key) => key.includes(".2.csv")));
    }
    [one, two] = [two, await serve()];
  }
  await Promise.all([one.signal("SIGTERM"), two.signal("SIGTERM")]);
  process.stderr.write(`${redone} of ${ROUNDS} kills hit an export that another process then made\n`);
  expect(redone).toBeGreaterThan(ROUNDS / 10);
}, 300_000);
