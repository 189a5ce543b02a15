import { expect, test } from "bun:test";
import { countOutcome, emptySummary, mergeSummary } from "./summary.ts";

test("counts by match and reason, and counts of threads added up", () => {
  const [a, b] = [emptySummary(), emptySummary()];
  countOutcome(a, { match: "exact", reason: null });
  countOutcome(a, { match: "none", reason: "empty" });
  countOutcome(b, { match: "none", reason: "empty" });
  countOutcome(b, { match: "none", reason: "po box" });
  mergeSummary(a, structuredClone(b));
  expect(a).toEqual({
    rows: 4,
    byMatch: { ...emptySummary().byMatch, exact: 1, none: 3 },
    byReason: { empty: 2, "po box": 1 },
  });
});
