/** The BAG API on Weesp: ways to ask, compared with full scans; pages, links, spellings, expanded resources, errors. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { toAdresregel5 } from "../../src/interfaces/bag/address.ts";
import { toHuisNlt } from "../../src/interfaces/locatieserver/document.ts";
import {
  type Json,
  serveWeespInterfaces,
  type WeespInterfaces,
} from "../support/servers/weesp-interfaces.ts";

setDefaultTimeout(120_000);

const ROOT = "/lvbag/individuelebevragingen/v2";
let weesp: WeespInterfaces;
beforeAll(async () => {
  weesp = await serveWeespInterfaces();
});
afterAll(() => weesp.close());

type Adres = WeespInterfaces["adressen"][number];

const ask = (path: string) => weesp.askJson(`${ROOT}/${path}`);
async function idsOf(path: string): Promise<string[]> {
  const { _embedded } = await ask(path);
  return (_embedded?.adressen ?? []).map((each: Json) => each.nummeraanduidingIdentificatie);
}
const scan = (test: (adres: Adres) => boolean) =>
  weesp.adressen.filter(test).map(({ nummeraanduiding_id }) => nummeraanduiding_id);

describe("ways to ask", () => {
  test("by postcode and number, with and without letter and addition", async () => {
    for (const { postcode, huisnummer, huisletter, huisnummertoevoeging } of weesp.adressen.filter(
      (each, i) => i % 401 === 0 && each.postcode !== null,
    )) {
      const key = `postcode=${postcode}&huisnummer=${huisnummer}&pageSize=100`;
      const sameNumber = (each: Adres) => each.postcode === postcode && each.huisnummer === huisnummer;
      const all = scan(sameNumber);
      if (all.length <= 100) {
        expect([key, (await idsOf(`adressen?${key}`)).sort()]).toEqual([key, all.sort()]);
      }
      const parts =
        (huisletter === null ? "" : `&huisletter=${huisletter}`) +
        (huisnummertoevoeging === null ? "" : `&huisnummertoevoeging=${huisnummertoevoeging}`);
      const exact = scan(
        (each) =>
          sameNumber(each) &&
          each.huisletter === huisletter &&
          each.huisnummertoevoeging === huisnummertoevoeging,
      );
      expect((await idsOf(`adressen?${key}${parts}&exacteMatch=true`)).sort()).toEqual(exact.sort());
      expect((await idsOf(`adressenuitgebreid?${key}${parts}&exacteMatch=1`)).sort()).toEqual(exact.sort());
    }
  });

  test("by names, the plain number first", async () => {
    const query = "woonplaatsNaam=weesp&openbareRuimteNaam=KEURSTRAAT&huisnummer=5";
    expect(await idsOf(`adressen?${query}`)).toEqual(["0457200000521749", "0457200000521750"]);
    expect(await idsOf(`adressen?${query}&huisletter=A`)).toEqual(["0457200000521750"]);
    expect(await idsOf(`adressen?${query}&huisnummertoevoeging=a`)).toEqual([]);
    expect(await idsOf(`adressen?${query}&exacteMatch=true`)).toEqual(["0457200000521749"]);
    expect(await idsOf("adressen?woonplaatsNaam=Weesp&openbareRuimteNaam=Keurstr&huisnummer=5")).toEqual([]);
  });

  test("by ids and text", async () => {
    const { adresseerbaar_object_id, pand_id } = weesp.adressen.find(
      ({ nummeraanduiding_id }) => nummeraanduiding_id === "0457200000521750",
    )!;
    const ofObject = scan((each) => each.adresseerbaar_object_id === adresseerbaar_object_id);
    const byObject = await idsOf(`adressen?adresseerbaarObjectIdentificatie=${adresseerbaar_object_id}`);
    expect(byObject.sort()).toEqual(ofObject.sort());
    expect((await idsOf(`adressenuitgebreid?pandIdentificatie=${pand_id}&pageSize=100`)).sort()).toEqual(
      scan((each) => each.pand_id === pand_id).sort(),
    );
    expect((await idsOf("adressen?openbareRuimteIdentificatie=0457300000000099")).sort()).toEqual(
      scan(({ straatnaam }) => straatnaam === "Keurstraat").sort(),
    );
    expect((await idsOf("adressen?q=keurstraat%205a%20weesp"))[0]).toBe("0457200000521750");
    const { _embedded } = await ask("adressen/zoek?zoek=keurstraat%205a");
    const [{ omschrijving, _links }] = _embedded.zoekresultaten;
    expect(omschrijving).toBe("Keurstraat 5a, 1382KT Weesp");
    const followed = await weesp.askJson(_links.adres.href.slice(_links.adres.href.indexOf(ROOT)));
    expect(followed._embedded.adressen[0].nummeraanduidingIdentificatie).toBe("0457200000521750");
  });

  test("nothing found is 200 without _embedded; an unknown id is 404", async () => {
    expect(Object.keys(await ask("adressen?postcode=1000AA&huisnummer=1"))).toEqual(["_links"]);
    for (const path of ["adressen/0457200000999999", "adressenuitgebreid/0457200000999999"]) {
      const { status, body } = await weesp.askAny(`${ROOT}/${path}`);
      expect([path, status, body.code, body.title]).toEqual([
        path,
        404,
        "notFound",
        "Opgevraagde resource bestaat niet.",
      ]);
    }
  });
});

describe("answers", () => {
  test("an address, brief and extended", async () => {
    const { _links, ...brief } = await ask("adressen/0457200000521750");
    expect(brief).toEqual({
      openbareRuimteNaam: "Keurstraat",
      korteNaam: "Keurstraat",
      huisnummer: 5,
      huisletter: "a",
      postcode: "1382KT",
      woonplaatsNaam: "Weesp",
      nummeraanduidingIdentificatie: "0457200000521750",
      openbareRuimteIdentificatie: "0457300000000099",
      woonplaatsIdentificatie: "3631",
      adresseerbaarObjectIdentificatie: "0457010000005191",
      pandIdentificaties: ["0457100000056230"],
      indicatieNevenadres: true,
      adresregel5: "Keurstraat 5 a",
      adresregel6: "1382 KT  WEESP",
    });
    expect(_links.adresseerbaarObject.href).toEndWith(`${ROOT}/verblijfsobjecten/0457010000005191`);
    expect(await ask("adressenuitgebreid/0457200000521750")).toMatchObject({
      typeAdresseerbaarObject: "Verblijfsobject",
      adresseerbaarObjectGeometrie: { punt: { type: "Point", coordinates: [130318.263, 480427.846] } },
      adresseerbaarObjectStatus: "Verblijfsobject in gebruik",
      oorspronkelijkBouwjaar: ["1970"],
      pandStatussen: ["Pand in gebruik"],
    });
  });

  test("a ligplaats has an outline in RD, no purposes and no pand", async () => {
    const { nummeraanduiding_id, rd_x, rd_y } = weesp.adressen.find(({ type }) => type === "ligplaats")!;
    const adres = await ask(`adressenuitgebreid/${nummeraanduiding_id}`);
    expect(adres.typeAdresseerbaarObject).toBe("Ligplaats");
    const [[[x, y]]] = adres.adresseerbaarObjectGeometrie.vlak.coordinates;
    expect(Math.hypot(x - rd_x, y - rd_y)).toBeLessThan(100);
    expect(adres).not.toContainAnyKeys([
      "gebruiksdoelen",
      "oppervlakte",
      "pandIdentificaties",
      "pandStatussen",
    ]);
  });

  test("expand puts whole resources into _embedded", async () => {
    const { _embedded } = await ask("adressen/0457200000521750?expand=true");
    expect(Object.keys(_embedded)).toEqual([
      "nummeraanduiding",
      "openbareRuimte",
      "woonplaats",
      "adresseerbaarObject",
      "panden",
    ]);
    expect(_embedded.adresseerbaarObject.verblijfsobject.heeftAlsHoofdAdres).toBe("0457200000205810");
    const own = await weesp.askOwn("/buildings/0457100000056230");
    expect(_embedded.panden[0].pand).toMatchObject({
      identificatie: "0457100000056230",
      oorspronkelijkBouwjaar: String(own.body.data.bouwjaar),
      status: own.body.data.status,
      voorkomen: { beginGeldigheid: own.body.data.begin_geldigheid },
    });
    const some = await ask("adressen?postcode=1382KT&huisnummer=5&expand=woonplaats,panden.geometrie");
    expect(Object.keys(some._embedded.adressen[0]._embedded)).toEqual(["woonplaats", "panden"]);
  });

  test("pages and their links hold every address once", async () => {
    const ids: string[] = [];
    let path: string | undefined = "adressen?openbareRuimteIdentificatie=0457300000000040&pageSize=10";
    const street = weesp.adressen.length;
    for (let pages = 0; path !== undefined && pages < street; pages++) {
      const { _embedded, _links }: Json = await ask(path);
      ids.push(..._embedded.adressen.map((each: Json) => each.nummeraanduidingIdentificatie));
      expect(_links.self.href).toEndWith(path);
      expect(_links.first === undefined).toBe(pages === 0);
      path = _links.next?.href.split(`${ROOT}/`)[1];
    }
    const total = (await weesp.askOwn("/streets/0457300000000040/addresses")).body.meta.total;
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
    expect(total).toBeGreaterThan(20);
  });

  test("headers", async () => {
    const response = await weesp.ask(`${ROOT}/adressen?postcode=1382KT&huisnummer=5`, {
      accept: "application/hal+json, application/problem+json",
      "accept-crs": "EPSG:28992",
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/hal+json",
      "api-version": "2.9.2",
      "x-pagination-page": "1",
      "x-pagination-limit": "20",
    });
    expect((await weesp.ask("/api/v1/version")).headers.get("api-version")).toBe("1.0.0");
  });
});

describe("errors", () => {
  test.each([
    ["adressen", 400, "paramsRequired"],
    ["adressen?page=1", 400, "paramsRequired"],
    ["adressen?postcode=1382KT", 400, "paramsCombination"],
    ["adressen?huisnummer=5", 400, "paramsCombination"],
    ["adressen?woonplaatsNaam=Weesp&huisnummer=5", 400, "paramsCombination"],
    ["adressen?postcode=1382KT&huisnummer=5&q=x", 400, "unsupportedCombination"],
    ["adressen?postcode=1382KT&huisnummer=5&woonplaatsNaam=Weesp", 400, "unsupportedCombination"],
    ["adressen?pandIdentificatie=0457100000056230&expand=true", 400, "unsupportedCombination"],
    ["adressen?postcode=1382KT&huisnummer=5&expand=", 400, "paramsValidation"],
    ["adressen?postcode=1382KT&huisnummer=5&expand=bewoner", 400, "paramsValidation"],
    ["adressen?postcode=1382KT&huisnummer=5&page=2", 400, "paramsValidation"],
    ["adressen?postcode=1382KT&huisnummer=5&pageSize=5", 400, "paramsValidation"],
    ["adressen?postcode=1382KT&huisnummer=vijf", 400, "paramsValidation"],
    [`adressen?q=${"a".repeat(201)}`, 400, "paramsValidation"],
    ["adressenuitgebreid?openbareRuimteIdentificatie=0457300000000099", 400, "paramsRequired"],
    ["panden/0457100000056230?geldigOp=2020-01-01", 400, "unsupportedCombination"],
    ["verblijfsobjecten?beschikbaarOp=2020-01-01T00:00:00Z", 400, "unsupportedCombination"],
    ["woonplaatsen/3631", 404, "notFound"],
    ["adressen/12", 400, "paramsValidation"],
    ["adressen/x", 400, "paramsValidation"],
    ["adressen/04572000005217501", 400, "paramsValidation"],
    ["adressenuitgebreid/12", 400, "paramsValidation"],
    ["panden/12", 400, "paramsValidation"],
    ["woonplaatsen/12", 400, "paramsValidation"],
  ])("%s is %d %s", async (path, status, code) => {
    const response = await weesp.ask(`${ROOT}/${path}`);
    const body: Json = JSON.parse(await response.text());
    expect([response.status, body.status, body.code]).toEqual([status, status, code]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(body.instance).toContain(`${ROOT}/${path.split("?")[0]}`);
  });

  test("a wrong type is reported alone, all other faults together", async () => {
    const faultsOf = async (query: string) => {
      const { body } = await weesp.askAny(`${ROOT}/adressen?${query}`);
      return body["invalid-params"].map(({ name, code, reason }: Json) => [name, code, reason]);
    };
    expect(await faultsOf("postcode=x&huisnummer=100000&huisletter=ab")).toEqual([
      ["postcode", "pattern", "Waarde voldoet niet aan patroon ^[1-9]{1}[0-9]{3}[ ]{0,1}[a-zA-Z]{2}$."],
      ["huisnummer", "maximum", "Waarde is hoger dan maximum 99999."],
      ["huisletter", "pattern", "Waarde voldoet niet aan patroon ^[a-zA-Z]{1}$."],
    ]);
    const { body } = await weesp.askAny(`${ROOT}/adressen/12`);
    expect(body["invalid-params"]).toMatchObject([{ name: "identificatie", code: "pattern" }]);
    expect(await faultsOf("postcode=x&huisnummer=5x&exacteMatch=ja")).toEqual([
      ["huisnummer", "integer", "Waarde is geen geldige integer."],
      ["exacteMatch", "boolean", "Waarde is geen geldige boolean."],
    ]);
  });

  test("what the client cannot read is 406", async () => {
    for (const headers of [{ accept: "text/html" }, { accept: "*/*", "accept-crs": "epsg:4258" }]) {
      const { status } = await weesp.askAny(`${ROOT}/info`, headers);
      expect(status).toBe(406);
    }
  });
});

/** The same numbers in the spelling of the BAG API and of the Locatieserver: compat.md, trap 2. */
test.each([
  [16, "D", "K", "16 DK", "16D-K"],
  [1, null, "5A3", "1-5A3", "1-5A3"],
  [58, null, "H", "58 H", "58-H"],
  [18, "A", "1", "18 A1", "18A-1"],
  [289, "A", null, "289 A", "289A"],
  [1, null, "BEN", "1 BEN", "1-BEN"],
  [7, null, null, "7", "7"],
])("%d %s %s", (huisnummer, huisletter, huisnummertoevoeging, ofBag, ofLocatieserver) => {
  const parts = { huisnummer, huisletter, huisnummertoevoeging };
  expect(toAdresregel5("Laan", parts)).toBe(`Laan ${ofBag}`);
  expect(toHuisNlt(parts)).toBe(ofLocatieserver);
});
