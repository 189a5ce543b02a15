/** Tests the answers of a server while the history file that it serves is truncated, written, replaced or removed. */
import { afterAll, expect, test } from "bun:test";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { isAttachedName } from "../../src/registry/file/attached-files.ts";
import { readPointedName } from "../../src/registry/file/pointer.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { formerFilterOf } from "../../src/registry/history/former-filter.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { until } from "../support/processes/until.ts";
import { issueKey, startServe } from "../support/servers/serve-process.ts";

const SRC = join(import.meta.dir, "../../src");

const dataDir = await makeWeespPastFolder();
const headers = { authorization: `Bearer ${issueKey(dataDir, {})}` };
const history = join(dataDir, readdirSync(dataDir).find(isAttachedName)!);
const whole = join(dataDir, "whole");
copyFileSync(history, whole);
const server = await startServe(dataDir, ["--threads", "2"]);
afterAll(async () => {
  await server.signal("SIGKILL");
  rmSync(dataDir, { recursive: true });
});

/** Requests that need the history: without it a registry cannot give these answers. */
const OF_THE_PAST = [
  "/addresses/lookup?postcode=1381BK&number=3&valid_on=2011-03-28",
  "/addresses/0457200000522517/history",
  "/addresses/former?street=Loevensteinkade&city=Weesp&number=21",
  "/buildings/0457100000065980/history",
  "/statistics/timeline?gemeente_code=0457",
];
const OF_TODAY = [
  "/addresses/lookup?postcode=1381BK&number=3",
  "/addresses/search?q=Loevesteinkade+21+Weesp",
  "/addresses/0457200000522517",
  "/cities/3631",
  "/version",
];
interface Answer {
  readonly data?: unknown;
  readonly error?: { readonly code: string };
  readonly former?: readonly { readonly address: { readonly postcode: string }; readonly today: unknown }[];
}

async function askOf({ url }: typeof server, path: string) {
  const response = await fetch(`${url}${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Answer };
}

const ask = (path: string) => askOf(server, path);

/** Asks many times, so that both threads answer; returns the statuses that came. */
async function statusesOf(path: string, of = server): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 16 }, () => askOf(of, path)));
  return [...new Set(answers.map(({ status }) => status))];
}

async function expectAll(paths: readonly string[], status: number, of = server): Promise<void> {
  for (const path of paths) {
    expect([path, ...(await statusesOf(path, of))]).toEqual([path, status]);
  }
}

/** Expects answers about today, without history, where history is not asked for. */
async function expectTodayAlone(of = server): Promise<void> {
  // Without history, the line is corrected to an address of today.
  await expectAll([...OF_TODAY, GONE_LINE], 200, of);
  await expectAll([GONE_KEY], 404, of);
  expect(await askGone(of)).toEqual([undefined, undefined]);
}

/** Returns `today` of each former address of the line and of the key; undefined if none are reported. */
async function askGone(of: typeof server) {
  const answers = await Promise.all([GONE_LINE, GONE_KEY].map((path) => askOf(of, path)));
  return answers.map(({ body }) => body.former?.map(({ today }) => today));
}

const before = await Promise.all(OF_THE_PAST.map(ask));
const GONE_LINE = "/geocode/forward?q=Amstellandlaan+84,+Weesp";
const { postcode } = (await ask(GONE_LINE)).body.former![0]!.address;
/** The same key, which no address has today; the 404 lists former addresses while the history is readable. */
const GONE_KEY = `/addresses/lookup?postcode=${postcode}&number=84`;

/** Waits until the server logs a text that it did not log before a change, as many times as given. */
async function untilLogged(text: string, change: () => void, times = 1): Promise<void> {
  const { length } = server.printed();
  change();
  await until(() => server.printed().slice(length).split(text).length > times);
}

/** Log lines about a swap: one of the main thread, which finds the file, and one of each thread that answers. */
const SWAP_LINES = 3;

/** Puts the whole history back in one step, and waits until both threads serve it. */
async function putBack(): Promise<void> {
  const other = join(dataDir, "other");
  copyFileSync(whole, other);
  await untilLogged("serving a new registry", () => renameSync(other, history), SWAP_LINES);
  expect(await isAsBefore()).toBe(true);
}

const isAsBefore = async () => Bun.deepEquals(await Promise.all(OF_THE_PAST.map(ask)), before);

test("all is answered of a whole history", async () => {
  await expectAll([...OF_THE_PAST, ...OF_TODAY], 200);
  expect(await askGone(server)).toEqual([[null], [null]]);
  expect((await ask("/version")).body.data).toMatchObject({ history: true, history_since: "2010-11-25" });
});

test.each<[string, () => void]>([
  ["cut off within a page", () => truncateSync(history, 4_096 * 3 + 100)],
  ["emptied", () => truncateSync(history, 0)],
  ["overwritten by other bytes", () => writeFileSync(history, "no history".repeat(10_000))],
])(
  "a history that is %s while it is served is refused at once to questions about history",
  async (_, damage) => {
    const { length } = server.printed();
    damage();
    await expectAll(OF_THE_PAST, 503);
    expect((await ask(OF_THE_PAST[0]!)).body).toMatchObject({
      code: "unavailable",
      detail: expect.stringContaining("history"),
    });
    await expectTodayAlone();
    await until(() => server.printed().slice(length).includes(history));
    await expectAll(OF_TODAY, 200);
    await expectAll(OF_THE_PAST, 503);
    await putBack();
  },
);

test("a history that is replaced by another file, or removed, is answered from as long as it is open", async () => {
  const other = join(dataDir, "other");
  writeFileSync(other, "no history");
  await untilLogged(`${history} is not the history file`, () => renameSync(other, history));
  expect(await isAsBefore()).toBe(true);
  rmSync(history);
  await expectAll(OF_TODAY, 200);
  expect(await isAsBefore()).toBe(true);
  await putBack();
});

/** Copies the registry with its history, and damages every table of the copy except the one read to open it. */
function copyDamaged(): { readonly folder: string; readonly path: string } {
  const folder = copyFolder("damaged");
  const path = join(folder, basename(history));
  const bytes = readFileSync(path);
  {
    using db = openReadOnly(path);
    const pages = db.query<{ page: number }, []>(
      "SELECT rootpage AS page FROM sqlite_schema WHERE rootpage > 0 AND name <> 'attached_file'",
    );
    for (const { page } of pages.all()) {
      bytes.fill(0, (page - 1) * 4_096, page * 4_096);
    }
  }
  writeFileSync(path, bytes);
  return { folder, path };
}

/** Copies the files that a server needs to a folder inside the data folder, with the whole history. */
function copyFolder(name: string): string {
  const folder = join(dataDir, name);
  mkdirSync(folder);
  const isNeeded = (one: string) => one.endsWith(".gpkg") || ["current", "accounts.db"].includes(one);
  for (const file of readdirSync(dataDir).filter(isNeeded)) {
    copyFileSync(join(dataDir, file), join(folder, file));
  }
  copyFileSync(whole, join(folder, basename(history)));
  return folder;
}

test("a history with damaged pages is refused to questions about history, logged once, and answered from when it is mended", async () => {
  const { folder, path } = copyDamaged();
  const other = await startServe(folder, ["--threads", "1"]);
  await expectTodayAlone(other);
  expect((await askOf(other, "/version")).body.data).toMatchObject({ history: false, history_since: null });
  await expectAll([...OF_THE_PAST, "/addresses/0457200000522517?include=source"], 503, other);
  await expectTodayAlone(other);
  expect(other.printed().split(`"the history is damaged: `)).toHaveLength(2);
  expect(other.printed()).toContain(path);
  expect(other.printed()).not.toContain("a request failed");
  copyFileSync(whole, join(folder, "other"));
  renameSync(join(folder, "other"), path);
  await until(() => other.printed().split("serving a new registry").length > 2);
  await expectAll(OF_THE_PAST, 200, other);
  expect(await askGone(other)).toEqual([[null], [null]]);
  await other.signal("SIGKILL");
});

test("the keys of former addresses are read when the history is whole again", () => {
  const folder = copyFolder("mended");
  const path = join(folder, basename(history));
  const bytes = readFileSync(path);
  const asOf = (seconds: number) => utimesSync(path, seconds, seconds);
  asOf(1_000_000_000);
  const snapshot = openSnapshot(join(folder, readPointedName(folder)!));
  truncateSync(path, 8_192);
  const parts = { huisletter: null, huisnummertoevoeging: null };
  const isKnown = () => formerFilterOf(snapshot).hasPostcode(postcode, 84, parts);
  expect(isKnown()).toBe(false);
  writeFileSync(path, bytes);
  asOf(1_000_000_000);
  expect(isKnown()).toBe(true);
  snapshot.close();
});

test("a read beyond the end of a truncated history is an error and no bus error", () => {
  const copy = copyFolder("cut");
  const registry = readPointedName(dataDir)!;
  const script = `
    import { truncateSync } from "node:fs";
    import { openSnapshot } from ${JSON.stringify(join(SRC, "registry/file/snapshot.ts"))};
    const { history } = openSnapshot(${JSON.stringify(join(copy, registry))});
    history.statement("SELECT count(*) FROM former_name").values();
    truncateSync(history.path, 8192);
    history.statement("SELECT sum(length(geom)) FROM pand_voorkomen").values();`;
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "-e", script]);
  expect({ exitCode, isRefused: /The history of this server is damaged/.test(stderr.toString()) }).toEqual({
    exitCode: 1,
    isRefused: true,
  });
});
