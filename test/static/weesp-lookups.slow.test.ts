/** Compares the client of static files with the interface, for every address of Weesp. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import {
  createStaticClient,
  type StaticAddress,
  type StaticClient,
} from "../../src/http/client/static/static-client.ts";
import { keysOfName } from "../../src/static/name-words.ts";
import { readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";
import { testRandom } from "../support/seed.ts";
import { openHarness } from "../support/servers/http-harness.ts";
import { compareLookup, comparePostcode, expectSame } from "../support/servers/static-comparison.ts";
import { writeStaticFolder } from "../support/servers/static-folder.ts";
import { type StaticHost, serveFolder } from "../support/servers/static-host.ts";

let weesp: Weesp;
let api: ReturnType<typeof openHarness>;
let folder: string;
let host: StaticHost;
let client: StaticClient;

beforeAll(async () => {
  weesp = await readWeesp();
  api = openHarness(weesp.dataDir);
  folder = writeStaticFolder(weesp.snapshot, ["positions", "records"]);
  host = serveFolder(folder);
  client = createStaticClient({ baseUrl: host.url, records: true });
});
afterAll(async () => {
  await host.stop();
  api.close();
  weesp.close();
  rmSync(folder, { recursive: true });
});

describe("the client of static files, over all of Weesp", () => {
  test("every address with a postcode is found as the interface finds it", async () => {
    const withPostcode = weesp.adressen.filter(({ postcode }) => postcode !== null);
    expect(withPostcode).toHaveLength(11_927);
    for (const { postcode, huisnummer, huisletter, huisnummertoevoeging } of withPostcode) {
      await compareLookup(api, client, {
        postcode: postcode!,
        number: String(huisnummer),
        ...(huisletter !== null && { letter: huisletter }),
        ...(huisnummertoevoeging !== null && { addition: huisnummertoevoeging }),
      });
    }
    // latest.json, then addresses and records of four areas.
    expect(host.requests).toHaveLength(9);
  });

  test("every spelling, and numbers that exist only with letters, are answered as by the interface", async () => {
    const lettered = weesp.adressen
      .filter(({ postcode, huisletter, huisnummertoevoeging: more }) => postcode && (huisletter || more))
      .filter((_, i) => i % 5 === 0);
    let withCandidates = 0;
    for (const { postcode, huisnummer, huisletter, huisnummertoevoeging } of lettered) {
      const suffix = `${huisletter ?? ""}${huisnummertoevoeging ?? ""}`;
      const spaced = `${postcode!.slice(0, 4)} ${postcode!.slice(4).toLowerCase()}`;
      const number = String(huisnummer);
      await compareLookup(api, client, { postcode: spaced, number: `${number}${suffix.toUpperCase()}` });
      await compareLookup(api, client, { postcode: spaced, number: `${number}-${suffix}` });
      await compareLookup(api, client, { postcode: postcode!, number, addition: suffix.toLowerCase() });
      withCandidates += Number((await compareLookup(api, client, { postcode: postcode!, number })) > 0);
      await compareLookup(api, client, { postcode: postcode!, number, letter: "zz" });
    }
    expect(lettered.length).toBeGreaterThan(200);
    expect(withCandidates).toBeGreaterThan(30);
  });

  test("every postcode lists its addresses in the order of the interface", async () => {
    const postcodes = new Set(weesp.adressen.map(({ postcode }) => postcode));
    postcodes.delete(null);
    for (const postcode of postcodes) {
      await comparePostcode(api, client, postcode!);
    }
  });

  test("every address without a postcode is found by street, number and place", async () => {
    const without = weesp.adressen.filter(({ postcode }) => postcode === null);
    expect(without).toHaveLength(107);
    for (const record of without) {
      const suggestions = await client.autocomplete(record.full_address, { limit: 100 });
      const exact = suggestions.filter((suggestion) => suggestion.kind === "address" && suggestion.exact);
      const ids = exact.map((suggestion) => suggestion.kind === "address" && suggestion.address);
      expectSame(
        ids.find((address) => address && address.nummeraanduiding_id === record.nummeraanduiding_id) || null,
        { ...record },
      );
    }
  });

  test("what is unknown has no address, and what is no postcode or number is refused", async () => {
    const nothing = { address: null, candidates: [], candidates_total: 0 };
    expect(await client.lookup({ postcode: "1382KT", number: 9_999 })).toEqual(nothing);
    expect(await client.lookup({ postcode: "9999 ZZ", number: 1 })).toEqual(nothing);
    expect(await client.postcode("1000AA")).toEqual([]);
    for (const key of [
      { postcode: "0382KT", number: 1 },
      { postcode: "1382K", number: 1 },
      { postcode: "1382KT", number: "0" },
      { postcode: "1382KT", number: "100000" },
      { postcode: "1382KT", number: "a" },
    ]) {
      expect(client.lookup(key)).rejects.toThrow(TypeError);
    }
  });

  test("the nearest position is that of a full scan", async () => {
    const random = testRandom();
    const points = Array.from({ length: 300 }, () => ({
      latitude: 52.28 + random() * 0.06,
      longitude: 4.98 + random() * 0.12,
    }));
    // The same place on the ellipsoid as RD, to a metre in a kilometre.
    const metres = (a: { latitude: number; longitude: number }, b: typeof a) =>
      Math.hypot((a.latitude - b.latitude) * 111_267, (a.longitude - b.longitude) * 68_190);
    for (const point of points) {
      const nearest = (await client.nearest(point))!;
      const distance = Math.min(...weesp.adressen.map((adres) => metres(adres, point)));
      const own = weesp.adressen.find(
        ({ nummeraanduiding_id }) => nummeraanduiding_id === nearest.address.nummeraanduiding_id,
      )!;
      expect(metres(own, point)).toBeLessThan(distance * 1.001 + 1.5);
      expect(Math.abs(nearest.distance_m - distance)).toBeLessThan(distance * 0.002 + 1.5);
    }
    expect(await client.nearest({ latitude: 53, longitude: 6 })).toBeUndefined();
  });
});

/**
 * Beginnings for which the interface finds more or other results: by the name of the place, by abbreviations and
 * initials (`mee` of Meester, registered as Mr.), by forms of a word (`grote` and Groot).
 */
const LOOSER = new Set([
  ...["we", "wee", "wees", "weesp"],
  ...["der", "dr", "dra", "dro", "ds", "do", "ja", "jo", "joh", "me", "mee", "mo", "st", "si", "het", "zui"],
  ...["groo", "groot", "grot", "grote", "hoge", "kleine", "prinses", "verlengde"],
]);

describe("begun names", () => {
  test("one begun word finds the streets that the interface suggests", async () => {
    const keysOf = new Map(
      weesp.adressen.map(({ straatnaam, verkorte_straatnaam }) => [
        straatnaam,
        [straatnaam, verkorte_straatnaam ?? ""].flatMap(keysOfName),
      ]),
    );
    const words = new Set([...keysOf.keys()].flatMap(keysOfName));
    const beginnings = new Set(
      [...words].flatMap((key) => {
        const [word] = key.split(" ") as [string];
        return Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i + 2));
      }),
    );
    const different: string[] = [];
    for (const beginning of beginnings) {
      const { body } = await api.askJson(
        `/addresses/autocomplete?limit=20&include=address&q=${encodeURIComponent(beginning)}`,
      );
      const suggested = new Set<string>(
        body.data.map(({ address }: { address: StaticAddress }) => address.straatnaam),
      );
      const found = await client.autocomplete(beginning, { limit: 1_000 });
      const streets = new Set(found.flatMap((each) => (each.kind === "street" ? [each.street] : [])));
      const begun = new Set(
        [...keysOf].flatMap(([street, keys]) =>
          keys.some((key) => key.startsWith(beginning)) ? [street] : [],
        ),
      );
      expect([beginning, [...streets].sort()]).toEqual([beginning, [...begun].sort()]);
      const isSame =
        suggested.size === 20
          ? suggested.isSubsetOf(streets)
          : suggested.symmetricDifference(streets).size === 0;
      if (!isSame) {
        different.push(beginning);
      }
    }
    expect(beginnings.size).toBeGreaterThan(2_000);
    expect(different.filter((beginning) => !LOOSER.has(beginning))).toEqual([]);
  });
});
