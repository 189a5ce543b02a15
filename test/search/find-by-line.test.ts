/** Tests that geocoding's answer comes first where the list's own order would put another address first. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openScratch } from "../../src/base/sqlite.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { findByLine } from "../../src/search/find-by-line.ts";
import { geocodeLine } from "../../src/search/geocode.ts";
import { makeCountry } from "../relevance/country.ts";

const folder = makeCountry([
  "Dorpsweg|5|||1234AB|Dorp",
  "Dorpsweg|5|||1234AB|Dorp",
  "Dorpsweg|7|||1234AB|Dorp",
]);
{
  using db = openScratch(join(folder, readFileSync(join(folder, "current"), "utf8").trim()));
  // Of the two equal addresses, the one with the lower id becomes a nevenadres, so the other is preferred.
  db.run("UPDATE adres SET is_nevenadres = 1 WHERE fid = (SELECT min(fid) FROM adres)");
}
const registry = openRegistry(folder);
const snapshot = registry.current()!;
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

test.each(["Dorpsweg 5, 1234 AB Dorp", "Dorpsweg 5 Dorp", "1234AB 5"])("%s", (line) => {
  const answer = geocodeLine(snapshot, line);
  const { addresses, isCertain } = findByLine(snapshot, line);
  expect(isCertain()).toBe(true);
  expect(addresses.count).toBe(2);
  const ids = addresses.list(0, 10).map(({ nummeraanduiding_id }) => nummeraanduiding_id);
  expect(ids).toEqual(["1000000000000001", "1000000000000000"]);
  expect("adres" in answer && answer.adres.nummeraanduiding_id).toBe("1000000000000001");
  expect(addresses.list(1, 1).map(({ nummeraanduiding_id }) => nummeraanduiding_id)).toEqual(ids.slice(1));
});
