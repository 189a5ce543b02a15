/** Compares the filter of former keys of Weesp with the keys that SQL reads from the tables of its history. */
import { afterAll, expect, test } from "bun:test";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { ANY, formerFilterOf, formerKey, hashText } from "../../src/registry/history/former-filter.ts";
import { Past } from "../../src/registry/history/past.ts";
import type { NumberParts } from "../../src/registry/schema/number-parts.ts";
import { FORMER_LIMIT, formerOf, listFormerOfKey } from "../../src/search/former.ts";
import { findFormerAdressen } from "../../src/search/former-key.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";

const registry = openRegistry(await makeWeespPastFolder());
afterAll(() => registry.close());
const snapshot = registry.current()!;
const filter = formerFilterOf(snapshot);

interface Key {
  readonly naam: string;
  readonly huisnummer: number;
  readonly parts: string;
  readonly postcode: string | null;
}

// Names of one word without abbreviations are their own run.
const keys = snapshot
  .history!.db.query<Key, []>(
    `SELECT DISTINCT lower(s.naam) AS naam, k.huisnummer, k.postcode,
      lower(coalesce(n.huisletter, '') || coalesce(n.huisnummertoevoeging, '')) AS parts
    FROM old_key k JOIN openbare_ruimte_voorkomen s ON s.object_id = k.openbare_ruimte_id AND s.retired = 0
    JOIN nummeraanduiding_voorkomen n ON n.object_id = k.nummeraanduiding_id AND n.nr = k.nr AND n.retired = 0
    WHERE s.naam GLOB '[A-Z]*straat' AND s.naam NOT GLOB '*[^A-Za-z]*' AND s.naam NOT GLOB '*y*'
      AND coalesce(n.huisnummertoevoeging, '') NOT GLOB '*[ -]*'`,
  )
  .all();

const isPassed = ({ naam, huisnummer, parts }: Key, place: number) =>
  filter.has(formerKey(hashText(naam), place, huisnummer, hashText(parts)));

/** Tests the number of a key with a name and the postcode of the key. */
const isPassedIn = ({ huisnummer, postcode, parts }: Key, name: number) =>
  filter.has(formerKey(name, hashText(postcode!), huisnummer, hashText(parts)));

test("passes every key that an address had, by street, by place and by postcode", () => {
  expect(keys.length).toBeGreaterThan(100);
  for (const key of keys) {
    expect([key, isPassed(key, ANY), isPassed(key, hashText("weesp"))]).toEqual([key, true, true]);
    const names = key.postcode === null ? [] : [ANY, hashText(key.naam), hashText("weesp")];
    expect([key, names.map((name) => isPassedIn(key, name))]).toEqual([key, names.map(() => true)]);
  }
});

test("passes one in a hundred of other streets at most at a number that a postcode had", () => {
  const names = [...new Set(keys.map(({ naam }) => naam))];
  const known = new Set(keys.map(({ naam, ...key }) => `${naam} ${Object.values(key).join()}`));
  const others = keys
    .filter(({ postcode }) => postcode !== null)
    .flatMap((key) => names.map((naam) => ({ ...key, naam })))
    .filter(({ naam, ...key }) => !known.has(`${naam} ${Object.values(key).join()}`));
  expect(others.length).toBeGreaterThan(1_000);
  const passed = others.filter((key) => isPassedIn(key, hashText(key.naam)));
  expect(passed.length).toBeLessThan(others.length / 100);
});

test("refuses no postcode and number that an address had formerly", () => {
  type Old = NumberParts & { postcode: string; huisnummer: number };
  const had = snapshot
    .history!.db.query<Old, []>(
      `SELECT DISTINCT postcode, huisnummer, huisletter, huisnummertoevoeging
      FROM nummeraanduiding_voorkomen WHERE postcode IS NOT NULL AND object_id IN
        (SELECT nummeraanduiding_id FROM old_key)`,
    )
    .all();
  const found = had.map((key) => listFormerOfKey(snapshot, key));
  const unfiltered = had.map((key) => formerOf(findFormerAdressen(new Past(snapshot), key, FORMER_LIMIT)));
  expect(unfiltered.filter((former) => former.length > 0).length).toBeGreaterThan(300);
  expect(found).toEqual(unfiltered);
});

test("passes one in a hundred of other numbers at most", () => {
  const known = new Set(keys.map(({ naam, huisnummer, parts }) => `${naam} ${huisnummer}${parts}`));
  const others = [...new Set(keys.map(({ naam }) => naam))].flatMap((naam) =>
    Array.from({ length: 500 }, (_, i) => ({ naam, huisnummer: i + 1, parts: "", postcode: null })).filter(
      ({ huisnummer }) => !known.has(`${naam} ${huisnummer}`),
    ),
  );
  expect(others.length).toBeGreaterThan(1_000);
  const passed = others.filter((key) => isPassed(key, ANY));
  expect(passed.length).toBeLessThan(others.length / 100);
});
