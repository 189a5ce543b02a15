import { expect, test } from "bun:test";
import { excerptOf, findEntries } from "../../src/pages/reference/client/search-match.ts";
import type { SearchEntry } from "../../src/pages/reference/page-data.ts";

const ENTRIES: readonly SearchEntry[] = [
  ["parameter", "postcode", "/docs/addresses#a", "/addresses/lookup · Postcode."],
  ["field", "postcode", "/docs/records#Address.postcode", "Address · Four digits and two letters."],
  ["operation", "/postcodes/{postcode}/range", "/docs/postcodes#b", "Get the lowest number of a postcode."],
  ["operation", "/cities", "/docs/cities#c", "List cities."],
  ["error", "rate_limited", "/docs/errors#rate_limited", "429 · Wait."],
  ["heading", "Certainty", "/docs/guides/search#certainty", "Search"],
  ["heading", "Letter and addition", "/docs/guides/search#addition", "Search"],
];
const find = (typed: string) => findEntries(ENTRIES, typed).map(([, , address]) => address);

test("whole titles come first, then a word of the text", () => {
  const titled = ["/docs/addresses#a", "/docs/records#Address.postcode"];
  expect(find("postcode").slice(0, 2).toSorted()).toEqual(titled);
  expect(find("postcode")[2]).toBe("/docs/postcodes#b");
  expect(find("range")).toEqual(["/docs/postcodes#b"]);
});

test("what holds all words comes first, in any order and case; then what lacks one of them", () => {
  expect(find("LETTERS postcode")[0]).toBe("/docs/records#Address.postcode");
  expect(find("postcode nothing").toSorted()).toEqual(find("postcode").toSorted());
  expect(find("nothing")).toEqual([]);
});

test("a word finds what is called otherwise, and a plural its singular", () => {
  expect(find("throttling")).toEqual(["/docs/errors#rate_limited"]);
  expect(find("toevoeging")).toEqual(["/docs/guides/search#addition"]);
  expect(find("ranges")).toEqual(["/docs/postcodes#b"]);
});

test("the excerpt is the part of a long text around the word", () => {
  const text = `${"Before it. ".repeat(40)}The ETag changes with the data.${" After it.".repeat(40)}`;
  const entry = ["heading", "Answers", "/docs/guides/http#answers", text] as const;
  expect(excerptOf(entry, "etag")).toMatch(/^… .{1,45}The ETag changes with the data\. After/);
  expect(excerptOf(entry, "before")).toBe(text.slice(0, 160));
});

test("a typing error in a word of four letters or more is forgiven, in digits it is not", () => {
  expect(find("ranqes")).toEqual(["/docs/postcodes#b"]);
  expect(find("postcdoe")[0]).toBe(find("postcode")[0]);
  expect(find("428")).toEqual([]);
});

test("a status finds its errors, an empty line nothing", () => {
  expect(find("429")).toEqual(["/docs/errors#rate_limited"]);
  expect(find("  ")).toEqual([]);
});
