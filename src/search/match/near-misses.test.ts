import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { editDistance } from "../index/edit-distance.ts";
import { postcodesNear } from "./near-misses.ts";

describe("postcodesNear", () => {
  test("of a postcode: 4 swaps first, then 2 × 25 letters, 3 × 9 digits and 8 first ones", () => {
    const near = postcodesNear("1382KT");
    expect(near.slice(0, 4)).toEqual(["3182KT", "1832KT", "1328KT", "1382TK"]);
    expect(near.length).toBe(4 + 2 * 25 + 3 * 9 + 8);
  });

  test.each([
    // 138KT: ten digits at four places; three occur twice, and one begins with 0. 138KTT: a letter for a digit.
    ["138KT", 4 * 10 - 3 - 1],
    ["1382K", 2 * 26 - 1],
    ["11382KT", 4],
    ["1382KTT", 2],
    ["138KTT", 10],
    ["", 0],
  ])("of %p: %i that are whole", (typed, count) => {
    expect(postcodesNear(typed).length).toBe(count);
  });

  const postcode = fc.stringMatching(/^[1-9][0-9]{3}[A-Z]{2}$/);
  const damage = fc.record({ at: fc.nat(6), take: fc.nat(2), put: fc.stringMatching(/^[A-Z0-9]{0,2}$/) });
  test("are those at one edit, whatever was typed", () => {
    fc.assert(
      fc.property(postcode, damage, (meant, { at, take, put }) => {
        const typed = meant.slice(0, at) + put + meant.slice(at + take);
        expect(postcodesNear(typed).includes(meant)).toBe(editDistance(typed, meant, 1) === 1);
      }),
      { numRuns: 500 },
    );
  });
});
