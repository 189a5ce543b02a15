import { expect, test } from "bun:test";
import { COLLECTORS } from "../../../../search/match/collectors.ts";
import { SCORERS } from "../../../../search/match/score.ts";
import { DUTCH_TRACE_NAMES } from "./trace-names.ts";

test("every step and score of a search has a Dutch name, and no other word has", () => {
  const names = [...[...COLLECTORS, ...SCORERS].map(({ name }) => name), "nearness of the place"];
  expect(Object.keys(DUTCH_TRACE_NAMES).toSorted()).toEqual(names.toSorted());
});
