import { expect, test } from "bun:test";
import { formatIdentificatie } from "./object-types.ts";

test.each([
  [0, 16, "0000000000000000"],
  [7, 16, "0000000000000007"],
  [99_999_999, 16, "0000000099999999"],
  [100_000_000, 16, "0000000100000000"],
  [457_200_000_521_750, 16, "0457200000521750"],
  [1_982_100_003_456_789, 16, "1982100003456789"],
  [Number.MAX_SAFE_INTEGER, 16, "9007199254740991"],
  [457, 4, "0457"],
  [3594, 4, "3594"],
])("%d in %d digits", (id, digits, expected) => {
  expect(formatIdentificatie(id, digits)).toBe(expected);
});

test("every digit at every place is as in the number's own text", () => {
  for (let id = 1; id < 9e15; id = id * 3 + 8_675_309) {
    expect(formatIdentificatie(id)).toBe(String(id).padStart(16, "0"));
  }
});
