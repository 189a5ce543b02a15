import { expect, test } from "bun:test";
import { findEntries } from "../../src/pages/reference/client/search-match.ts";
import type { SearchEntry } from "../../src/pages/reference/page-data.ts";

const ENTRIES: readonly SearchEntry[] = [
  ["parameter", "postcode", "/docs/addresses#a", "/addresses/lookup · Postcode."],
  ["field", "postcode", "/docs/records#Address.postcode", "Address · Four digits and two letters."],
  ["operation", "/postcodes/{postcode}/range", "/docs/postcodes#b", "Get the lowest number of a postcode."],
  ["operation", "/cities", "/docs/cities#c", "List cities."],
  ["error", "rate_limited", "/docs/errors#rate_limited", "429 · Wait."],
  ["heading", "Certainty", "/docs/guides/search#certainty", "Search"],
];
const find = (typed: string) => findEntries(ENTRIES, typed).map(([, , address]) => address);

test("a whole title comes first, then the beginning of a word, then a word of the text", () => {
  expect(find("postcode").slice(0, 2)).toEqual(["/docs/records#Address.postcode", "/docs/addresses#a"]);
  expect(find("range")).toEqual(["/docs/postcodes#b"]);
});

test("all words must be found, in any order and case", () => {
  expect(find("LETTERS postcode")).toEqual(["/docs/records#Address.postcode"]);
  expect(find("postcode nothing")).toEqual([]);
});

test("a status finds its errors, an empty line nothing", () => {
  expect(find("429")).toEqual(["/docs/errors#rate_limited"]);
  expect(find("  ")).toEqual([]);
});
