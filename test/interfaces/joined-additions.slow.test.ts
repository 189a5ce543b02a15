/**
 * Asks over HTTP for additions in two parts, as test/search/joined-additions.test.ts does in the process: none of the
 * interfaces, and no tool for assistants, takes 1-3 for 13.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SEPARATORS, type SplitAddition, splitAdditions } from "../support/additions/split-additions.ts";
import { TEST_SEED } from "../support/seed.ts";
import { rpc } from "../support/servers/mcp-harness.ts";
import {
  type Json,
  serveWeespInterfaces,
  type WeespInterfaces,
} from "../support/servers/weesp-interfaces.ts";

/** One of so many questions is asked. */
const EVERY = 97;
let weesp: WeespInterfaces;
let url: string;
let asked: (SplitAddition & { readonly sign: string })[];
beforeAll(async () => {
  weesp = await serveWeespInterfaces();
  url = weesp.listen();
  asked = splitAdditions(weesp.adressen)
    .filter(({ adres }) => adres.postcode !== null)
    .flatMap((split) => SEPARATORS.map((sign) => ({ ...split, sign })))
    .filter((_, i) => (i + TEST_SEED) % EVERY === 0);
}, 120_000);
afterAll(() => weesp.close());

const q = (parameters: Record<string, string | number>) =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, `${value}`]),
  );
const numberOf = ({ adres, letter, before, behind, sign }: (typeof asked)[number]) =>
  `${adres.huisnummer}${letter} ${before}${sign}${behind}`;
const lineOf = (split: (typeof asked)[number]) =>
  `${split.adres.straatnaam} ${numberOf(split)}, ${split.adres.postcode} ${split.adres.woonplaats_naam}`;

async function callTool(name: string, given: object): Promise<Json> {
  const response = await fetch(`${url}/api/v1/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${weesp.token}`, "content-type": "application/json" },
    body: JSON.stringify(rpc("tools/call", { name, arguments: given })),
  });
  return ((await response.json()) as Json).result.structuredContent;
}

test("lookup, validate, geocode and the tools answer no joined addition exactly", async () => {
  expect(asked.length).toBeGreaterThan(60);
  for (const split of asked) {
    const { adres, letter, before, behind, sign } = split;
    const key = {
      postcode: adres.postcode!,
      number: adres.huisnummer,
      letter,
      addition: `${before}${sign}${behind}`,
    };
    const line = lineOf(split);
    expect((await weesp.askOwn(`/addresses/lookup?${q(key)}`)).status, line).not.toBe(200);
    expect((await weesp.askOwn(`/addresses/validate?${q(key)}`)).body.data?.valid ?? false, line).toBe(false);
    for (const parameters of [key, { q: line }]) {
      const { body } = await weesp.askOwn(`/geocode/forward?${q(parameters)}`);
      expect(body.data?.match ?? "none", line).not.toBe("exact");
      const strict = await weesp.askOwn(`/geocode/forward?${q({ ...parameters, match: "exact" })}`);
      expect(strict.status, line).not.toBe(200);
    }
    expect((await callTool("geocode_address", { q: line })).match ?? "none", line).not.toBe("exact");
    if (key.addition.trim() === key.addition) {
      const found = await callTool("lookup_address", { ...key, number: String(key.number) });
      expect(found?.address, line).toBeUndefined();
    }
  }
}, 120_000);

test("where parts are addresses, no interface has the joined addition first", async () => {
  const isPart = ({ adres, letter, before, behind }: SplitAddition) => {
    const parts = [letter + before, letter + behind, behind].map((each) => each.toLowerCase());
    return weesp.adressen.some(
      (a) =>
        a.straatnaam === adres.straatnaam &&
        a.huisnummer === adres.huisnummer &&
        parts.includes(`${a.huisletter ?? ""}${a.huisnummertoevoeging ?? ""}`.toLowerCase()),
    );
  };
  const lists = asked.filter(
    (each) => isPart(each) && (each.isOfDigits || "/+&,;".includes(each.sign.trim() || "-")),
  );
  expect(lists.length).toBeGreaterThan(20);
  for (const split of lists) {
    const line = lineOf(split);
    const { nummeraanduiding_id: id, full_address } = split.adres;
    const own = (await weesp.askOwn(`/addresses/autocomplete?${q({ q: line })}`)).body.data;
    const search = (await weesp.askOwn(`/addresses/search?${q({ q: line })}`)).body.data;
    const nominatim = await weesp.askJson(`/nominatim/search?${q({ q: line })}`);
    const photon = (await weesp.askJson(`/photon/api?${q({ q: line })}`)).features;
    const addok = (await weesp.askJson(`/addok/search?${q({ q: line })}`)).features;
    const free = (await weesp.askJson(`/bzk/locatieserver/search/v3_1/free?${q({ q: line })}`)).response.docs;
    const keyOf = (first: unknown) => String(first ?? "").padStart(16, "0");
    const firsts = {
      own: own[0]?.id,
      search: search[0]?.nummeraanduiding_id,
      nominatim: keyOf(nominatim[0]?.osm_id),
      photon: keyOf(photon[0]?.properties.osm_id),
      addok: keyOf(addok[0]?.properties.id),
      // A backslash escapes the characters after it.
      free: split.sign === "\\" ? "" : free[0]?.nummeraanduiding_id,
    };
    const joined = Object.entries(firsts).filter(([, first]) => first === id);
    expect(joined, `${line}: ${full_address}`).toEqual([]);
  }
}, 120_000);
