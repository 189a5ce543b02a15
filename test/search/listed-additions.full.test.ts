/** Tests that an addition is not joined from two parts if one of these parts was an address formerly. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openRegistry, type Registry } from "../../src/registry/file/open-registry.ts";
import { geocodeLine } from "../../src/search/geocode.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";

let folder: string;
let registry: Registry;
beforeAll(async () => {
  folder = await makeWeespPastFolder();
  registry = openRegistry(folder);
}, 240_000);
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

test.each(["C.J. van Houtenlaan 36 WO/X Weesp", "C.J. van Houtenlaan 36 TJ5/2, 1381CP Weesp"])(
  "%s",
  (line) => {
    const found = geocodeLine(registry.current()!, line);
    expect("adres" in found ? found.adres.full_address : found.refusal.why).toBe("no such designation");
  },
);

test("a part that never was one is joined, as corrected", () => {
  const found = geocodeLine(registry.current()!, "Hugo de Grootlaan 30a 2.20 Weesp");
  expect("adres" in found && [found.match, found.adres.full_address]).toEqual([
    "corrected",
    "Hugo de Grootlaan 30a-220, 1381DE Weesp",
  ]);
});
