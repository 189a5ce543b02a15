/**
 * Tests that the shortest permitted lines find something: two letters of a street, two or three digits of a postcode.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { foldText } from "../relevance/addresses.ts";
import { type ServedWeesp, serveWeesp } from "../support/countries/serve-weesp.ts";
import type { Adres } from "../support/countries/weesp-in-memory.ts";

const MINUTES = 60_000;
/** Pairs of letters that are a word or an abbreviation of one; they find the streets with that word. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(["dr", "ds", "gr", "ir", "kl", "mr", "st"]);

describe("lines of two and three characters", () => {
  let weesp: ServedWeesp;
  const search = async (q: string, page = 1, perPage = 100) => {
    const { body } = await weesp.askJson(`/addresses/search?q=${q}&page=${page}&per_page=${perPage}`);
    return { rows: body.data as Adres[], total: body.meta.total as number };
  };
  const suggest = async (q: string) => {
    const { body } = await weesp.askJson(`/addresses/autocomplete?q=${q}&limit=20`);
    return body.data as { id: string; postcode: string }[];
  };
  beforeAll(async () => {
    weesp = await serveWeesp();
  }, 2 * MINUTES);
  afterAll(() => weesp.close());

  test("two letters find every street with that prefix", async () => {
    const streets = [...new Set(weesp.adressen.map(({ straatnaam }) => straatnaam))];
    const beginnings = new Set(streets.map((street) => foldText(street).slice(0, 2)));
    const words = new Set(streets.flatMap((street) => street.toLowerCase().split(/[^a-z]+/)));
    const letters = [...beginnings].filter(
      (text) => /^[a-z]{2}$/.test(text) && !words.has(text) && !ABBREVIATIONS.has(text),
    );
    expect(letters.length).toBeGreaterThan(40);
    for (const prefix of letters) {
      const { rows, total } = await search(prefix);
      const found = new Set(rows.map(({ straatnaam }) => straatnaam));
      for (let page = 2; rows.length > 0 && (page - 1) * 100 < total; page++) {
        for (const { straatnaam } of (await search(prefix, page)).rows) {
          found.add(straatnaam);
        }
      }
      const expected = streets.filter((street) => street.toLowerCase().startsWith(prefix));
      expect(
        expected.filter((street) => !found.has(street)),
        prefix,
      ).toEqual([]);
      expect((await suggest(prefix)).length, prefix).toBeGreaterThan(0);
    }
  });

  test.each(["13", "138"])(
    "%p finds all addresses of the postcodes with that prefix, page by page",
    async (q) => {
      const expected = weesp.adressen.filter(({ postcode }) => postcode?.startsWith(q));
      const { total } = await search(q);
      expect(total).toBe(expected.length);
      const found: Adres[] = [];
      for (let page = 1; (page - 1) * 100 < total; page++) {
        found.push(...(await search(q, page)).rows);
      }
      const ids = (rows: readonly Adres[]) =>
        rows.map(({ nummeraanduiding_id }) => nummeraanduiding_id).sort();
      expect(ids(found)).toEqual(ids(expected));
      const postcodes = found.map(({ postcode }) => postcode!);
      expect(postcodes).toEqual(postcodes.toSorted());
      expect((await search(q, 1 + Math.ceil(total / 100))).rows).toEqual([]);
    },
  );

  test("while typing, each area of four digits with that prefix has one address", async () => {
    const areas = new Set(weesp.adressen.flatMap(({ postcode }) => postcode?.slice(0, 4) ?? []));
    for (const q of new Set([...areas].flatMap((area) => [area.slice(0, 2), area.slice(0, 3)]))) {
      const shown = (await suggest(q)).map(({ postcode }) => postcode.slice(0, 4));
      const expected = [...areas].filter((area) => area.startsWith(q));
      expect(shown, q).toEqual(expected.sort());
    }
  });

  test.each(["nl", "nr", "te", "in", "de", "--", "1a", "a1", "é!", "0a"])("%p is answered", async (q) => {
    for (const path of ["/addresses/search", "/addresses/autocomplete", "/geocode/forward"]) {
      const { status } = await weesp.askJson(`${path}?q=${encodeURIComponent(q)}`);
      expect(status, path).toBeOneOf([200, 404]);
    }
  });

  test.each(["99", "999", "01"])("%p, with which no postcode begins, finds nothing", async (q) => {
    expect(await search(q)).toEqual({ rows: [], total: 0 });
    expect(await suggest(q)).toEqual([]);
  });
});
