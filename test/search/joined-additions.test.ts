/**
 * Asks for additions in two parts, in every way that the program reads: 1-3 is never exactly 13 (docs/search.md, "Letter
 * and addition"). A sample; joined-additions.slow.test.ts asks for all.
 */
import { describe, expect, test } from "bun:test";
import { testJoinedAdditions } from "../support/additions/joined-additions.ts";
import { SEPARATORS } from "../support/additions/split-additions.ts";
import { makeDemoFolder, makeWeespFolder } from "../support/countries/import-data-folders.ts";

test("there are twenty separators", () => {
  expect(new Set(SEPARATORS).size).toBe(20);
});

describe("Weesp", () => testJoinedAdditions({ make: makeWeespFolder, every: 101 }));
describe("a generated country", () =>
  testJoinedAdditions({ make: () => makeDemoFolder(20_000), every: 501 }));
