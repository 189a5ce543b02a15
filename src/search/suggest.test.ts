import { expect, test } from "bun:test";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { cachedSuggestions } from "./suggest.ts";

/** Fake snapshot: only the key of the cache, never read. */
const snapshot = () => ({}) as Snapshot;

function asker(of: Snapshot) {
  const asked: string[] = [];
  return {
    asked,
    ask: (line: string, limit = 10) =>
      cachedSuggestions(of, { line, limit }, () => {
        asked.push(`${line}/${limit}`);
        return [line.length, limit];
      }),
  };
}

test("a short line is searched once for each limit; later calls get the cached addresses", () => {
  const { ask, asked } = asker(snapshot());
  expect([ask("Kerk"), ask("Kerk"), ask("Kerk", 5), ask("kerk")]).toEqual([
    [4, 10],
    [4, 10],
    [4, 5],
    [4, 10],
  ]);
  expect(asked).toEqual(["Kerk/10", "Kerk/5", "kerk/10"]);
});

test("another snapshot has a cache of its own", () => {
  const [before, after] = [asker(snapshot()), asker(snapshot())];
  before.ask("Kerk");
  after.ask("Kerk");
  expect(after.asked).toEqual(["Kerk/10"]);
});

test("lines of 12 characters are cached, longer ones are not", () => {
  const { ask, asked } = asker(snapshot());
  for (const line of ["Burgemeester", "Burgemeester", "Burgemeester ", "Burgemeester "]) {
    ask(line);
  }
  expect(asked).toEqual(["Burgemeester/10", "Burgemeester /10", "Burgemeester /10"]);
});

test("with 8,192 lines cached, the least recently used one is evicted", () => {
  const { ask, asked } = asker(snapshot());
  for (let i = 0; i < 8_192; i++) {
    ask(`${i}`);
  }
  ask("0");
  ask("new");
  asked.length = 0;
  for (const line of ["0", "2", "1"]) {
    ask(line);
  }
  expect(asked).toEqual(["1/10"]);
});
