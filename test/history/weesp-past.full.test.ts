/**
 * The past of Weesp over HTTP. Expected values are those that the reference of history (docs/time.md) counted or read in
 * the XML itself: streets that were renamed, numbers that were issued again, objects that ended.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness(await makeWeespPastFolder());
afterAll(() => harness.close());

const ask = async (path: string) => await harness.askJson(path);
const get = async (path: string) => (await ask(path)).body.data;

const REFERENCE_DATE = "2021-10-15";
/** Number 21 of Loevesteinkade, which lay on Loevesteingracht for six weeks. */
const LOEVESTEIN_21 = "0457200000522517";
/** Achtergracht 3 until 2011-03-29, and from then on. */
const [ACHTERGRACHT_BEFORE, ACHTERGRACHT_SINCE] = ["0457200000198428", "0457200000520676"];
/** Withdrawn on 2016-01-08 with the document that formed other residences. */
const SPLIT_RESIDENCE = "0457010000000141";
/** Hogeweyselaan 131 until 2014-04-28, 145 since. */
const RENUMBERED = "0457200000201858";
/** Its oppervlakte was under investigation for seventeen days of 2021. */
const [INVESTIGATED, INVESTIGATED_NUMBER] = ["0457010000061251", "0457200000521672"];
/** The name of this street was under investigation. */
const INVESTIGATED_STREET = "0457300000000300";
const WEESP_STREET = "0457300000000305";

interface Period {
  readonly valid_from: string;
  readonly address: { readonly stage: string };
  readonly sources: readonly Record<string, unknown>[];
}

describe("an address on a day", () => {
  test.each([
    ["2021-04-22", "Loevensteinkade"],
    ["2021-04-23", "Loevesteinkade"],
    ["2021-04-27", "Loevesteinkade"],
    ["2021-04-28", "Loevesteingracht"],
    ["2021-06-08", "Loevesteingracht"],
    ["2021-06-09", "Loevesteinkade"],
  ])("number 21 lies on %s on %s", async (day, straatnaam) => {
    expect(await get(`/addresses/${LOEVESTEIN_21}?valid_on=${day}`)).toMatchObject({
      straatnaam,
      huisnummer: 21,
    });
  });

  test("has the days on which the record is equal", async () => {
    const { valid_from, valid_until } = await get(`/addresses/${LOEVESTEIN_21}?valid_on=2021-05-01`);
    expect({ valid_from, valid_until }).toEqual({ valid_from: "2021-04-28", valid_until: "2021-06-09" });
  });

  test.each([
    ["2011-03-28", ACHTERGRACHT_BEFORE],
    ["2011-03-29", ACHTERGRACHT_SINCE],
  ])("the lookup of 1381BK 3 on %s finds %s", async (day, id) => {
    const { nummeraanduiding_id } = await get(`/addresses/lookup?postcode=1381BK&number=3&valid_on=${day}`);
    expect(nummeraanduiding_id).toBe(id);
  });

  test.each([
    ["2009-01-01", { why: "not_yet" }],
    [REFERENCE_DATE, { why: "ended", valid_until: "2011-03-29" }],
  ])("a 404 of %s tells why there is none, and when there was", async (day, reason) => {
    const { status, body } = await ask(`/addresses/${ACHTERGRACHT_BEFORE}?valid_on=${day}`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "not_found" });
    expect(body.reason).toMatchObject(reason);
  });

  test("that is announced says so, and no other does", async () => {
    const path = `/addresses/${LOEVESTEIN_21}?valid_on=`;
    expect(await get(`${path}2030-01-01`)).toMatchObject({ announced: true, valid_until: null });
    expect(await get(path + REFERENCE_DATE)).not.toHaveProperty("announced");
  });

  test("moves from Muiden to Weesp, whose streets the extract has from then on alone", async () => {
    const id = "0424200000017336";
    const { status, body } = await ask(`/addresses/${id}?valid_on=2015-12-31`);
    expect({ status, why: body.reason.why }).toEqual({ status: 404, why: "no_street" });
    expect(await get(`/addresses/${id}?valid_on=2016-01-01`)).toMatchObject({ postcode: "1398PL" });
    expect(await get(`/addresses/${id}?valid_on=2016-01-14`)).toMatchObject({ postcode: "1384CA" });
  });
});

describe("documents and investigations", () => {
  test("of an address are those of its number, object, street and woonplaats", async () => {
    const { sources, in_onderzoek } = await get(`/addresses/${RENUMBERED}?include=source,in_onderzoek`);
    // Numbers and documents as in the XML; the test of this address's history expects the same.
    const told = sources.map((one: Record<string, unknown>) => [
      one.object_type,
      one.voorkomen_identificatie,
      one.documentnummer,
    ]);
    expect(told.slice(0, 3)).toEqual([
      ["nummeraanduiding", 2, "Z.34975/D.18735"],
      ["verblijfsobject", 3, "Z.59204/D.60114"],
      ["openbare_ruimte", 2, "Z.44430/D.28338"],
    ]);
    expect(sources[3]).toMatchObject({ object_type: "woonplaats", identificatie: "3631" });
    expect(in_onderzoek).toEqual([]);
  });

  test("of a day are those of that day, and bound the days on which the answer holds", async () => {
    const path = `/addresses/${RENUMBERED}?include=source&valid_on=2014-04-27`;
    const { sources, valid_until } = await get(path);
    expect(sources[0]).toMatchObject({
      voorkomen_identificatie: 1,
      documentnummer: "Z.9837/D.6498",
      tijdstip_registratie: "2010-11-26T08:46:28.000",
    });
    expect(valid_until).toBe("2014-04-28");
  });

  // Investigations as in the XML. The residences of all five that are open today have ended.
  test.each([
    ["2021-07-19", []],
    ["2021-07-20", ["oppervlakte"]],
    ["2021-08-05", ["oppervlakte"]],
    ["2021-08-06", []],
  ])("of a residence and its address tell the kenmerken of %s", async (day, kenmerken) => {
    const asked = `include=in_onderzoek&valid_on=${day}`;
    const { in_onderzoek } = await get(`/residences/${INVESTIGATED}?${asked}`);
    const expected = kenmerken.map((kenmerk) => ({
      object_type: "verblijfsobject",
      identificatie: INVESTIGATED,
      kenmerk,
      begin_geldigheid: "2021-07-20",
      eind_geldigheid: "2021-08-06",
    }));
    expect(in_onderzoek).toMatchObject(expected);
    expect(in_onderzoek).toHaveLength(kenmerken.length);
    const address = await get(`/addresses/${INVESTIGATED_NUMBER}?${asked}`);
    expect(address.in_onderzoek).toEqual(in_onderzoek);
  });

  test("bound the days on which an answer holds, as the new name of the street does", async () => {
    const path = `/streets/${INVESTIGATED_STREET}?include=in_onderzoek&valid_on=2021-05-01`;
    const { in_onderzoek, valid_from, valid_until } = await get(path);
    expect([in_onderzoek.length, in_onderzoek[0].kenmerk]).toEqual([1, "naam"]);
    expect({ valid_from, valid_until }).toEqual({ valid_from: "2021-04-23", valid_until: "2021-07-14" });
  });

  test("are in every list of addresses", async () => {
    const { latitude, longitude } = await get(`/addresses/${RENUMBERED}`);
    const wanted = (await get(`/addresses/${RENUMBERED}?include=source`)).sources;
    for (const path of [
      `/addresses/nearby?lat=${latitude}&lng=${longitude}&radius_km=0.05`,
      `/addresses/within-bbox?south=${latitude - 1e-5}&north=${latitude + 1e-5}&west=${longitude - 1e-5}&east=${longitude + 1e-5}`,
      "/addresses/search?q=hogeweyselaan 145 weesp",
    ]) {
      const rows = await get(`${path}&include=source`);
      const found = rows.find((one: Record<string, unknown>) => one.nummeraanduiding_id === RENUMBERED);
      expect([path, found?.sources]).toEqual([path, wanted]);
    }
  });
});

describe("the life of an address", () => {
  test("lists its keys, each with what changed", async () => {
    const { periods } = await get(`/addresses/${LOEVESTEIN_21}/history`);
    const names = periods.map(
      ({
        valid_from,
        address,
        changed,
      }: {
        valid_from: string;
        address: { straatnaam: string };
        changed: string[];
      }) => [valid_from, address.straatnaam, changed.includes("straatnaam")] as const,
    );
    expect(names.slice(-4)).toEqual([
      [expect.any(String), "Loevensteinkade", false],
      ["2021-04-23", "Loevesteinkade", true],
      ["2021-04-28", "Loevesteingracht", true],
      ["2021-06-09", "Loevesteinkade", true],
    ]);
  });

  test("periods touch, and no two neighbours are equal", async () => {
    const { periods } = await get(`/addresses/${LOEVESTEIN_21}/history?fields=all`);
    for (const [i, { valid_from, address }] of periods.entries()) {
      if (i > 0) {
        expect(valid_from).toBe(periods[i - 1].valid_until);
        expect(address).not.toEqual(periods[i - 1].address);
      }
    }
    expect(periods.at(-1).valid_until).toBeNull();
  });

  test("ends with the reason why there is none", async () => {
    const { registry_since, periods } = await get(`/addresses/${ACHTERGRACHT_BEFORE}/history`);
    expect(registry_since).toBe("2010-11-25");
    expect(periods.at(-1)).toMatchObject({ valid_from: "2011-03-29", address: null, reason: "ended" });
  });

  test("tells the documents of number, object and street that a period begins with, and the stage", async () => {
    const path = `/addresses/${RENUMBERED}/history?fields=all&include=source,stage`;
    const { periods } = await get(path);
    // The XML has these voorkomens with these begins. Voorkomen 2 of the residence changes its position.
    const told = periods.map(({ valid_from, address, sources }: Period) => [
      valid_from,
      address.stage,
      ...sources.map((one) => `${one.object_type} ${one.voorkomen_identificatie} ${one.documentnummer}`),
    ]);
    expect(told).toEqual([
      ["2010-09-29", "standing", "nummeraanduiding 1 Z.9837/D.6498"],
      ["2014-04-28", "standing", "nummeraanduiding 2 Z.34975/D.18735", "verblijfsobject 2 Z.34975/D.18735"],
      ["2016-01-01", "standing", "openbare_ruimte 2 Z.44430/D.28338"],
    ]);
    expect(periods[0].sources[0]).toMatchObject({
      identificatie: RENUMBERED,
      documentdatum: "2010-09-28",
      tijdstip_registratie: "2010-11-26T08:46:28.000",
    });
    expect((await get(`/addresses/${RENUMBERED}/history`)).periods[0]).not.toContainKey("sources");
  });

  test("of a number that nobody has heard of is 404", async () => {
    expect((await ask("/addresses/0457200009999999/history")).body).toMatchObject({
      status: 404,
      code: "not_found",
    });
  });
});

describe("former addresses", () => {
  const street = (name: string, number: number) =>
    `/addresses/former?street=${encodeURIComponent(name)}&city=Weesp&number=${number}`;

  test("a street's old name leads to the address under its new one", async () => {
    const { current, former } = await get(street("Loevensteinkade", 21));
    expect(current).toBeNull();
    expect(former).toMatchObject([
      {
        nummeraanduiding_id: LOEVESTEIN_21,
        valid_until: "2021-04-23",
        today: { straatnaam: "Loevesteinkade" },
      },
    ]);
  });

  test("an address of six weeks has its days", async () => {
    const { current, former } = await get(street("loevesteingracht", 21));
    expect(current).toBeNull();
    expect(former).toMatchObject([{ valid_from: "2021-04-28", valid_until: "2021-06-09" }]);
    expect(await get(`${street("Loevesteingracht", 21)}&valid_on=2021-06-09`)).toEqual({
      current: null,
      former: [],
    });
  });

  test("the holder of today comes first, the former one with its successor", async () => {
    const { current, former } = await get("/addresses/former?postcode=1381BK&number=3");
    expect(current.nummeraanduiding_id).toBe(ACHTERGRACHT_SINCE);
    expect(former).toMatchObject([
      {
        nummeraanduiding_id: ACHTERGRACHT_BEFORE,
        valid_until: "2011-03-29",
        today: null,
        successors: [{ relation: "same_key", address: { nummeraanduiding_id: ACHTERGRACHT_SINCE } }],
      },
    ]);
  });

  test.each([
    ["/addresses/former?number=3", "postcode"],
    ["/addresses/former?number=3&street=Achtergracht", "city"],
    ["/addresses/former?number=3&city=Weesp", "street"],
  ])("%s is refused for want of %s", async (path, field) => {
    const { status, body } = await ask(path);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
  });

  test("a lookup of a key that no address has names who had it", async () => {
    const { former } = await get(street("Loevensteinkade", 21));
    const { postcode, huisnummer } = former[0].address;
    const dated = await get(
      `/addresses/lookup?postcode=${postcode}&number=${huisnummer}&valid_on=2021-04-22`,
    );
    expect(dated.nummeraanduiding_id).toBe(LOEVESTEIN_21);
    const gone = await findGoneKey();
    const { status, body } = await ask(
      `/addresses/lookup?postcode=${gone.postcode}&number=${gone.huisnummer}`,
    );
    expect(status).toBe(404);
    expect(body.former[0]).toMatchObject({ today: null, address: gone });
  });
});

/** Returns the postcode and number of the residence that was split, which only letters share today. */
async function findGoneKey(): Promise<{ postcode: string; huisnummer: number }> {
  const { voorkomens } = await get(`/residences/${SPLIT_RESIDENCE}/history`);
  const id = voorkomens[0].hoofdadres_nummeraanduiding_id;
  const { periods } = await get(`/addresses/${id}/history`);
  const { postcode, huisnummer } = periods.at(-2).address;
  return { postcode, huisnummer };
}

describe("lives of objects", () => {
  test("a residence that was split ends with the document of those formed", async () => {
    const { voorkomens } = await get(`/residences/${SPLIT_RESIDENCE}/history?include=source`);
    expect(voorkomens.at(-1)).toMatchObject({
      begin_geldigheid: "2016-01-08",
      stage: "ended",
      documentnummer: "Z.47754/D.53970",
      status: "Verblijfsobject ingetrokken",
    });
    const { voorkomens: formed } = await get("/residences/0457010000060946/history?include=source");
    expect(formed[0]).toMatchObject({ begin_geldigheid: "2016-01-08", documentnummer: "Z.47754/D.53970" });
  });

  test("corrections are listed on request", async () => {
    const path = "/residences/0457010000000023/history";
    const numbers = async (query: string) =>
      (await get(path + query)).voorkomens.map(
        (one: { voorkomen_identificatie: number }) => one.voorkomen_identificatie,
      );
    const all = await numbers("?include=corrections");
    expect(all).toEqual(expect.arrayContaining([3, 4]));
    expect(await numbers("")).toEqual(all.filter((number: number) => number !== 3 && number !== 4));
  });

  test("a street tells its names", async () => {
    const { voorkomens } = await get(`/streets/${WEESP_STREET}/history?include=source`);
    const rename = voorkomens.find(({ changed }: { changed: string[] }) => changed.includes("naam"));
    expect(rename).toMatchObject({ naam: "Loevesteinkade", begin_geldigheid: "2021-04-23" });
    expect(rename.tijdstip_registratie).toStartWith("2021-04-28T");
  });

  test("Weesp was woonplaats 1012 until 2016, and 3631 since", async () => {
    const { voorkomens } = await get("/cities/1012/history");
    expect(voorkomens.at(-1)).toMatchObject({
      naam: "Weesp",
      begin_geldigheid: "2016-01-01",
      stage: "ended",
    });
    const { gemeenten } = await get("/cities/3631/history");
    expect(gemeenten.at(-1)).toMatchObject({ valid_until: null });
  });

  test("a gemeente that ended tells where its woonplaatsen lie today", async () => {
    // Haaren was divided among four gemeenten.
    const { names, woonplaatsen } = await get("/municipalities/0788/history");
    expect(names.at(-1).gemeente_naam).toBe("Haaren");
    const today = new Set(
      woonplaatsen.map((one: { gemeente_code_today: string }) => one.gemeente_code_today),
    );
    expect(today.size).toBe(4);
  });
});

describe("refusals", () => {
  test.each([
    "/addresses/search?q=Weesp&valid_on=2015-01-01",
    "/addresses/nearby?lat=52.307&lng=5.041&valid_on=2015-01-01",
    "/statistics/overview?valid_on=2015-01-01",
    "/geocode/forward?q=Weesp&valid_on=2015-01-01",
    "/cities/3631?include=counts&valid_on=2015-01-01",
    `/addresses/${LOEVESTEIN_21}?include=areas&valid_on=2015-01-01`,
    `/addresses/${LOEVESTEIN_21}?valid_on=2015-13-01`,
  ])("%s is 422, not ignored", async (path) => {
    const { status, body } = await ask(path);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ["valid_on"] });
  });

  test("/version says that there is a history", async () => {
    expect(await get("/version")).toMatchObject({ history: true, history_since: "2010-11-25" });
  });
});
