/** While typing, a number that the street lacks has no suggestions, here and in interfaces of other services. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createStaticClient } from "../../src/http/client/static/static-client.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { suggestAdressen } from "../../src/search/suggest.ts";
import { makeCountry } from "../relevance/country.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { writeStaticFolder } from "../support/servers/static-folder.ts";
import {
  type Json,
  serveWeespInterfaces,
  type WeespInterfaces,
} from "../support/servers/weesp-interfaces.ts";

const STREET = "Keurstraat";
let weesp: WeespInterfaces;
let absent: number[];
beforeAll(async () => {
  weesp = await serveWeespInterfaces();
  const numbers = new Set(
    weesp.adressen.filter(({ straatnaam }) => straatnaam === STREET).map(({ huisnummer }) => huisnummer),
  );
  const isBegun = (n: number) => [...numbers].some((number) => String(number).startsWith(String(n)));
  absent = Array.from({ length: 90 }, (_, i) => i + 10).filter((n) => !isBegun(n));
}, 120_000);
afterAll(() => weesp.close());

const ownOf = async (q: string): Promise<Json[]> =>
  (await weesp.askOwn(`/addresses/autocomplete?${new URLSearchParams({ q })}`)).body.data;
const suggestOf = async (q: string): Promise<Json[]> =>
  (await weesp.askJson(`/bzk/locatieserver/search/v3_1/suggest?${new URLSearchParams({ q })}`)).response.docs;
const photonOf = async (q: string): Promise<Json[]> =>
  (await weesp.askJson(`/photon/api?${new URLSearchParams({ q })}`)).features;

describe("Keurstraat with a number that it does not have", () => {
  test("finds nothing, glued or apart, with a letter or none", async () => {
    expect(absent.length).toBeGreaterThan(70);
    for (const number of absent) {
      for (const q of [
        `keurstraat ${number}`,
        `keurstraat${number}`,
        `keurstrat ${number}`,
        `keurstraat ${number}a`,
      ]) {
        expect(await ownOf(q), q).toEqual([]);
      }
      expect(await suggestOf(`keurstraat ${number}`)).toEqual([]);
    }
    for (const number of absent.slice(0, 12)) {
      expect(await photonOf(`keurstraat ${number}`)).toEqual([]);
    }
  });

  test("no edit removes or changes a whole word", async () => {
    for (const word of ["xy", "qz", "zq"]) {
      for (const q of [`keurstraat ${word}`, `keurst ${word}`, `keurs ${word}`, `keurstrat ${word}`]) {
        expect([await ownOf(q), await suggestOf(q)], q).toEqual([[], []]);
      }
    }
  });

  test("a number that begins those of the street stays, and a street with a typing error", async () => {
    for (const [q, first] of [
      ["keurstraat 1", "Keurstraat 11, 1382KT Weesp"],
      ["keurstrat", "Keurstraat 5, 1382KT Weesp"],
      ["keurstrat 5", "Keurstraat 5, 1382KT Weesp"],
      ["keurstraat we", "Keurstraat 5, 1382KT Weesp"],
    ] as const) {
      expect((await ownOf(q))[0]?.label, q).toBe(first);
    }
  });
});

test("a folder for static hosts finds no address for such a number either", async () => {
  const data = await makeWeespFolder();
  const registry = openRegistry(data);
  const folder = writeStaticFolder(registry.current()!, ["positions"]);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => new Response(Bun.file(folder + new URL(request.url).pathname)),
  });
  const client = createStaticClient({ baseUrl: server.url.href });
  for (const number of absent.slice(0, 10)) {
    expect(await client.autocomplete(`keurstraat ${number}`)).toEqual([]);
  }
  expect((await client.autocomplete("keurstraat 1")).length).toBeGreaterThan(2);
  for (const text of ["Bloemendalerweg 51B 1-3", "1382KB 51B 1/3", "Bloemendalerweg 51B1 3, Weesp"]) {
    expect(await client.autocomplete(text), text).toEqual([]);
  }
  const exact = async (text: string) =>
    (await client.autocomplete(text)).flatMap((each) =>
      each.kind === "address" && each.exact ? each.label : [],
    );
  expect(await exact("Bloemendalerweg 51.0 A 1.0")).toEqual(["Bloemendalerweg 51A-1, 1382KB Weesp"]);
  expect(await exact("C.J.van Houtenlaan 36 N-C")).toEqual([]);
  expect(await exact("C.J.van Houtenlaan 36 NC")).toEqual(["C.J.van Houtenlaan 36 NC, 1381CP Weesp"]);
  expect(
    (await client.lookup({ postcode: "1382KB", number: "51B1", addition: "3" }).catch(() => null))?.address ??
      null,
  ).toBe(null);
  expect(
    (await client.lookup({ postcode: "1382KB", number: "51.0", letter: "A", addition: "1.0" })).address,
  ).toMatchObject({ huisletter: "A", huisnummertoevoeging: "1" });
  await server.stop(true);
  registry.close();
  rmSync(data, { recursive: true });
  rmSync(folder, { recursive: true });
});

test("digits of a street's name belong to the name", () => {
  const folder = makeCountry(["Plein 1944|7|||1234AB|Dorp", "Plein 1940-1945|3|||1234AC|Dorp"]);
  const registry = openRegistry(folder);
  const labels = (line: string) =>
    suggestAdressen(registry.current()!, line, { limit: 5 }).map(({ full_address }) => full_address);
  for (const line of ["plein 1944", "plein 194", "plien 1944", "plein 1944 7", "plain 1944 7"]) {
    expect(labels(line), line).toContain("Plein 1944 7, 1234AB Dorp");
  }
  for (const line of ["plein 1955", "plein 77", "plein 1944 8", "plein 1944 77"]) {
    expect(labels(line), line).toEqual([]);
  }
  registry.close();
  rmSync(folder, { recursive: true });
});
