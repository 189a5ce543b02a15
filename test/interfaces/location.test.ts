/**
 * The Location API on Weesp: what its clients rely on, relevance, and every fault of PDOK's original. Expected addresses
 * are read from the registry's rows.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  type Json,
  serveWeespInterfaces,
  type WeespInterfaces,
} from "../support/servers/weesp-interfaces.ts";
import { ADRES, ALL, KEUR_5A, PLACES, ROOT, searchesOf } from "./location-searches.ts";

setDefaultTimeout(120_000);

let weesp: WeespInterfaces;
beforeAll(async () => {
  weesp = await serveWeespInterfaces();
});
afterAll(() => weesp.close());
const { search, namesOf } = searchesOf(() => weesp);

const NIEUW_3 = "Nieuwstraat 3, 1381BB Weesp, Weesp (Noord-Holland)";
const collectionsOf = (features: Json[]): string[] =>
  features.map(({ properties }) => properties.collection_id);
const scoresOf = (features: Json[]): number[] => features.map(({ properties }) => properties.score);
const isFalling = (scores: number[]) => scores.every((score, i) => i === 0 || score <= scores[i - 1]!);

describe("what clients rely on", () => {
  test.each([
    ...["keurstraat 5a", "KEURSTRAAT 5A weesp", "Keurstraat 5a Weesp", "1382KT 5a", "1382 KT 5a"],
    ...["Keurstraat 5a 1382KT", "Keurstráát 5a", "Keurstraat 5a (Weesp)", "Keurstraat 5a, 1382KT, Weesp."],
    ...[KEUR_5A, "Keurstraat 5a, 1382KT Weesp", "keurstr 5a", 'Keurstraat: 5a*\\ & "weesp"'],
  ])("%s is Keurstraat 5a", async (q) => {
    expect((await namesOf(q))[0]).toBe(KEUR_5A);
  });

  test("the whole display_name finds its object first, and its first two parts an address", async () => {
    const drawn = weesp.adressen.filter((_, i) => i % 97 === 5);
    for (const { nummeraanduiding_id: id, straatnaam, huisnummer } of drawn) {
      const typed = await search(`${straatnaam} ${huisnummer}`, `${ADRES}&limit=50`);
      const found = typed.find((feature: Json) => feature.id === id);
      expect(found).toBeDefined();
      const name: string = found.properties.display_name;
      expect((await search(name, ALL))[0].id).toBe(id);
      expect((await search(name.split(", ").slice(0, 2).join(", "), ALL))[0].id).toBe(id);
    }
    for (const feature of await search("Weesp", PLACES)) {
      expect((await search(feature.properties.display_name, ALL))[0].id).toBe(feature.id);
    }
  });

  test("a postcode with a number, and an address with all its parts", async () => {
    expect(await namesOf("1381BB 3", `${ADRES}&limit=20`)).toContain(NIEUW_3);
    expect((await namesOf("Nieuwstraat 3 1381BB Weesp"))[0]).toBe(NIEUW_3);
  });

  test("something from the second letter on", async () => {
    for (const q of ["Ke", "Keur", "Keurstr"]) {
      expect(await namesOf(q)).not.toEqual([]);
    }
  });

  test("numbers by number: the typed one first, then those that begin with it", async () => {
    expect(await namesOf("Keurstraat 5")).toEqual([
      "Keurstraat 5, 1382KT Weesp, Weesp (Noord-Holland)",
      KEUR_5A,
    ]);
    expect((await namesOf("Nieuwstraat 3"))[0]).toBe(NIEUW_3);
    const numbers = (await namesOf("Nieuwstraat", `${ADRES}&limit=50`)).map((name) =>
      Number.parseInt(name.slice(12), 10),
    );
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers.slice(0, 4)).toEqual([1, 3, 4, 5]);
  });

  test.each(["1382KT", "1382 KT", "1382kt", "1381 BB"])("%s is all its addresses and no other", async (q) => {
    const postcode = q.replace(" ", "").toUpperCase();
    const ids = weesp.adressen
      .filter((adres) => adres.postcode === postcode)
      .map((adres) => adres.nummeraanduiding_id);
    expect(ids.length).toBe(postcode === "1382KT" ? 6 : 22);
    expect((await search(q, `${ADRES}&limit=50`)).map(({ id }: Json) => id).sort()).toEqual(ids.sort());
  });

  test("the name of a place is ten of its addresses, or as many as the limit", async () => {
    expect((await search("weesp")).length).toBe(10);
    expect((await search("weesp", `${ADRES}&limit=50`)).length).toBe(50);
    expect((await search("weesp", `${ADRES}&limit=500`)).length).toBe(50);
  });

  test.each(["weesp", "wee", "WÉESP"])("%s is a woonplaats and a gemeente", async (q) => {
    expect(await namesOf(q, PLACES)).toEqual([
      "Weesp, Weesp (Noord-Holland)",
      "Gemeente Weesp, Noord-Holland",
    ]);
  });

  test("nothing that does not fit, and a near miss of one word", async () => {
    for (const q of ["zzqxw 999", "Maastricht", "maastr", "Keurstraat Maastricht", "5)"]) {
      expect(await namesOf(q, ALL)).toEqual([]);
    }
    expect(await namesOf("Keurstaart 5a")).toEqual([KEUR_5A]);
  });

  test("a longer list begins with the shorter one", async () => {
    for (const q of ["Nieuwstraat", "ke", "weesp", "1381", "Nieuwstraat 3"]) {
      const ten = await namesOf(q, ALL);
      expect((await namesOf(q, `${ALL}&limit=50`)).slice(0, ten.length)).toEqual(ten);
    }
  });
});

describe("relevance", () => {
  const weighted = (adres: string, woonplaats: string) =>
    search(
      "weesp",
      `${ADRES}&adres[relevance]=${adres}&woonplaats[version]=1&woonplaats[relevance]=${woonplaats}&limit=50`,
    );

  test("the greater comes first, in one list of falling scores", async () => {
    const places = await weighted("0.1", "0.9");
    const addresses = await weighted("0.9", "0.1");
    expect([collectionsOf(places)[0], collectionsOf(addresses)[0]]).toEqual(["woonplaats", "adres"]);
    expect([isFalling(scoresOf(places)), isFalling(scoresOf(addresses))]).toEqual([true, true]);
  });

  test("of half by default: names that begin with the line have 0.5 to 0.6, others less", async () => {
    const [begun] = scoresOf(await search("keurstraat"));
    expect(begun).toBeGreaterThan(0.5);
    expect(begun).toBeLessThan(0.6);
    expect(scoresOf(await search("1382KT"))[0]).toBeLessThan(0.25);
  });

  test("0 is score 0, at the end, and not absent; one out of range counts as a half", async () => {
    const places = await weighted("1", "0");
    expect(places.length).toBe(50);
    expect(collectionsOf(places)).not.toContain("woonplaats");
    const addresses = await weighted("0", "1");
    expect(collectionsOf(addresses).indexOf("adres")).toBe(1);
    expect(new Set(scoresOf(addresses.slice(1)))).toEqual(new Set([0]));
    expect(addresses.length).toBe(50);
    const half = await search("keurstraat");
    for (const odd of ["7", "-1", "1e999"]) {
      expect(await search("keurstraat", `${ADRES}&adres[relevance]=${odd}`)).toEqual(half);
    }
  });

  test("equal scores are in the order of names, with numbers as numbers", async () => {
    const names = await namesOf("Nieuwstraat", `${ADRES}&adres[relevance]=0&limit=50`);
    const compare = new Intl.Collator("nl", { numeric: true }).compare;
    expect(names).toEqual(names.toSorted(compare));
  });
});

describe("faults are 400 with a detail that names the parameter", () => {
  test.each([
    [`q=weesp`, "adres[version]=1"],
    [ADRES, "q"],
    [`q=&${ADRES}`, "q"],
    [`q=a&${ADRES}`, "q"],
    [`q=()(&${ADRES}`, "q"],
    [`q=${"a".repeat(201)}&${ADRES}`, "q"],
    [`q=a|b&${ADRES}`, "q"],
    [`q=weesp!&${ADRES}`, "q"],
    [`q=a%3C-%3Eb&${ADRES}`, "q"],
    ["q=weesp&adres[version]=x", "adres[version]"],
    ["q=weesp&perceel[version]=", "perceel[version]"],
    ["q=weesp&adres[relevance]=1", "adres[version]"],
    [`q=weesp&${ADRES}&adres[relevance]=high`, "adres[relevance]"],
    ["q=weesp&adres=1", "adres"],
    [`q=weesp&${ADRES}&fq=type:adres&rows=3`, "fq, rows"],
    [`q=weesp&${ADRES}&lat=52`, "lat"],
    ...["0", "-1", "ten", "1.5"].map((limit) => [`q=weesp&${ADRES}&limit=${limit}`, "limit"]),
    ...["1,2,3,4,5,6", "a,b,c,d", "5,52,5,52", "5.1,52.4,5,52.3", "1,2,3"].map((bbox) => [
      `q=weesp&${ADRES}&bbox=${bbox}`,
      "bbox",
    ]),
    [`q=weesp&${ADRES}&crs=EPSG:28992`, "crs"],
    [`q=weesp&${ADRES}&bbox=5,52,6,53&bbox-crs=EPSG:4326`, "bbox-crs"],
    [`q=weesp&${ADRES}&f=xml`, "f"],
  ] as [string, string][])("%s", async (query, named) => {
    const answer = await weesp.ask(`${ROOT}/search?${query}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await answer.json()).toMatchObject({ status: 400, detail: expect.stringContaining(named) });
  });

  test("unknown paths and collections are 404", async () => {
    for (const path of [
      "/collections/straat",
      "/collections/adres/items",
      "/collections/adres/items/1",
      "/lookup",
    ]) {
      const answer = await weesp.ask(ROOT + path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    }
  });
});
