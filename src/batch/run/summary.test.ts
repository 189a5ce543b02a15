import { expect, test } from "bun:test";
import { countOutcome, emptySummary } from "./summary.ts";

test("counts by match and reason", () => {
  const counts = emptySummary();
  countOutcome(counts, { match: "exact", reason: null });
  countOutcome(counts, { match: "none", reason: "empty" });
  countOutcome(counts, { match: "none", reason: "empty" });
  countOutcome(counts, { match: "none", reason: "po box" });
  expect(counts).toEqual({
    rows: 4,
    byMatch: { ...emptySummary().byMatch, exact: 1, none: 3 },
    byReason: { empty: 2, "po box": 1 },
  });
});
