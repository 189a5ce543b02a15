/** Tests that `total` is the number of results on all pages, each address once, whatever the line and the page size. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { searchAdressen } from "../../src/search/search.ts";
import { type CaseFile, readCases } from "../relevance/cases.ts";
import { makeCountry } from "../relevance/country.ts";
import { HOSTILE } from "../relevance/hostile.ts";

const { addresses, groups } = readCases<CaseFile>("corpora.yaml");
const folder = makeCountry(addresses!);
const registry = openRegistry(folder);
const snapshot = registry.current()!;
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

const LINES = [
  ...groups.map(({ lines }) => lines[0]!),
  "amsterdam",
  "gelderland",
  "kerkstraat",
  "laan",
  "straat 4",
  "1017",
  "a b",
  ...HOSTILE,
];

test.each(LINES)("%p", (line) => {
  for (const perPage of [1, 3, 100]) {
    const { total } = searchAdressen(snapshot, line, { page: 1, perPage });
    const ids: string[] = [];
    for (let page = 1; page <= Math.ceil(total / perPage) + 1; page++) {
      const found = searchAdressen(snapshot, line, { page, perPage });
      expect(found.total).toBe(total);
      ids.push(...found.rows.map((row) => row.nummeraanduiding_id));
    }
    expect(ids.length).toBe(total);
    expect(new Set(ids).size).toBe(total);
  }
});
