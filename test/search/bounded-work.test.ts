/**
 * Tests that no input is slow: the work of any query is bounded. On a large country: hostile-lines.slow.test.ts;
 * in time: bench/search.ts.
 */
import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseLine } from "../../src/search/line/parse-line.ts";
import { HOSTILE } from "../relevance/hostile.ts";
import { cellsOfSearch, cellsOfSuggest, MAX_SEARCH_CELLS } from "../support/oracles/search-work.ts";
import { makeDataFolder, openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness(makeDataFolder());
const snapshot = harness.app.registry.current()!;
afterAll(() => harness.close());

describe("hostile lines", () => {
  test.each(HOSTILE)("%p is answered with bounded work", (line) => {
    const cells = cellsOfSearch(snapshot, line) + cellsOfSuggest(snapshot, line);
    expect(cells).toBeLessThan(2 * MAX_SEARCH_CELLS);
  });

  test("any 200 characters give at most 48 interpretations and bounded work", () => {
    const parts = [
      "a",
      "1",
      "12b",
      "1382",
      "kt",
      "st.",
      "weesp",
      "keurstraat",
      "van",
      "'",
      "-",
      ",",
      " ",
      "\n",
      "é",
      "*",
    ];
    const line = fc
      .array(fc.constantFrom(...parts), { maxLength: 200 })
      .map((list) => list.join("").slice(0, 200));
    fc.assert(
      fc.property(line, (text) => {
        expect(parseLine(text).interpretations.length).toBeLessThanOrEqual(48);
        expect(cellsOfSearch(snapshot, text)).toBeLessThan(MAX_SEARCH_CELLS);
      }),
      { numRuns: 300 },
    );
  });

  test("any text is answered over HTTP without a fault of ours", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 2, maxLength: 200 }), async (text) => {
        const q = encodeURIComponent(text.toWellFormed());
        for (const path of ["/addresses/search", "/addresses/autocomplete", "/geocode/forward"]) {
          const response = await harness.ask(`${path}?q=${q}`);
          expect(response.status).toBeLessThan(500);
        }
      }),
      { numRuns: 100 },
    );
  });
});
