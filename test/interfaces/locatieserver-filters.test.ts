/** Words of `fq` and conditions beside each other in the Locatieserver on Weesp, counted in the registry's rows. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import {
  type Json,
  serveWeespInterfaces,
  type WeespInterfaces,
} from "../support/servers/weesp-interfaces.ts";

setDefaultTimeout(120_000);

const ROOT = "/bzk/locatieserver/search/v3_1";
const KEUR_5A = "Keurstraat 5a, 1382KT Weesp";
let weesp: WeespInterfaces;

beforeAll(async () => {
  weesp = await serveWeespInterfaces();
});
afterAll(() => weesp.close());

/** Asks a service; returns its `response`. */
async function ask(path: string): Promise<Json> {
  return (await weesp.askJson(`${ROOT}/${path}`)).response;
}

async function namesOf(path: string): Promise<string[]> {
  return (await ask(path)).docs.map(({ weergavenaam }: Json) => weergavenaam);
}

/** Counts rows of the registry by a full scan. */
function count(test: (adres: WeespInterfaces["adressen"][number]) => boolean): number {
  return weesp.adressen.filter(test).length;
}

test("every word of an fq must stand in the document", async () => {
  const names = async (fq: string) =>
    await namesOf(`free?q=keurstraat&rows=100&fq=${encodeURIComponent(fq)}`);
  const ofStreet = await names("*:*");
  expect(ofStreet.length).toBeGreaterThan(5);
  expect(await names("*")).toEqual(ofStreet);
  for (const word of ["x", "Amsterdam", "keurstr", "weesp x", "x*", "77"]) {
    expect([word, await names(word)]).toEqual([word, []]);
  }
  for (const word of ["weesp", "WEESP keurstraat", "keurstr*", "Noord-Holland", "1382 KT", "1382kt"]) {
    expect([word, await names(word)]).toEqual([
      word,
      word.startsWith("1382") ? ofStreet.filter((name) => name.includes("1382KT")) : ofStreet,
    ]);
  }
  const words = (name: string) => name.toLowerCase().split(/[ ,]+/);
  expect(await names("5a")).toEqual(ofStreet.filter((name) => words(name).includes("5a")));
  expect(await names("type:weg weesp")).toEqual(["Keurstraat, Weesp"]);
  expect(await namesOf("free?fq=keurstraat&fq=5a")).toEqual([KEUR_5A]);
  expect(await namesOf("suggest?q=keurstraat&fq=x")).toEqual([]);
  expect(await namesOf("reverse?lat=52.3112572&lon=5.02527163&fq=x")).toEqual([]);
  expect(await namesOf("reverse?lat=52.3112572&lon=5.02527163&rows=1&fq=5a")).toEqual([KEUR_5A]);
});

test("a postcode beside another condition finds what has both", async () => {
  const found = async (q: string) => (await ask(`free?q=${encodeURIComponent(q)}&rows=100`)).numFound;
  const of1381BB = count(({ postcode }) => postcode === "1381BB");
  expect(await found("postcode:1381BB AND straatnaam:Nieuwstraat")).toBe(of1381BB + 1);
  expect(await found("postcode:1381BB AND straatnaam:Keurstraat")).toBe(0);
  expect(await found("postcode:1381BB AND woonplaatsnaam:Amsterdam")).toBe(0);
  expect(await found("postcode:1381BB AND postcode:1382KT")).toBe(0);
  expect(await found("straatnaam:Keurstraat huisnummer:5 huisnummer:11")).toBe(0);
  expect(await found("postcode:1381* AND straatnaam:Nieuwstraat type:adres")).toBe(
    count(
      ({ postcode, straatnaam }) => straatnaam === "Nieuwstraat" && postcode?.startsWith("1381") === true,
    ),
  );
});
