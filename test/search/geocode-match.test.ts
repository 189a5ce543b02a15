/**
 * Tests `match` of geocode/forward: the kind of an answer, and that a number which exists only with letters gets a
 * position where its addresses are close together.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readKnownAddresses } from "../relevance/addresses.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { type ServedWeesp, serveWeesp } from "../support/countries/serve-weesp.ts";
import type { Adres } from "../support/countries/weesp-in-memory.ts";
import { inNaturalOrder } from "../support/oracles/natural-order.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const MINUTES = 60_000;
const METRES = 25;

/** Addresses of one number in natural order, all with a letter or an addition. */
interface House {
  readonly all: readonly Adres[];
  readonly isOnePlace: boolean;
}

function housesOf(adressen: readonly Adres[]): House[] {
  const houses = Map.groupBy(adressen, (a) => `${a.straatnaam} ${a.huisnummer}`);
  return [...houses.values()]
    .filter((all) => all.length > 1 && all.every((a) => a.huisletter ?? a.huisnummertoevoeging))
    .map((all) => ({
      all: all.toSorted(inNaturalOrder),
      isOnePlace: isOnePand(all) || isNear(all),
    }));
}

function isOnePand(all: readonly Adres[]): boolean {
  return all.every(({ pand_id }) => pand_id !== null && pand_id === all[0]!.pand_id);
}

function isNear(all: readonly Adres[]): boolean {
  return all.every((a) => all.every((b) => (a.rd_x - b.rd_x) ** 2 + (a.rd_y - b.rd_y) ** 2 <= METRES ** 2));
}

describe("match of geocode/forward", () => {
  let weesp: ServedWeesp;
  let houses: House[];
  const forward = (parameters: Record<string, string>) =>
    weesp.askJson(`/geocode/forward?${new URLSearchParams(parameters)}`);
  beforeAll(async () => {
    weesp = await serveWeesp();
    houses = housesOf(weesp.adressen);
  }, 2 * MINUTES);
  afterAll(() => weesp.close());

  test("Weesp has houses of each kind: one building, within 25 m, further apart", () => {
    const count = (isKind: (house: House) => boolean) => houses.filter(isKind).length;
    expect(count(({ all }) => isOnePand(all))).toBeGreaterThan(10);
    expect(count(({ all }) => isNear(all) && !isOnePand(all))).toBeGreaterThan(0);
    expect(count(({ isOnePlace }) => !isOnePlace)).toBeGreaterThan(0);
  });

  test("a number that exists only with letters: the first where they lie together, else candidates", async () => {
    for (const { all, isOnePlace } of houses) {
      const [first] = all;
      const q = `${first!.straatnaam} ${first!.huisnummer} Weesp`;
      const { status, body } = await forward({ q });
      const strict = await forward({ q, match: "exact" });
      expect([strict.status, strict.body.candidates_total], q).toEqual([404, all.length]);
      if (isOnePlace) {
        const { address, match } = body.data;
        expect([address.nummeraanduiding_id, match], q).toEqual([
          first!.nummeraanduiding_id,
          "one_of_several",
        ]);
      } else {
        expect([status, body.candidates_total], q).toEqual([404, all.length]);
        expect(body.detail, q).toContain("add the letter or addition");
      }
    }
  });

  test("the same for postcode and number", async () => {
    const withPostcode = houses.filter(
      ({ all }) => all[0]!.postcode !== null && all.every(({ postcode }) => postcode === all[0]!.postcode),
    );
    expect(withPostcode.length).toBeGreaterThan(40);
    for (const { all, isOnePlace } of withPostcode) {
      const key = { postcode: all[0]!.postcode!, number: String(all[0]!.huisnummer) };
      const { status, body } = await forward(key);
      const got = status === 200 ? [body.data.address.nummeraanduiding_id, body.data.match] : [status];
      const wanted = isOnePlace ? [all[0]!.nummeraanduiding_id, "one_of_several"] : [404];
      expect(got, all[0]!.full_address).toEqual(wanted);
      expect((await forward({ ...key, match: "exact" })).status).toBe(404);
    }
  });

  test("a letter or addition that the number does not have is never one of several", async () => {
    for (const { all } of houses) {
      const { straatnaam, huisnummer, postcode } = all[0]!;
      const q = `${straatnaam} ${huisnummer} Weesp`;
      expect((await forward({ q, letter: "zq" })).status, q).toBe(404);
      if (postcode === null) {
        continue;
      }
      const number = String(huisnummer);
      expect((await forward({ postcode, number, addition: "zq" })).status, q).toBe(404);
    }
  });

  test("with another postcode a number without its letter is not one address", async () => {
    const known = new Set(weesp.adressen.map(({ postcode }) => postcode));
    let asked = 0;
    for (const { all } of houses) {
      const { straatnaam, huisnummer, postcode } = all[0]!;
      const near = [..."ABCDEGHJKLMNPRSTVWXZ"].map((letter) => postcode?.slice(0, 5) + letter);
      for (const other of near.filter((each) => known.has(each) && each !== postcode).slice(0, 2)) {
        const q = `${straatnaam} ${huisnummer}, ${other} Weesp`;
        expect((await forward({ q })).status, q).toBe(404);
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(80);
  });

  test.each([
    "Binnenveer 4, 1381BV Weesp",
    "Binenveer 4 Weesp",
    "Keurstrat 5, 1382KS Weesp",
    "Keurstraat 5, 1382KS Wesp",
    "Keurstrat 5 Wesp",
  ])("two parts otherwise than typed are not one address: %s", async (q) => {
    const { status, body } = await forward({ q });
    expect([status, body.candidates?.length > 0]).toEqual([404, true]);
  });

  test("beside the postcode as typed, errors in both names are no second change", async () => {
    expect((await forward({ q: "Keurstrat 5, 1382KT Wesp" })).body.data.match).toBe("corrected");
  });

  test.each([
    ["Keurstraat 5, 1382KT Weesp", "exact"],
    ["KEURSTR. 5A weesp", "exact"],
    ["weesp, Mr. Thorbeckelaan 8", "exact"],
    ["1382kt 5-a", "exact"],
    ["Bloemendalerweg 51 a/1 Weesp", "exact"],
    ["Keurstrat 5 Weesp", "corrected"],
    ["Keurstraat 5 Weep", "corrected"],
    ["Keurstraat 5, 1382KS Weesp", "corrected"],
    ["T.a.v. mevrouw Jansen, Keurstraat 5, 1382KT Weesp", "corrected"],
    ["bij Keurstraat 5, 1382KT Weesp", "corrected"],
    ["bij Keurstraat 5 Weesp", "corrected"],
    ["Binnenveer 4 Weesp", "corrected"],
    ["Nieuwstraat 37 Weesp", "one_of_several"],
    ["Nieuwstrat 37", "one_of_several"],
  ])("%p is %s, and refused with match=exact unless it is exact", async (q, match) => {
    const { body } = await forward({ q });
    expect(body.data?.match, body.detail).toBe(match);
    const strict = await forward({ q, match: "exact" });
    expect(strict.status).toBe(match === "exact" ? 200 : 404);
    if (match !== "exact") {
      expect(strict.body.candidates.length).toBeGreaterThan(0);
    }
  });

  test("a number that exists with one letter only is corrected, by postcode too", async () => {
    const of = weesp.adressen.filter((a) => a.straatnaam === "Binnenveer" && a.huisnummer === 4);
    expect(of.map(({ huisletter }) => huisletter)).toEqual(["a"]);
    const { nummeraanduiding_id, postcode } = of[0]!;
    const { body } = await forward({ postcode: postcode!, number: "4" });
    expect([body.data.address.nummeraanduiding_id, body.data.match]).toEqual([
      nummeraanduiding_id,
      "corrected",
    ]);
  });

  test("match knows no other value than exact", async () => {
    expect((await forward({ q: "Keurstraat 5 Weesp", match: "corrected" })).status).toBe(422);
  });
});

describe("the name of a gemeente that is one of a woonplaats too", () => {
  test("does not stand for another woonplaats exactly", async () => {
    const dataDir = await makeDemoFolder(3_000);
    const harness = openHarness(dataDir);
    afterAll(() => harness.close());
    const all = readKnownAddresses(dataDir);
    const places = new Set(all.map(({ city }) => city));
    const keyOf = ({ street, number }: { street: string; number: number }) => `${street} ${number}`;
    const addressesAt = Map.groupBy(all, keyOf);
    const elsewhere = all.filter(
      (a) =>
        a.city !== a.gemeente &&
        places.has(a.gemeente) &&
        a.letter + a.addition === "" &&
        addressesAt.get(keyOf(a))!.length === 1,
    );
    expect(elsewhere.length).toBeGreaterThan(50);
    for (const { id, street, number, city, gemeente } of elsewhere.slice(0, 200)) {
      const ask = (place: string, match = "") =>
        harness.askJson(
          `/geocode/forward?${new URLSearchParams({ q: `${street} ${number}, ${place}`, match })}`,
        );
      expect((await ask(city, "exact")).body.data?.address.nummeraanduiding_id, `${street} ${city}`).toBe(id);
      expect((await ask(gemeente, "exact")).status, `${street} ${number}, ${gemeente}`).toBe(404);
      expect((await ask(gemeente)).body.data?.match ?? "none", `${street} ${gemeente}`).not.toBe("exact");
    }
  });
});
