/**
 * Asks search, geocoding, validation, geocoded rows and two interfaces of other services for every key of street and
 * number that Weesp ever had; compares what became of each withdrawn number. The oracle reads all of this from the XML
 * alone.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createRowGeocoder } from "../../src/batch/geocode-row.ts";
import type { FormerAdres } from "../../src/registry/history/former-adressen.ts";
import { joinParts } from "../../src/registry/schema/number-parts.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { DIALECTS } from "../support/dialects/dialects.ts";
import { geocodeInProcess } from "../support/dialects/geocode-in-process.ts";
import { WEESP } from "../support/extracts/reference-files.ts";
import { askOracle, hasOracle } from "../support/oracles/history/ask-oracle.ts";
import { openInterfaces } from "../support/servers/foreign-interfaces.ts";
import { openHarness } from "../support/servers/http-harness.ts";

setDefaultTimeout(300_000);

/** Key of street and number on any day: numbers that have it today, and numbers that had it only earlier. */
interface OracleKey {
  readonly straatnaam: string;
  readonly woonplaats_naam: string;
  readonly huisnummer: number;
  readonly huisletter: string | null;
  readonly huisnummertoevoeging: string | null;
  readonly postcodes: readonly string[];
  readonly today: readonly string[];
  readonly before: readonly string[];
}

interface OracleFate {
  readonly nummeraanduiding_id: string;
  readonly fate: "same_key" | "gone" | "formed_then" | "merged" | "never_valid";
  readonly last: (OracleKey & { readonly valid_until: string }) | null;
  readonly successors: readonly (readonly [string, string])[];
}

const harness = openHarness(await makeWeespPastFolder());
afterAll(() => harness.close());
const snapshot = harness.app.registry.current()!;

let keys: OracleKey[] = [];
/** Numbers that have a key today, by the key without case and separators, as people write it. */
const holdersToday = new Map<string, string[]>();
beforeAll(async () => {
  keys = hasOracle() ? await askOracle<OracleKey>({ extract: WEESP }, "keys") : [];
  for (const key of keys) {
    holdersToday.set(writtenKey(key), [...(holdersToday.get(writtenKey(key)) ?? []), ...key.today]);
  }
});

function writtenKey(key: Omit<OracleKey, "postcodes" | "today" | "before">): string {
  return `${key.straatnaam} ${key.huisnummer} ${joinParts(key)} ${key.woonplaats_naam}`;
}

function lineOf(key: OracleKey): string {
  const { straatnaam, huisnummer, huisletter, huisnummertoevoeging: addition, woonplaats_naam } = key;
  const behind = addition === null ? "" : /^\d/.test(addition) ? `-${addition}` : ` ${addition}`;
  return `${straatnaam} ${huisnummer}${huisletter ?? ""}${behind}, ${woonplaats_naam}`;
}

const idsOf = (former: readonly FormerAdres[] = []) => former.map((one) => one.nummeraanduiding_id).sort();
const isHeldToday = (key: OracleKey) => holdersToday.get(writtenKey(key))!.length > 0;
const listFormerKeys = () => keys.filter((key) => !isHeldToday(key));

const BAG = "/lvbag/individuelebevragingen/v2";
const OGC = "/kadaster/bag/ogc/v2/collections/adres/items";

/** A cell with NA is read as empty, and so is NO if there is a postcode; then the address is number 36. */
const EMPTY_CELL = "C.J.van Houtenlaan 36 NA, Weesp";
const EMPTY_CELLS = [EMPTY_CELL, "C.J.van Houtenlaan 36 NO, Weesp"];
/** Two addresses of Weesp differ only in the postcode, which one of them lacks. */
const UNDECIDED = "'s-Gravelandseweg 30a, Weesp";

test.skipIf(!hasOracle())(
  "geocoding answers keys of today with today's address, and former ones with none",
  async () => {
    const counts = { today: 0, former: 0, renamed: 0 };
    for (const key of keys.filter((one) => lineOf(one) !== UNDECIDED)) {
      const line = lineOf(key);
      const { status, body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(line)}`);
      if (isHeldToday(key)) {
        counts.today++;
        expect({ line, status, match: body.data?.match }).toEqual({ line, status: 200, match: "exact" });
        expect(holdersToday.get(writtenKey(key))).toContain(body.data.address.nummeraanduiding_id);
      } else if (status === 200) {
        // Another name of the same number: the street was renamed within a typing error.
        counts.renamed++;
        const { match, address } = body.data;
        expect({ line, match, id: address.nummeraanduiding_id }).toEqual({
          line,
          match: "corrected",
          id: key.before[0],
        });
      } else {
        counts.former++;
        expect({ line, status, why: body.reason.why, ids: idsOf(body.former) }).toEqual({
          ...{ line, status: 404, why: "former", ids: [...key.before] },
        });
      }
    }
    expect(counts).toEqual({ today: 12_026, former: 446, renamed: 93 });
  },
);

test.skipIf(!hasOracle())("with former=true geocoding answers each former key as it was last", async () => {
  for (const key of listFormerKeys()) {
    const path = `/geocode/forward?former=true&q=${encodeURIComponent(lineOf(key))}`;
    const { data } = (await harness.askJson(path)).body;
    const { straatnaam, huisnummer, huisletter, huisnummertoevoeging } = key;
    expect(data.match).toBe("former");
    expect(data.address).toMatchObject({ straatnaam, huisnummer, huisletter, huisnummertoevoeging });
    expect(key.before).toContain(data.former.nummeraanduiding_id);
    expect(data.coordinates.rd.x).toBe(data.address.rd_x);
  }
});

test.skipIf(!hasOracle())(
  "search and validation add former keys to what they find, and no key of today",
  async () => {
    for (const key of listFormerKeys()) {
      const search = await harness.askJson(`/addresses/search?q=${encodeURIComponent(lineOf(key))}`);
      expect(idsOf(search.body.meta.former)).toEqual([...key.before]);
      const said = search.body.data.map((one: OracleKey) => writtenKey(one));
      expect(said).not.toContain(writtenKey(key));
      for (const postcode of key.postcodes) {
        const parts = { letter: key.huisletter ?? "", addition: key.huisnummertoevoeging ?? "" };
        const query = new URLSearchParams({ postcode, number: String(key.huisnummer), ...parts });
        const { valid, former } = (await harness.askJson(`/addresses/validate?${query}`)).body.data;
        const isFormer = former !== undefined;
        expect({ lines: lineOf(key), isSure: valid !== isFormer }).toEqual({
          lines: lineOf(key),
          isSure: true,
        });
      }
    }
    for (const key of keys.filter(isHeldToday).filter((_, i) => i % 20 === 0)) {
      const { meta, data } = (await harness.askJson(`/addresses/search?q=${encodeURIComponent(lineOf(key))}`))
        .body;
      expect({ former: meta.former, first: writtenKey(data[0]) }).toEqual({
        former: undefined,
        first: writtenKey(key),
      });
    }
  },
);

const USES = { street: "straatnaam", number: "huisnummer", addition: "addition", place: "woonplaats_naam" };
const COLUMNS = ["match", "former", "former_until"].map((name) => `result_${name}` as const);

test.skipIf(!hasOracle())("rows have former keys only where these are asked for", () => {
  const names = Object.values(USES);
  const plan = {
    kind: "address",
    uses: Object.entries(USES).map(([role, name]) => ({ role, name, index: names.indexOf(name) })),
    doubtful: [],
    added: COLUMNS.map((column) => ({ column, name: column })),
    findings: [],
  } as unknown as Parameters<typeof createRowGeocoder>[1];
  const [geocode, geocodeEver] = [plan, { ...plan, takesFormer: true }].map((each) =>
    createRowGeocoder(snapshot, each),
  );
  const counts: Record<string, number> = {};
  for (const key of keys.filter((one) => ![UNDECIDED, EMPTY_CELL].includes(lineOf(one)))) {
    const addition = [key.huisletter, key.huisnummertoevoeging].filter(Boolean).join(" ");
    const row = [key.straatnaam, String(key.huisnummer), addition, key.woonplaats_naam];
    const { match, reason, adres } = geocode!(row);
    const ever = geocodeEver!(row);
    const kind = `${isHeldToday(key) ? "today" : "former"}: ${match} ${reason ?? ""}, ${ever.match}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (adres !== null) {
      expect([...holdersToday.get(writtenKey(key))!, ...key.before]).toContain(adres.nummeraanduiding_id);
    }
    if (ever.match === "former") {
      expect(key.before.length > 0 && ever.values[1]).toStartWith(`${key.straatnaam} ${key.huisnummer}`);
    }
  }
  expect(counts).toEqual({
    "today: exact , exact": 12_026,
    "former: none former, former": 445,
    "former: corrected , former": 93,
  });
});

/** Dialects that name street and place. Postcode and number alone can also mean another address of today. */
const NAMING_DIALECTS = DIALECTS.filter(({ parts }) => parts.includes("street") && parts.includes("place"));

test.skipIf(!hasOracle()).each(NAMING_DIALECTS.map((dialect) => [dialect.name, dialect] as const))(
  "a file of former keys in the dialect: %s",
  async (_, { cells, parts, header, toBytes }) => {
    const former = listFormerKeys().filter((key) => !EMPTY_CELLS.includes(lineOf(key)));
    // Mixed with addresses of today, which are needed to recognise the columns.
    const asked = [...former, ...keys.filter((key, i) => i % 10 === 0 && isHeldToday(key))];
    const rows = asked.map((key, row) =>
      cells(
        {
          number: key.huisnummer,
          letter: key.huisletter ?? "",
          addition: key.huisnummertoevoeging ?? "",
          street: key.straatnaam,
          place: key.woonplaats_naam,
          ...(parts.includes("postcode") && { postcode: key.postcodes.at(-1) ?? "" }),
        },
        row,
      ),
    );
    const file = toBytes(header === null ? rows : [header, ...rows]);
    const [ofToday, ofEver] = [
      await geocodeInProcess(snapshot, file),
      await geocodeInProcess(snapshot, file, true),
    ];
    for (const [i, key] of former.entries()) {
      const [today, ever] = [ofToday[i]!, ofEver[i]!];
      // A renamed street is a correction to the same number.
      expect([
        lineOf(key),
        today.match === "none" || (today.match === "corrected" && today.id === key.before[0]),
      ]).toEqual([lineOf(key), true]);
      expect([lineOf(key), ever.match, key.before.includes(ever.id)]).toEqual([lineOf(key), "former", true]);
    }
  },
);

/** {@link writtenKey} of a found address, with its identificatie. */
type Found = readonly [written: string, id: string];

interface BagAdres {
  readonly openbareRuimteNaam: string;
  readonly huisnummer: number;
  readonly huisletter?: string;
  readonly huisnummertoevoeging?: string;
  readonly woonplaatsNaam: string;
  readonly nummeraanduidingIdentificatie: string;
}

interface OgcAdres {
  readonly id: string;
  readonly properties: Omit<OracleKey, "straatnaam" | "huisnummertoevoeging"> & {
    readonly openbare_ruimte_naam: string;
    readonly toevoeging: string | null;
  };
}

test.skipIf(!hasOracle())("the BAG API and the OGC API find keys of today alone", async () => {
  const served = openInterfaces({}, { dataDir: await makeWeespPastFolder() });
  const read = async <T>(path: string): Promise<{ status: number; body: T }> => {
    const response = await served.ask(path);
    return { status: response.status, body: (await response.json()) as T };
  };
  const askBag = async (query: Record<string, string>): Promise<Found[]> => {
    const asked = new URLSearchParams({ ...query, exacteMatch: "true", pageSize: "100" });
    const { body } = await read<{ _embedded?: { adressen: BagAdres[] } }>(`${BAG}/adressen?${asked}`);
    return (body._embedded?.adressen ?? []).map((one): Found => {
      const { huisletter = null, huisnummertoevoeging = null } = one;
      const names = { straatnaam: one.openbareRuimteNaam, woonplaats_naam: one.woonplaatsNaam };
      const key = { ...names, huisnummer: one.huisnummer, huisletter, huisnummertoevoeging };
      return [writtenKey(key), one.nummeraanduidingIdentificatie];
    });
  };
  const askOgc = async (query: Record<string, string>): Promise<Found[]> => {
    const asked = new URLSearchParams({ ...query, limit: "1000" });
    const { body } = await read<{ features: OgcAdres[] }>(`${OGC}?${asked}`);
    return body.features.map(({ id, properties }): Found => {
      const { openbare_ruimte_naam: straatnaam, toevoeging: huisnummertoevoeging, ...rest } = properties;
      return [writtenKey({ ...rest, straatnaam, huisnummertoevoeging }), id];
    });
  };
  const counts = { today: 0, former: 0, features: 0 };
  for (const key of keys) {
    const { straatnaam, woonplaats_naam, huisnummer, huisletter, huisnummertoevoeging, postcodes } = key;
    const number = { huisnummer: String(huisnummer), ...(huisletter !== null && { huisletter }) };
    const named = await askBag({
      ...{ woonplaatsNaam: woonplaats_naam, openbareRuimteNaam: straatnaam, ...number },
      ...(huisnummertoevoeging !== null && { huisnummertoevoeging }),
    });
    counts[isHeldToday(key) ? "today" : "former"]++;
    // A letter that was an addition earlier is written in the same way, but is another field here.
    if (key.today.length > 0 || !isHeldToday(key)) {
      const isFound = named.length > 0;
      expect({ key: lineOf(key), isFound }).toEqual({ key: lineOf(key), isFound: key.today.length > 0 });
    }
    const features = await Promise.all(
      postcodes.map((postcode) => askOgc({ postcode, huisnummer: String(huisnummer) })),
    );
    counts.features += features.flat().length;
    for (const [written, id] of [...named, ...features.flat()]) {
      expect(holdersToday.get(written)).toContain(id);
    }
  }
  for (const { nummeraanduiding_id: id } of await askOracle<OracleFate>({ extract: WEESP }, "fates")) {
    const paths = [`${BAG}/adressen/${id}`, `${OGC}/${id}`];
    const statuses = await Promise.all(paths.map(async (path) => (await read(path)).status));
    expect({ id, statuses }).toEqual({ id, statuses: [404, 404] });
  }
  served.close();
  expect(counts).toMatchObject({ today: 12_027, former: 539 });
  expect(counts.features).toBeGreaterThan(12_026);
});

test.skipIf(!hasOracle())("each withdrawn number leads to what became of it", async () => {
  const fates = await askOracle<OracleFate>({ extract: WEESP }, "fates");
  const counts: Record<string, number> = {};
  for (const { nummeraanduiding_id: id, fate, last, successors } of fates) {
    counts[fate] = (counts[fate] ?? 0) + 1;
    if (last === null) {
      continue;
    }
    const query = new URLSearchParams({
      ...{ street: last.straatnaam, city: last.woonplaats_naam, number: String(last.huisnummer) },
      ...{ letter: last.huisletter ?? "", addition: last.huisnummertoevoeging ?? "" },
    });
    const { data } = (await harness.askJson(`/addresses/former?${query}`)).body;
    const own: FormerAdres = data.former.find((one: FormerAdres) => one.nummeraanduiding_id === id);
    expect({ id, today: own?.today, until: own?.valid_until }).toEqual({
      id,
      today: null,
      until: last.valid_until,
    });
    const told = own.successors.map((one) => [one.relation, one.address.nummeraanduiding_id]);
    expect({ id, told }).toEqual({ id, told: successors.slice(0, 100).map((one) => [...one]) });
    // If the street was renamed, the number has another key today.
    const hasKey = fate === "same_key" && own.successors[0]!.address.straatnaam === last.straatnaam;
    expect({ id, hasKey: data.current !== null }).toEqual({ id, hasKey });
  }
  expect(counts).toEqual({ same_key: 310, gone: 306, formed_then: 35, merged: 7, never_valid: 2 });
});
