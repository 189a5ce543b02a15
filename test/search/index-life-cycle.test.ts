/** Tests the life cycle of the index: built from tables, stored in the registry, loaded, and shared between threads. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openReadOnly, openScratch } from "../../src/base/sqlite.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { buildIndex } from "../../src/search/index/assemble-index.ts";
import {
  loadIndexBuffer,
  openIndex,
  storeIndex,
  streetIndexOf,
  useSharedIndex,
} from "../../src/search/index/index-store.ts";
import { makeCountry } from "../relevance/country.ts";

const folder = makeCountry([
  "Kerkstraat|12|||1411AA|Naarden",
  "Kerkstraat|12|a||1411AA|Naarden",
  "Kerkstraat|120|||1411AA|Naarden",
  "Kerkstraat|3||HS|1017GA|Amsterdam",
  "Mr.J.R.Thorbeckelaan|5|||1381CV|Weesp|NH|Mr J R Thorbeckeln",
]);
const path = join(folder, readFileSync(join(folder, "current"), "utf8").trim());
afterAll(() => rmSync(folder, { recursive: true }));

test("what is stored is what was built, in memory that threads can share", () => {
  const db = openScratch(path);
  const built = buildIndex(db);
  storeIndex(db, built);
  db.close();
  const reading = openReadOnly(path);
  const buffer = loadIndexBuffer(reading);
  reading.close();
  expect(buffer.buffer).toBeInstanceOf(SharedArrayBuffer);
  const { arrays } = openIndex(structuredClone(buffer));
  for (const [name, array] of Object.entries(built)) {
    expect([...arrays[name as keyof typeof arrays]]).toEqual([...array]);
  }
});

test("streets are counted and found by place and number", () => {
  const registry = openRegistry(folder);
  const index = streetIndexOf(registry.current()!);
  expect(index.streetCount).toBe(3);
  const naarden = index.findStreet({
    openbareRuimteId: index.keyOf(0).openbareRuimteId,
    woonplaatsId: 1000,
  })!;
  expect(index.addressCount(naarden)).toBe(3);
  expect(index.findNumber(naarden, 12)).toMatchObject({ plain: 1, others: 1 });
  expect(index.findNumber(naarden, 120)).toMatchObject({ plain: 1, others: 0 });
  expect(index.findNumber(naarden, 1)).toBeUndefined();
  registry.close();
});

test("a thread uses the index that another gave it", () => {
  const db = openReadOnly(path);
  const buffer = loadIndexBuffer(db);
  db.close();
  const registry = openRegistry(folder);
  useSharedIndex({ identity: registry.current()!.identity, index: buffer });
  expect(streetIndexOf(registry.current()!).arrays.streetIds.buffer as unknown).toBe(buffer.buffer);
  registry.close();
});
