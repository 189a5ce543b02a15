import { afterAll, expect, test } from "bun:test";
import { writeRegistryFixture } from "../../../test/support/registries/registry-fixture.ts";
import { openSnapshot } from "../file/snapshot.ts";
import { parsePostcode } from "../schema/postcode.ts";
import { findPostcodeRange, validatePostcode } from "./postcodes.ts";

const s = openSnapshot(writeRegistryFixture());
afterAll(() => s.close());

test.each([
  ["1382KT", "1382KT"],
  ["1382 kt", "1382KT"],
  [" 1382kT ", "1382KT"],
  ["0382KT", undefined],
  ["1382", undefined],
  ["1382K", undefined],
  ["1382KTX", undefined],
  ["1382-KT", undefined],
  ["13 82KT", undefined],
  ["1382K\u212a", undefined],
  ["١٣٨٢KT", undefined],
  ["", undefined],
])("%j is %j", (text, postcode) => {
  expect(parsePostcode(text)).toBe(postcode as string);
});

test("the range of a postcode", () => {
  expect(findPostcodeRange(s, "1382KT")).toEqual({
    postcode: "1382KT",
    min_number: 1,
    max_number: 100,
    count: 13,
    street: "Keurstraat",
    city: "Weesp",
  });
  expect(findPostcodeRange(s, "1111AA")).toBeUndefined();
});

test("validation always answers", () => {
  expect(validatePostcode(s, "1382 kt")).toEqual({
    valid: true,
    postcode: "1382KT",
    street: "Keurstraat",
    city: "Weesp",
    municipality: "Weesp",
    province: "Noord-Holland",
  });
  const nothing = { valid: false, street: null, city: null, municipality: null, province: null };
  expect(validatePostcode(s, "1111 aa")).toEqual({ ...nothing, postcode: "1111 aa" });
  expect(validatePostcode(s, "postcode")).toEqual({ ...nothing, postcode: "postcode" });
});
