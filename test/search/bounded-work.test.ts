/**
 * Tests that no input is slow: the work of any query is bounded. Counted, not timed; hostile-lines.test.ts and
 * bench/search.ts time it.
 */
import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Budget, MAX_CELLS } from "../../src/search/index/budget.ts";
import { parseLine } from "../../src/search/line/parse-line.ts";
import { searchAdressen } from "../../src/search/search.ts";
import { suggestAdressen } from "../../src/search/suggest.ts";
import { HOSTILE } from "../relevance/hostile.ts";
import { makeDataFolder, openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness(makeDataFolder());
const snapshot = harness.app.registry.current()!;
afterAll(() => harness.close());

/** Maximum cells that the last lookup may add before the spent budget is noticed. */
const ONE_LOOKUP = 3_000_000;

function cellsOf(ask: (budget: Budget) => unknown): number {
  const budget = new Budget();
  ask(budget);
  return budget.cells;
}

function cellsOfSearch(line: string): number {
  return cellsOf((budget) => searchAdressen(snapshot, line, { page: 1, perPage: 25, budget }));
}

function cellsOfSuggest(line: string): number {
  return cellsOf((budget) => suggestAdressen(snapshot, line, { limit: 20, budget }));
}

describe("hostile lines", () => {
  test.each(HOSTILE)("%p is answered with bounded work", (line) => {
    expect(cellsOfSearch(line) + cellsOfSuggest(line)).toBeLessThan(2 * (MAX_CELLS + ONE_LOOKUP));
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
        expect(cellsOfSearch(text)).toBeLessThan(MAX_CELLS + ONE_LOOKUP);
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
