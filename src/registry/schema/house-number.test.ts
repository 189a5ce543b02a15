import { describe, expect, test } from "bun:test";
import { splitHouseNumber } from "./house-number.ts";

describe("splits typed text into the number, letter and addition", () => {
  test.each<[string, string | undefined, string | undefined]>([
    ["5a", "a", undefined],
    ["5A", "A", undefined],
    ["5-a", "a", undefined],
    ["5 a", "a", undefined],
    [" 5  -  a ", "a", undefined],
    ["5–a", "a", undefined],
    ["5-2", undefined, "2"],
    ["5 2", undefined, "2"],
    ["5a2", "a", "2"],
    ["5a-2", "a", "2"],
    ["5-a-2", "a", "2"],
    ["5 a bov", "a", "bov"],
    ["5-e3hg", "e", "3hg"],
    ["5bis", undefined, "bis"],
    ["5-II", undefined, "II"],
    ["5-2-a", undefined, "2-a"],
    ["5 1234567890", undefined, "1234567890"],
    ["5e1", "e", "1"],
    ["5a/13", "a", "13"],
    ["5-A/3", "A", "3"],
    ["5a.13", "a", "13"],
    ["5 a / 13", "a", "13"],
    ["5-2/a", undefined, "2/a"],
  ])("%j", (text, letter, addition) => {
    expect(splitHouseNumber(text)).toEqual({
      number: "5",
      ...(letter === undefined ? {} : { letter }),
      ...(addition === undefined ? {} : { addition }),
    });
  });
});

test.each([
  ...[
    "",
    "5",
    "00005",
    "123456",
    "a5",
    "a",
    "5..a",
    "5.5",
    "5,a",
    "5/a",
    "5/7",
    "5a/",
    "5a./",
    "5--a",
    "5-",
    "-5",
    "-5a",
    "5_a",
    "5a!",
  ],
  ...["5 12345678901", "5abcdefghijk", "5é", "५a", "5\u0000a", "1234567890123456a", "5".repeat(10_000)],
])("%j is none", (text) => {
  expect(splitHouseNumber(text)).toBeUndefined();
});

test("takes no longer for hostile text", () => {
  const startedMs = performance.now();
  for (const text of [
    `5${" ".repeat(8_000)}!`,
    `5${"- ".repeat(4_000)}!`,
    `5${"a ".repeat(4_000)}!`,
    `5a${"/. ".repeat(3_000)}!`,
  ]) {
    expect(splitHouseNumber(text)).toBeUndefined();
  }
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});
