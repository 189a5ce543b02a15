/**
 * Tests that no input is slow on a country of over 200,000 addresses: 200 characters of anything are answered with
 * bounded work. Counted; bench/search.ts times the same lines. Prints the lines with the most work.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { parseLine } from "../../src/search/line/parse-line.ts";
import { HOSTILE, hostileLines } from "../relevance/hostile.ts";
import { readVocabulary } from "../relevance/registry-tables.ts";
import { LARGE_COUNTRY, makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { cellsOfSearch, cellsOfSuggest, MAX_SEARCH_CELLS } from "../support/oracles/search-work.ts";
import { TEST_SEED } from "../support/seed.ts";

const GENERATED = 600;
const MAX_INTERPRETATIONS = 48;

const dataDir = await makeDemoFolder(LARGE_COUNTRY);
const registry = openRegistry(dataDir);
const snapshot = registry.current()!;
const generated = hostileLines(TEST_SEED, GENERATED, readVocabulary(dataDir));
const lines = [...HOSTILE, ...generated];
afterAll(() => {
  registry.close();
  rmSync(dataDir, { recursive: true });
});

const CELLS_OF = { search: cellsOfSearch, suggest: cellsOfSuggest };

describe("200 hostile characters", () => {
  test("are so many, on a country of so many addresses", () => {
    expect(snapshot.meta.counts.adressen).toBeGreaterThanOrEqual(200_000);
    expect(lines.length).toBeGreaterThan(600);
    expect(generated.filter(({ length }) => length !== 200)).toEqual([]);
  });

  test("have few interpretations", () => {
    const counts = lines.flatMap((line) =>
      [false, true].map((isTyping) => parseLine(line, { isTyping }).interpretations.length),
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_INTERPRETATIONS);
  });

  test.each(["search", "suggest"] as const)("%s is bounded work", (searcher) => {
    const works = lines.map((line) => ({ line, cells: CELLS_OF[searcher](snapshot, line) }));
    const most = works.toSorted((a, b) => b.cells - a.cells);
    const written = most.slice(0, 5).map(({ line, cells }) => `${cells} cells: ${JSON.stringify(line)}`);
    process.stderr.write([`${searcher}: ${works.length} lines`, ...written, ""].join("\n  "));
    expect(most.filter(({ cells }) => cells >= MAX_SEARCH_CELLS)).toEqual([]);
  });
});
