import { expect, test } from "bun:test";
import { AppError } from "../../base/errors.ts";
import { addCounts, newStreetList, setStreet } from "./street-list.ts";

const STREET = { openbareRuimte: 457300000000123, woonplaats: 3631, nameKey: "a", woonplaatsNameKey: "w" };

test("a street with more addresses than its count can hold is refused by its id, at once and when it grows", () => {
  const list = newStreetList(1);
  const set = (count: number) =>
    setStreet({ list, at: 0 }, { ...STREET, countsByDoel: new Map([[1, count]]) }, false);
  set(65_535);
  expect(list.countsByDoel[1]![0]).toBe(65_535);
  const text =
    "openbare ruimte 0457300000000123: 65536 addresses of one gebruiksdoel in one woonplaats; at most 65535";
  for (const grow of [() => set(65_536), () => addCounts(list, 0, new Map([[1, 1]]))]) {
    expect(grow).toThrow(AppError);
    expect(grow).toThrow(text);
  }
});
