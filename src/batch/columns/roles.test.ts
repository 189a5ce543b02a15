import { expect, test } from "bun:test";
import { rankOfName, roleOfName } from "./roles.ts";

test("a name is known by its first 200 characters: files may have a thousand long ones", () => {
  expect(roleOfName("postcode".padStart(200))).toBe("postcode");
  expect(roleOfName("postcode".padStart(208))).toBeUndefined();
  expect(rankOfName(`postcode ${"x".repeat(1_000)}`, "postcode")).toBeGreaterThan(0);
});
