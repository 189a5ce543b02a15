/** Tests what a server answers while the history file that it serves is truncated, written, replaced or removed. */
import { afterAll, expect, test } from "bun:test";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isAttachedName } from "../../src/registry/file/attached-files.ts";
import { readPointedName } from "../../src/registry/file/pointer.ts";
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

/** Questions that need the history, with answers that no registry without it gives. */
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
];
interface Answer {
  readonly data?: unknown;
  readonly error?: { readonly code: string };
  readonly former?: readonly { readonly address: { readonly postcode: string } }[];
}

async function ask(path: string) {
  const response = await fetch(`${server.url}${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Answer };
}

/** Asks many times, so that both threads answer; returns the statuses that came. */
async function statusesOf(path: string): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 16 }, () => ask(path)));
  return [...new Set(answers.map(({ status }) => status))];
}

async function expectAll(paths: readonly string[], status: number): Promise<void> {
  for (const path of paths) {
    expect([path, ...(await statusesOf(path))]).toEqual([path, status]);
  }
}

const before = await Promise.all(OF_THE_PAST.map(ask));
const { postcode } = (await ask("/geocode/forward?q=Amstellandlaan+84,+Weesp")).body.former![0]!.address;
/** Asks for a key that no address has today; the 404 lists former holders while the history can be read. */
const GONE = `/addresses/lookup?postcode=${postcode}&number=84`;

/** Waits until the server logs a text that it did not log before a change, as many times as given. */
async function untilLogged(text: string, change: () => void, times = 1): Promise<void> {
  const { length } = server.printed();
  change();
  await until(() => server.printed().slice(length).split(text).length > times);
}

/** Lines that tell of a swap: that of the main thread, which finds the file, and one of each thread that answers. */
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
  expect(await ask(GONE)).toMatchObject({ status: 404, body: { former: [{ today: null }] } });
});

test.each<[string, () => void]>([
  ["cut off within a page", () => truncateSync(history, 4_096 * 3 + 100)],
  ["emptied", () => truncateSync(history, 0)],
  ["overwritten by other bytes", () => writeFileSync(history, "no history".repeat(10_000))],
])(
  "a history that is %s while it is served is refused by questions of the past, at once",
  async (_, damage) => {
    const { length } = server.printed();
    damage();
    await expectAll(OF_THE_PAST, 503);
    expect((await ask(OF_THE_PAST[0]!)).body).toMatchObject({
      code: "unavailable",
      detail: expect.stringContaining("history"),
    });
    await expectAll(OF_TODAY, 200);
    const { status, body } = await ask(GONE);
    expect([status, body.former]).toEqual([404, undefined]);
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

test("a read beyond the end of a truncated history is an error and no bus error", () => {
  const copy = join(dataDir, "cut");
  mkdirSync(copy);
  for (const file of readdirSync(dataDir).filter((one) => one.endsWith(".gpkg") || isAttachedName(one))) {
    copyFileSync(join(dataDir, file), join(copy, file));
  }
  const registry = readPointedName(dataDir)!;
  const script = `
    import { truncateSync } from "node:fs";
    import { openSnapshot } from ${JSON.stringify(join(SRC, "registry/file/snapshot.ts"))};
    const { history } = openSnapshot(${JSON.stringify(join(copy, registry))});
    history.statement("SELECT count(*) FROM former_name").values();
    truncateSync(history.path, 8192);
    history.statement("SELECT sum(length(geom)) FROM pand_voorkomen").values();`;
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "-e", script]);
  expect({ exitCode, isRefused: /SQLiteError/.test(stderr.toString()) }).toEqual({
    exitCode: 1,
    isRefused: true,
  });
});
