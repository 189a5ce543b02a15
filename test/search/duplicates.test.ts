/** Tests that an address reached by two interpretations of a line is found once, at its best rank. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { searchAdressen } from "../../src/search/search.ts";
import { suggestAdressen } from "../../src/search/suggest.ts";
import { makeCountry } from "../relevance/country.ts";

/**
 * In "12 a laan" the a is a letter, or the prefix of Anna: 12a fits both interpretations, 12 and 12b only the second.
 */
const folder = makeCountry([
  "Anna Laan|12|||1234AB|Dorp",
  "Anna Laan|12|a||1234AB|Dorp",
  "Anna Laan|12|a|2|1234AB|Dorp",
  "Anna Laan|12|b||1234AB|Dorp",
  "Anna Laan|120|||1234AB|Dorp",
]);
const registry = openRegistry(folder);
const snapshot = registry.current()!;
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

const written = (row: {
  huisnummer: number;
  huisletter: string | null;
  huisnummertoevoeging: string | null;
}) => `${row.huisnummer}${row.huisletter ?? ""}${row.huisnummertoevoeging ?? ""}`;

test.each(["12 a laan", "12 a laan dorp", "12 a laan 1234 AB"])("%p", (line) => {
  for (const perPage of [1, 2, 25]) {
    const { total } = searchAdressen(snapshot, line, { page: 1, perPage });
    const pages = Array.from({ length: 5 }, (_, i) =>
      searchAdressen(snapshot, line, { page: i + 1, perPage }),
    );
    expect(total).toBe(4);
    expect(pages.flatMap(({ rows }) => rows.map(written)).sort()).toEqual(["12", "12a", "12a2", "12b"]);
  }
  expect(suggestAdressen(snapshot, line, { limit: 10 }).map(written).sort()).toEqual([
    "12",
    "12a",
    "12a2",
    "12b",
  ]);
});
