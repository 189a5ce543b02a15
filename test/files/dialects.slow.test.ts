/**
 * Tests files about Weesp in every dialect, five of them with title rows and unrelated columns: the page for files and
 * the command recognise the columns, and their results are equal byte for byte.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HEADER_SETS } from "../support/columns/all-sets.ts";
import { createFileWriter } from "../support/columns/column-file.ts";
import { readPlaces } from "../support/columns/places.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { DIALECTS } from "../support/dialects/dialects.ts";
import { writeDirtyFile } from "../support/dialects/dirty-file.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { testRandom } from "../support/seed.ts";
import { openFilesServer } from "../support/servers/files-page.ts";

const served = await openFilesServer({}, await makeWeespFolder());
beforeAll(() => served.startWork());
afterAll(() => served.close());

/** One of so many addresses is in the files of the dialects. */
const SAMPLE_INTERVAL = 50;
const ROWS_OF_SETS = 100;
const WITH_TITLES = [
  "WOZ subjects and objects, title rows",
  "two header rows, delivery and billing, number joined",
  "home care routes",
  "title rows in a sheet",
  "two header rows, visiting and postal",
];

interface NamedFile {
  readonly name: string;
  readonly extension: string;
  readonly bytes: Buffer;
}

function* listFiles(): Generator<NamedFile> {
  const all = readPlaces(served.dataDir);
  const sample = all.filter((_, i) => i % SAMPLE_INTERVAL === 0);
  for (const dialect of DIALECTS) {
    const { bytes } = writeDirtyFile(dialect, sample, { all, random: testRandom() });
    yield { name: dialect.name, extension: dialect.extension, bytes };
  }
  const write = createFileWriter(all, { rows: ROWS_OF_SETS });
  for (const set of HEADER_SETS.filter(({ name }) => WITH_TITLES.includes(name))) {
    yield { name: set.name, extension: set.form === "xlsx" ? "xlsx" : "csv", bytes: write(set).bytes };
  }
}

async function ofCommand({ extension, bytes }: NamedFile): Promise<string> {
  const input = join(served.dataDir, `rows.${extension}`);
  writeFileSync(input, bytes);
  const out = join(served.dataDir, "geocoded.csv");
  const words = ["geocode", input, "--out", out, "--replace", "--data", served.dataDir];
  const { exitCode, stderr } = await runBaken(words);
  expect(exitCode, stderr).toBe(0);
  return readFileSync(out, "utf8");
}

const files = [...listFiles()];

test("there are eight dialects and five sheets with titles", () => {
  expect(files).toHaveLength(8 + WITH_TITLES.length);
});

test.each(files.map((file) => [file.name, file] as const))("%s", async (_, file) => {
  const own = served.tab();
  const [state, expected] = await Promise.all([own.geocode(file.bytes), ofCommand(file)]);
  expect((await own.download({ format: "csv" })).toString()).toBe(expected);
  expect(state.by_match.exact).toBeGreaterThan(state.file.rows / 3);
  await own.end();
});
