/** Compares the pages of names with all names, for beginnings on one page and on several pages. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createStaticClient } from "../../src/http/client/static/static-client.ts";
import { openRegistry, type Registry } from "../../src/registry/file/open-registry.ts";
import { foldName, keysOfName } from "../../src/static/name-words.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { SMALL_PAGES, writeStaticFolder } from "../support/servers/static-folder.ts";

let data: string;
let registry: Registry;
let folder: string;

beforeAll(async () => {
  data = await makeDemoFolder(20_000);
  registry = openRegistry(data);
  folder = writeStaticFolder(registry.current()!, ["positions"], SMALL_PAGES);
});
afterAll(() => {
  registry.close();
  rmSync(data, { recursive: true });
  rmSync(folder, { recursive: true });
});

interface Street {
  readonly label: string;
  readonly keys: readonly string[];
  count: number;
}

/** Reads the streets of each woonplaats name, with the keys that they are listed under. */
function readStreets(): Street[] {
  const { db } = registry.current()!;
  const rows = db
    .query<{ street: string; short: string | null; place: string; count: number }, []>(
      `SELECT straatnaam AS street, max(verkorte_straatnaam) AS short, naam AS place, count(*) AS count
       FROM adres JOIN woonplaats ON woonplaats.fid = woonplaats_id GROUP BY straatnaam, woonplaats_id ORDER BY 1, 3`,
    )
    .all();
  return rows.map(({ street, short, place, count }) => ({
    label: `${street}, ${place}`,
    keys: [street, ...(short === null ? [] : [short])]
      .flatMap(keysOfName)
      .map((key) => `${key} ${foldName(place)}`),
    count,
  }));
}

test("a beginning finds all its streets on one page, and the twenty largest names on several", async () => {
  const streets = readStreets();
  const client = createStaticClient({
    baseUrl: "",
    fetch: async (url) => new Response(Bun.file(join(folder, url))),
  });
  const latest = JSON.parse(readFileSync(join(folder, "latest.json"), "utf8"));
  const files = readdirSync(join(folder, latest.folder, "names/begin")).map((name) =>
    name.replace(".json", ""),
  );
  expect(files.map((name) => name.replace("_", " ")).sort()).toEqual(latest.beginnings);
  expect(latest.beginnings.length).toBeGreaterThan(100);
  const keys = streets.flatMap((street) => street.keys).sort();
  const sampled = keys.filter((_, i) => i % 23 === 0);
  const beginnings = new Set(
    sampled.flatMap((key) =>
      Array.from({ length: Math.min(14, key.length) - 1 }, (_, i) => key.slice(0, i + 2)),
    ),
  );
  for (const key of keys) {
    beginnings.add(key.slice(0, 2));
  }
  let several = 0;
  // Four digits can also be the beginning of a postcode.
  for (const beginning of [...beginnings].filter(
    (each) => foldName(each).length > 1 && !/^[1-9]\d{3}/.test(each),
  )) {
    const begun = foldName(beginning);
    const expected = streets.filter((street) => street.keys.some((key) => key.startsWith(begun)));
    const found = await client.autocomplete(beginning, { limit: 10_000 });
    const labels = new Set(found.flatMap((each) => (each.kind === "street" ? [each.label] : [])));
    const missing = expected.filter(({ label }) => !labels.has(label));
    expect([
      beginning,
      [...labels].filter((label) => !expected.some((street) => street.label === label)),
    ]).toEqual([beginning, []]);
    if (missing.length > 0) {
      several++;
      expect([beginning, found.length]).toEqual([beginning, 20]);
      const least = Math.min(...found.map((each) => (each.kind === "address" ? 0 : each.address_count)));
      expect(Math.max(...missing.map(({ count }) => count))).toBeLessThanOrEqual(least);
    }
  }
  expect(several).toBeGreaterThan(2);
  expect(beginnings.size).toBeGreaterThan(300);
});
