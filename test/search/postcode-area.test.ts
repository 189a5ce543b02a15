/** Tests lines that are the prefix of a postcode, alone or with a place. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { searchAdressen } from "../../src/search/search.ts";
import { suggestAdressen } from "../../src/search/suggest.ts";
import { makeCountry } from "../relevance/country.ts";

/**
 * 1382 is in two places, as is its postcode 1382BA; 1383 is in one. Ee has the area 9131, where 9131EE is no postcode.
 */
const folder = makeCountry([
  "Dorpsstraat|1|||1382AA|Weesp",
  "Dorpsstraat|2|||1382AA|Weesp",
  "Grensweg|1|||1382BA|Weesp",
  "Grensweg|4|||1382BA|Muiden",
  "Grensweg|3|||1382BA|Weesp",
  "Havenstraat|7|||1382KT|Muiden",
  "Havenstraat|9|||1383AA|Muiden",
  "Weesp|1382|||4000AA|Elders",
  "Omgong|1|||9131AB|Ee|FR",
  "Kade|5|||1384AB|Ee|FR",
  "Kade|6|||1384EE|Ee|FR",
]);
const registry = openRegistry(folder);
const snapshot = registry.current()!;
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

const ask = (line: string, page: number, perPage: number) => {
  const { rows, total } = searchAdressen(snapshot, line, { page, perPage });
  return { total, found: rows.map((row) => `${row.postcode} ${row.straatnaam} ${row.huisnummer}`) };
};

const IN_WEESP = ["1382AA Dorpsstraat 1", "1382AA Dorpsstraat 2", "1382BA Grensweg 1", "1382BA Grensweg 3"];
const IN_MUIDEN = ["1382BA Grensweg 4", "1382KT Havenstraat 7"];
const CASES: readonly [line: string, found: readonly string[]][] = [
  ["1382 Weesp", IN_WEESP],
  ["1382, weesp", IN_WEESP],
  ["WEESP 1382", IN_WEESP],
  ["1382 Muiden", IN_MUIDEN],
  ["1382k Muiden", ["1382KT Havenstraat 7"]],
  ["1382 b Weesp", ["1382BA Grensweg 1", "1382BA Grensweg 3"]],
  ["1382 b", ["1382BA Grensweg 4", "1382BA Grensweg 1", "1382BA Grensweg 3"]],
  ["1383", ["1383AA Havenstraat 9"]],
  ["9131 Ee", ["9131AB Omgong 1"]],
  ["1384 ee", ["1384EE Kade 6"]],
];

test.each(CASES)("%p finds the area's addresses, page by page", (line, found) => {
  expect(ask(line, 1, 25)).toEqual({ total: found.length, found: [...found] });
  for (const perPage of [1, 3]) {
    const pages = Array.from({ length: Math.ceil(found.length / perPage) + 1 }, (_, i) =>
      ask(line, i + 1, perPage),
    );
    expect(pages.flatMap((page) => page.found)).toEqual([...found]);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([found.length]));
  }
});

test.each(["1383 Weesp", "1399 Weesp", "1382 Nergens"])("%p: no such postcodes there", (line) => {
  expect(ask(line, 1, 25)).toEqual({ total: 0, found: [] });
});

test.each(["1382 Muiden", "1382 Mui", "1382 m"])(
  "typing %p suggests one address of each postcode",
  (line) => {
    const found = suggestAdressen(snapshot, line, { limit: 10 }).map(
      (row) => `${row.postcode} ${row.straatnaam} ${row.huisnummer}`,
    );
    expect(found).toEqual(IN_MUIDEN);
  },
);
