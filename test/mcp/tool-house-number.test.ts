/** Tests `5a` as the number of a tool: parsed as over HTTP, and never only in part. */
import { afterAll, expect, test } from "bun:test";
import { lookupAddress } from "../../src/mcp/tools/addresses.ts";
import { getNearbyPostcodes } from "../../src/mcp/tools/postcodes.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { writeRegistryFixture } from "../support/registries/registry-fixture.ts";

const snapshot = openSnapshot(writeRegistryFixture());
afterAll(() => snapshot.close());

test.each([["5a"], ["5-A"], ["5 a"]])("lookup_address reads %j as number and letter", (number) => {
  const { isError, structuredContent } = lookupAddress.call(snapshot, { postcode: "1382KT", number });
  expect(isError).toBeUndefined();
  expect(structuredContent).toMatchObject({ address: { full_address: "Keurstraat 5a, 1382KT Weesp" } });
});

test("lookup_address refuses a letter in the number and one beside it", () => {
  const { isError, content } = lookupAddress.call(snapshot, {
    postcode: "1382KT",
    number: "5a",
    letter: "a",
  });
  expect(isError).toBe(true);
  expect(JSON.stringify(content)).toContain("when letter or addition is given separately");
});

test("get_nearby_postcodes starts at the address of the number and its letter", () => {
  const { isError, structuredContent } = getNearbyPostcodes.call(snapshot, {
    postcode: "1382KT",
    number: "5a",
  });
  expect(isError).toBeUndefined();
  expect(structuredContent).toMatchObject({ origin: { full_address: "Keurstraat 5a, 1382KT Weesp" } });
});
