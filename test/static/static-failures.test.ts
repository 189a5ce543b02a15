/** Tests the requests of the static-files client to its host, and its errors for an invalid folder. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStaticClient, StaticFilesFailed } from "../../src/http/client/static/static-client.ts";
import { readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";
import { writeStaticFolder } from "../support/servers/static-folder.ts";
import { type StaticHost, serveFolder } from "../support/servers/static-host.ts";

const KEURSTRAAT = { postcode: "1382KT", number: "5a" };
const ID = "0457200000521750";

let weesp: Weesp;
let sound: string;
const work = mkdtempSync(join(tmpdir(), "baken-static-"));
const hosts: StaticHost[] = [];
let copies = 0;

beforeAll(async () => {
  weesp = await readWeesp();
  sound = writeStaticFolder(weesp.snapshot);
});
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  weesp.close();
  rmSync(sound, { recursive: true });
  rmSync(work, { recursive: true });
});

/** Serves a copy of the folder, for a client without a memory of it. */
function serveCopy() {
  const folder = join(work, String(copies++));
  cpSync(sound, folder, { recursive: true });
  const host = serveFolder(folder);
  hosts.push(host);
  const latest = JSON.parse(readFileSync(join(folder, "latest.json"), "utf8"));
  const client = createStaticClient({ baseUrl: host.url, retries: 0 });
  return { folder, version: join(folder, latest.folder), latest, host, client };
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof StaticFilesFailed ? [error.reason, error.message] : error),
  );

describe("a folder that is not whole", () => {
  test("a missing file of addresses is distinguished from a postcode area that does not exist", async () => {
    const { version, client } = serveCopy();
    rmSync(join(version, "postcode/1382.json"));
    expect(await failure(client.lookup(KEURSTRAAT))).toEqual([
      "damaged",
      expect.stringMatching(/postcode\/1382\.json is missing or cut off: the upload is not complete/),
    ]);
    expect(await client.lookup({ postcode: "1000AA", number: 1 })).toMatchObject({ address: null });
  });

  test("nothing uploaded, a page of the host in place of files, a file that was cut off", async () => {
    const { folder, version, client } = serveCopy();
    writeFileSync(join(version, "postcode/1382.json"), '{"format":1,"places":[["3631"');
    expect(await failure(client.lookup(KEURSTRAAT))).toEqual([
      "damaged",
      expect.stringContaining("is missing or cut off"),
    ]);
    for (const content of ["<!doctype html><title>Shop</title>", "{}", undefined]) {
      rmSync(join(folder, "latest.json"), { force: true });
      if (content !== undefined) {
        writeFileSync(join(folder, "latest.json"), content);
      }
      const fresh = createStaticClient({ baseUrl: hosts.at(-1)!.url, retries: 0 });
      expect(await failure(fresh.version())).toEqual([
        "damaged",
        expect.stringContaining("is not a file of baken static"),
      ]);
    }
  });

  test("a folder of another format is named", async () => {
    const { folder, latest, client } = serveCopy();
    writeFileSync(join(folder, "latest.json"), JSON.stringify({ ...latest, format: 2 }));
    expect(await failure(client.lookup(KEURSTRAAT))).toEqual([
      "other-format",
      expect.stringContaining("has format 2; this client reads 1"),
    ]);
  });

  test("a host that is away is one fault, and answers again when it is back", async () => {
    const { folder, host, client } = serveCopy();
    await host.stop();
    expect(await failure(client.lookup(KEURSTRAAT))).toEqual(["away", expect.stringContaining("no answer")]);
    const port = Number(new URL(host.url).port);
    const back = Bun.serve({
      port,
      hostname: "127.0.0.1",
      fetch: (request) =>
        new Response(Bun.file(join(folder, new URL(request.url).pathname.replace("/some/path", "")))),
    });
    expect((await client.lookup(KEURSTRAAT)).address?.nummeraanduiding_id).toBe(ID);
    await back.stop(true);
  });
});

describe("a page that stays open", () => {
  test("goes on with a new version when the former one is removed", async () => {
    const { folder, version, latest, client } = serveCopy();
    expect((await client.lookup(KEURSTRAAT)).address?.nummeraanduiding_id).toBe(ID);
    renameSync(version, join(folder, "next"));
    writeFileSync(join(folder, "latest.json"), JSON.stringify({ ...latest, folder: "next" }));
    // An area that was not read from the previous version.
    const [other] = weesp.adressen.filter(({ postcode }) => postcode?.startsWith("1381"));
    const found = await client.lookup({ postcode: other!.postcode!, number: other!.huisnummer });
    expect(found.address ?? found.candidates[0]).toMatchObject({ straatnaam: other!.straatnaam });
  });

  test("answers without its host what it has read", async () => {
    const { host, client } = serveCopy();
    await client.postcode("1382 KT");
    await host.stop();
    expect((await client.lookup(KEURSTRAAT)).address?.nummeraanduiding_id).toBe(ID);
  });

  test("the reason of an aborted signal ends a call, and not the next one", async () => {
    const { client } = serveCopy();
    const controller = new AbortController();
    const call = client.lookup(KEURSTRAAT, { signal: controller.signal });
    controller.abort(new Error("typed on"));
    expect(call).rejects.toThrow("typed on");
    expect((await client.lookup(KEURSTRAAT)).address?.nummeraanduiding_id).toBe(ID);
  });
});

describe("what the host sees", () => {
  const pathsOf = ({ requests }: StaticHost) => requests.map(({ path }) => path.replace(/^.*?\//, ""));

  test("of a postcode its four digits, once they are typed, and no more for a second address there", async () => {
    const { host, client } = serveCopy();
    client.prepare("138");
    client.prepare("1382");
    await client.lookup(KEURSTRAAT);
    await client.lookup({ postcode: "1382KT", number: 7 });
    expect(pathsOf(host)).toEqual(["latest.json", "postcode/1382.json"]);
  });

  test("of a typed line the page of its name, and of no two numbers anything different", async () => {
    const asked = [];
    for (const number of ["5", "5a", "11", "999"]) {
      const { host, client } = serveCopy();
      for (const line of [
        "ke",
        "keurstr",
        "Keurstraat",
        `Keurstraat ${number}`,
        `Keurstraat ${number}, Weesp`,
      ]) {
        await client.autocomplete(line);
      }
      asked.push(pathsOf(host));
    }
    const [first = []] = asked;
    expect(first).toEqual([
      "latest.json",
      "names/begin/ke.json",
      expect.stringMatching(/^names\/\d\.json$/),
      "postcode/1382.json",
    ]);
    expect(asked.slice(1)).toEqual([first, first, first]);
  });

  test("a request that fails is repeated as often as is asked", async () => {
    const statuses = [503, 200];
    const client = createStaticClient({
      baseUrl: "https://host.example/",
      fetch: async () =>
        new Response(readFileSync(join(sound, "latest.json")), { status: statuses.shift() ?? 500 }),
    });
    expect(await client.version()).toMatchObject({ addresses: 12_034, include: ["positions"] });
    expect(statuses).toEqual([]);
  });
});
