import { expect, test } from "bun:test";
import { GroupNumbers } from "./write-result.ts";

test("keys get numbers in the order in which they come, beyond the first size of the table", () => {
  const groups = new GroupNumbers();
  const expected = new Map<string, number>();
  for (let i = 0; i < 60_000; i++) {
    const key = `0457200000${(i * 7919) % 20_011}`;
    if (!expected.has(key)) {
      expected.set(key, expected.size + 1);
    }
    expect(groups.numberOf(key)).toBe(expected.get(key)!);
  }
  expect(groups.count).toBe(20_011);
});
