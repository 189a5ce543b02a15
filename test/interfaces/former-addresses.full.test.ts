/** Interfaces of other services never return former addresses: same answers with and without history. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeWeespFolder, makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openInterfaces } from "../support/servers/foreign-interfaces.ts";

setDefaultTimeout(60_000);

const dataDir = await makeWeespPastFolder();
const withPast = openInterfaces({}, { dataDir });
const without = openInterfaces({}, { dataDir: await makeWeespFolder() });
const registry = openRegistry(dataDir);
afterAll(() => {
  registry.close();
  withPast.close();
  without.close();
});

/** Keys of numbers that are no address of Weesp today: withdrawn, or of a street of another name. */
function formerLines(): string[] {
  const { db } = registry.current()!.history!;
  const rows = db
    .query<{ postcode: string; huisnummer: number }, []>(
      "SELECT DISTINCT postcode, huisnummer FROM old_key WHERE postcode IS NOT NULL ORDER BY postcode, huisnummer LIMIT 60",
    )
    .all();
  return [
    ...rows.map(({ postcode, huisnummer }) => `${postcode} ${huisnummer}`),
    ...["Loevesteingracht 21 Weesp", "Loevensteinkade 21 Weesp", "Loevensteinkade 21, 1384CA Weesp"],
  ];
}

/** Requests of a line, by name of the interface. */
const PATHS: Readonly<Record<string, (line: string) => string>> = {
  nominatim: (line) => `/nominatim/search?format=jsonv2&q=${line}`,
  photon: (line) => `/photon/api?q=${line}`,
  addok: (line) => `/addok/search?q=${line}`,
  locatieserver: (line) => `/bzk/locatieserver/search/v3_1/free?q=${line}`,
  suggestions: (line) => `/bzk/locatieserver/search/v3_1/suggest?q=${line}`,
};

test.each(Object.entries(PATHS))("of %s", async (_, pathOf) => {
  const lines = formerLines();
  let answered = 0;
  for (const line of lines) {
    const path = pathOf(encodeURIComponent(line));
    const [past, today] = await Promise.all([withPast.ask(path), without.ask(path)]);
    const [made, expected] = await Promise.all([past.text(), today.text()]);
    expect([line, past.status, made]).toEqual([line, today.status, expected]);
    answered += past.status === 200 ? 1 : 0;
  }
  expect(answered).toBe(lines.length);
});
