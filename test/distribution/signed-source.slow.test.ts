/** Tests `publish --sign-key` and `--registry-key`: write access to the storage cannot change or roll back data. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MANIFEST_NAME } from "../../src/distribution/manifest.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { replaceFile } from "../support/processes/replace-file.ts";
import { until } from "../support/processes/until.ts";
import { createPublisher } from "../support/registries/publish-copies.ts";
import { type ObjectSite, serveObjects } from "../support/servers/object-site.ts";
import { BUCKET, type S3Server, startS3 } from "../support/servers/s3-server.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const root = mkdtempSync(join(tmpdir(), "baken-signed-"));
const source = join(root, "source");
const manifestPath = join(source, MANIFEST_NAME);
let s3: S3Server;
let site: ObjectSite;
let origin: string;
let publishCopy: (dataDir: string) => string;
let dataDir: string;
let server: ServeProcess | undefined;
beforeAll(async () => {
  s3 = await startS3();
  site = serveObjects(source);
  origin = await makeDemoFolder(500);
  publishCopy = createPublisher(join(origin, currentName(origin)));
}, 60_000);
afterAll(async () => {
  await s3.close();
  await site.stop();
  rmSync(root, { recursive: true });
  rmSync(origin, { recursive: true });
});
beforeEach(() => {
  rmSync(source, { recursive: true, force: true });
  dataDir = mkdtempSync(join(root, "node-"));
  site.ranges.length = 0;
});
afterEach(async () => {
  await server?.signal("SIGKILL");
  server = undefined;
});

interface SignKey {
  readonly path: string;
  /** Value of `--registry-key`, as openssl prints it. */
  readonly registryKey: string;
  readonly publicKey: KeyObject;
}

function makeKey(name: string): SignKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const path = join(root, name);
  writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  const registryKey = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  return { path, registryKey, publicKey };
}
const ours = makeKey("publish.key");
const other = makeKey("other.key");

const currentName = (folder: string) => readFileSync(join(folder, "current"), "utf8").trim();
const sumOf = (folder: string) =>
  createHash("sha256")
    .update(readFileSync(join(folder, currentName(folder))))
    .digest("hex");
const run = (...args: string[]) => collectOutcome(start([...s3.launcher, BAKEN, ...args]));
const publish = (to: string, ...args: string[]) => run("publish", "--data", origin, "--to", to, ...args);
const publishSigned = (to = source) => publish(to, "--sign-key", ours.path);
const fetchFrom = (from: string, ...args: string[]) =>
  run("fetch", "--data", dataDir, "--registry-source", from, ...args);
const fetchSigned = (from = source) => fetchFrom(from, "--registry-key", ours.registryKey);
const refusal = (text: string) => ({ exitCode: 1, stderr: expect.stringContaining(text) });

test("a signed registry is fetched with the key, and without one, from a folder, a web server and S3", async () => {
  const bucket = `s3://${BUCKET}/signed`;
  for (const to of [source, bucket]) {
    expect(await publishSigned(to)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(`--registry-key ${ours.registryKey}`),
    });
  }
  for (const from of [source, site.url, bucket]) {
    expect(await fetchSigned(from)).toMatchObject({ exitCode: 0 });
    expect(sumOf(dataDir)).toBe(sumOf(origin));
    expect(await fetchFrom(from, "--registry-key", other.registryKey)).toMatchObject(
      refusal("has a signature of another key, or was changed"),
    );
    dataDir = mkdtempSync(join(root, "node-"));
  }
  expect(await fetchFrom(source)).toMatchObject({ exitCode: 0 });
}, 60_000);

test("the signature is Ed25519 over all other members as JSON without white space", async () => {
  await publishSigned();
  const { signature, ...members } = JSON.parse(readFileSync(manifestPath, "utf8"));
  const text = Buffer.from(JSON.stringify(members));
  const key = createPublicKey(ours.publicKey.export({ type: "spki", format: "pem" }));
  expect(verify(null, text, key, Buffer.from(signature, "base64"))).toBe(true);
});

test("with a key, what is not signed, signed by another, or changed in any member is refused and nothing fetched", async () => {
  await publish(source);
  expect(await fetchSigned()).toMatchObject(refusal(`${MANIFEST_NAME} is not signed`));
  await publishSigned();
  const signed = JSON.parse(readFileSync(manifestPath, "utf8"));
  const changes = {
    name: signed.name.replace("2", "1"),
    sha256: "0".repeat(64),
    date: "2020-01-01",
    publishedAt: signed.publishedAt + 1,
    parts: [{ ...signed.parts[0], sha256: "1".repeat(64) }, ...signed.parts.slice(1)],
    patches: [],
    comment: "a member of no version",
    signature: `${signed.signature.startsWith("A") ? "B" : "A"}${signed.signature.slice(1)}`,
  };
  for (const [member, value] of Object.entries({ ...changes, patches: [patchOf(signed)] })) {
    writeFileSync(manifestPath, JSON.stringify({ ...signed, [member]: value }));
    expect({ member, ...(await fetchSigned(site.url)) }).toMatchObject({
      member,
      ...refusal("has a signature of another key, or was changed"),
    });
  }
  expect(site.ranges).toEqual([]);
  expect(readdirSync(dataDir).filter((name) => /gpkg|current/.test(name))).toEqual([]);
}, 60_000);

function patchOf({ name, sha256, size }: { name: string; sha256: string; size: number }) {
  const patchName = name.replace(".zst", `-from-${"0".repeat(16)}.patch`);
  return { name: patchName, size: 0, sha256, base: "0".repeat(64), target: sha256, targetSize: size };
}

test("a former manifest, put back by somebody else, is refused; the publisher goes back by publishing again", async () => {
  const data = join(root, "publisher");
  const first = publishCopy(data);
  const publishFrom = () => run("publish", "--data", data, "--to", source, "--sign-key", ours.path);
  expect((await publishFrom()).exitCode).toBe(0);
  const former = readFileSync(manifestPath);
  const { publishedAt } = JSON.parse(`${former}`);
  publishCopy(data);
  expect((await publishFrom()).exitCode).toBe(0);
  const newer = readFileSync(manifestPath);
  expect((await fetchSigned()).exitCode).toBe(0);
  const served = sumOf(dataDir);

  writeFileSync(manifestPath, former);
  expect(await fetchSigned()).toMatchObject(
    refusal(`published at ${new Date(publishedAt).toISOString()}, before`),
  );
  expect(sumOf(dataDir)).toBe(served);
  // Another folder has used no newer registry, so it accepts this one. A fetch without the key does not check this.
  expect(
    (
      await run(
        "fetch",
        "--data",
        mkdtempSync(join(root, "node-")),
        "--registry-source",
        source,
        "--registry-key",
        ours.registryKey,
      )
    ).exitCode,
  ).toBe(0);

  writeFileSync(manifestPath, newer);
  writeFileSync(join(data, "current"), `${first}\n`);
  expect((await publishFrom()).exitCode).toBe(0);
  expect((await fetchSigned()).exitCode).toBe(0);
  expect(sumOf(dataDir)).toBe(sumOf(data));
  expect(sumOf(dataDir)).not.toBe(served);
}, 60_000);

test("what the folder knows of the newest use is not guessed when its file is damaged", async () => {
  await publishSigned();
  expect((await fetchSigned()).exitCode).toBe(0);
  writeFileSync(join(dataDir, ".fetch/newest.json"), "{");
  expect(await fetchSigned()).toMatchObject(
    refusal("newest.json, which records the newest registry in use, cannot be read"),
  );
});

test("a server goes on with what it has while a former manifest lies there, and says why", async () => {
  const data = join(root, "second-publisher");
  publishCopy(data);
  const publishFrom = () => run("publish", "--data", data, "--to", source, "--sign-key", ours.path);
  await publishFrom();
  const former = readFileSync(manifestPath);
  publishCopy(data);
  await publishFrom();
  const args = ["--threads", "1", "--registry-source", source, "--registry-key", ours.registryKey];
  server = await startServe(dataDir, args);
  const served = sumOf(dataDir);
  replaceFile(manifestPath, former);
  const printed = () => server!.printed();
  await until(() => printed().includes("the published registry cannot be fetched"));
  expect(printed()).toContain("somebody has put it back");
  expect(sumOf(dataDir)).toBe(served);
  // A newer registry of the publisher is accepted. The server's fetch process uses the same key.
  publishCopy(data);
  await publishFrom();
  await until(() => printed().includes("switched to the published registry"));
  expect(sumOf(dataDir)).toBe(sumOf(data));
}, 60_000);

test("publish never leaves servers with a key without what they can take, unless forced", async () => {
  await publishSigned();
  const before = readFileSync(manifestPath);
  for (const args of [[], ["--sign-key", other.path]]) {
    expect(await publish(source, ...args)).toMatchObject(refusal("is signed with another key"));
  }
  expect(readFileSync(manifestPath)).toEqual(before);
  expect(await publish(source, "--sign-key", other.path, "--force")).toMatchObject({ exitCode: 0 });
  expect(await fetchFrom(source, "--registry-key", other.registryKey)).toMatchObject({ exitCode: 0 });
}, 60_000);

test("a key that others can read, or an invalid one, is refused before anything is written", async () => {
  const open = makeKey("open.key");
  chmodSync(open.path, 0o644);
  const rsa = join(root, "rsa.key");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(rsa, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  const cases = {
    [open.path]: `other users may read it, and sign with it. Run: chmod 600 ${open.path}`,
    [rsa]: "holds a key of type rsa: expected ed25519",
    [join(root, "none.key")]: "cannot be used: ENOENT",
  };
  for (const [path, text] of Object.entries(cases)) {
    expect(await publish(source, "--sign-key", path)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(text),
    });
  }
  const secret = readFileSync(ours.path, "utf8").split("\n")[1]!;
  const { exitCode, stderr } = await fetchFrom(source, "--registry-key", secret);
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining("the public Ed25519 key that publish prints"),
  ]);
});
