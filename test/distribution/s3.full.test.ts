/** Tests `publish` and `fetch` through S3-compatible storage. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MANIFEST_NAME } from "../../src/distribution/manifest.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, kill, start } from "../support/processes/baken-process.ts";
import { createPublisher } from "../support/registries/publish-copies.ts";
import { BUCKET, type S3Server, startS3 } from "../support/servers/s3-server.ts";

const PLACE = `s3://${BUCKET}/registries`;
const root = mkdtempSync(join(tmpdir(), "baken-s3-registry-"));
const node = join(root, "node");
let s3: S3Server;
let origin: string;
let publishCopy: ReturnType<typeof createPublisher>;
beforeAll(async () => {
  s3 = await startS3();
  origin = await makeDemoFolder(3_000);
  publishCopy = createPublisher(current(origin));
}, 60_000);
afterAll(async () => {
  await s3.close();
  rmSync(origin, { recursive: true });
  rmSync(root, { recursive: true });
});

const run = (...args: string[]) => collectOutcome(start([...s3.launcher, BAKEN, ...args]));
const publish = () => run("publish", "--data", origin, "--to", PLACE);
const fetchInto = (data: string) => run("fetch", "--registry-source", PLACE, "--data", data);
const current = (data: string) => join(data, readFileSync(join(data, "current"), "utf8").trim());
const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

test("a registry and its update reach a node; objects older than the previous one are removed after a day", async () => {
  expect(await publish()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("is published at") });
  expect(await fetchInto(node)).toMatchObject({ exitCode: 0 });
  expect(sha256(current(node))).toBe(sha256(current(origin)));
  publishCopy(origin);
  expect(await publish()).toMatchObject({ exitCode: 0 });
  const { exitCode, stderr } = await fetchInto(node);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(".patch")]);
  expect(sha256(current(node))).toBe(sha256(current(origin)));
  for (const name of await s3.list("registries/")) {
    s3.setAge(name, 25);
  }
  publishCopy(origin);
  expect(await publish()).toMatchObject({ exitCode: 0 });
  const names = await s3.list("registries/");
  expect(names.filter((name) => name.endsWith(".zst")).length).toBe(2);
  expect(names).toContain(`registries/${MANIFEST_NAME}`);
}, 90_000);

test("publish killed while it uploads leaves what was published before, and may be repeated", async () => {
  publishCopy(origin);
  const manifest = await s3.client.file(`registries/${MANIFEST_NAME}`).text();
  // Storage that answers reads, and never a write.
  const writes = Promise.withResolvers<void>();
  const front = createServer((client) => {
    const storage = connect(Number(new URL(s3.endpoint).port), "127.0.0.1");
    storage.on("error", () => client.destroy()).pipe(client);
    client.on("error", () => storage.destroy()).on("close", () => storage.destroy());
    client.on("data", (piece) => {
      if (/^(PUT|POST) /.test(piece.toString("latin1"))) {
        writes.resolve();
        client.pause();
      } else {
        storage.write(piece);
      }
    });
  });
  await once(front.listen(0, "127.0.0.1"), "listening");
  const { port } = front.address() as AddressInfo;
  const launcher = [...s3.launcher.slice(0, -1), `S3_ENDPOINT=http://127.0.0.1:${port}`];
  const child = start([...launcher, BAKEN, "publish", "--data", origin, "--to", PLACE]);
  await writes.promise;
  expect(await kill(child)).toBe(true);
  front.close();
  expect(await s3.client.file(`registries/${MANIFEST_NAME}`).text()).toBe(manifest);
  expect(await publish()).toMatchObject({ exitCode: 0 });
  expect(await fetchInto(node)).toMatchObject({ exitCode: 0 });
  expect(sha256(current(node))).toBe(sha256(current(origin)));
}, 60_000);

test("storage that is away is named, and nothing is made current", async () => {
  await s3.kill();
  const fresh = join(root, "fresh");
  const { exitCode, stderr } = await fetchInto(fresh);
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining(`${PLACE}/${MANIFEST_NAME} cannot be reached`),
  ]);
  expect(existsSync(join(fresh, "current"))).toBe(false);
  await s3.start();
  expect(await fetchInto(fresh)).toMatchObject({ exitCode: 0 });
}, 60_000);
