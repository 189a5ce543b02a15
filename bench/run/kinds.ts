/** The kinds of request that the bench measures, each with a list of different requests. */

import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { listAdresHistory } from "../../src/registry/history/adres-history.ts";
import { Past } from "../../src/registry/history/past.ts";
import type { AdresRecord } from "../../src/registry/read/records.ts";
import { makeQueries } from "../../test/relevance/noise.ts";
import { pick } from "../../tools/country/random.ts";
import { drawTiles } from "../shared/drawn-tiles.ts";
import type { BenchRequest } from "../shared/wrk.ts";
import { drawAdressen, toKnownAddress } from "./drawn-adressen.ts";

const BASE = "/api/v1";
const LOCATIESERVER = "/bzk/locatieserver/search/v3_1";
const LOCATION = "/kadaster/location-api/v1";
const REQUESTS = 12_000;
/** Addresses that are typed letter by letter: about 12,000 keystrokes. */
const TYPED = 600;
const NOISY_PER_KIND = 300;
const TILES = 200;
const TILE_ZOOM = 15;

type Query = Readonly<Record<string, string | number>>;
type MakeRequests = (drawn: readonly AdresRecord[], s: Snapshot) => readonly BenchRequest[];

const get = (route: string, query: Query = {}, base = BASE): BenchRequest => {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return { path: `${base}${route}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}` };
};

type Key = Pick<AdresRecord, "postcode" | "huisnummer" | "huisletter" | "huisnummertoevoeging">;

function keyOf({ postcode, huisnummer, huisletter, huisnummertoevoeging }: Key): Query {
  return {
    postcode: postcode!,
    number: huisnummer,
    ...(huisletter === null ? {} : { letter: huisletter }),
    ...(huisnummertoevoeging === null ? {} : { addition: huisnummertoevoeging }),
  };
}

export const lookupOf = (adres: AdresRecord): BenchRequest => get("/addresses/lookup", keyOf(adres));

const lineOf = ({ straatnaam, huisnummer, woonplaats_naam }: AdresRecord) =>
  `${straatnaam} ${huisnummer} ${woonplaats_naam}`;

/** Returns the texts in a search box while the first addresses are typed letter by letter. */
function keystrokesOf(drawn: readonly AdresRecord[]): string[] {
  const typed = drawn.slice(0, TYPED).map(lineOf);
  const texts = typed.flatMap((line) => Array.from(line.slice(1), (_, i) => line.slice(0, i + 2)));
  // Blanks at the end do not count: "A " of "A Street" is too short to be asked for.
  return texts.filter((text) => text.trim().length >= 2);
}

function misspeltLines(drawn: readonly AdresRecord[]): string[] {
  const lines = makeQueries(drawn.map(toKnownAddress), NOISY_PER_KIND, SEED).map(({ line }) =>
    line.slice(0, 200),
  );
  // Mixes the kinds in a fixed order, because a run may end before the list does.
  return lines.map((_, i) => lines[(i * STEP) % lines.length]!).filter((line) => line.trim().length >= 2);
}

const SEED = 7;
/** Prime, so that steps of it visit every line. */
const STEP = 7_919;

/** Call of lookup_address as clients of the newest protocol send it. */
function toolCall(adres: AdresRecord): BenchRequest {
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "lookup_address",
      arguments: keyOf(adres),
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call",
    "Mcp-Name": "lookup_address",
  };
  return { path: `${BASE}/mcp`, body: JSON.stringify(body), headers };
}

/** Returns a box around an address, some 400 m high and wide. */
function box({ latitude, longitude }: AdresRecord): Query {
  const [halfHeight, halfWidth] = [0.002, 0.0032];
  return {
    north: latitude + halfHeight,
    south: latitude - halfHeight,
    east: longitude + halfWidth,
    west: longitude - halfWidth,
  };
}

function at({ latitude, longitude }: AdresRecord): Query {
  return { lat: latitude, lng: longitude };
}

function featuresInBox(collection: "adres" | "pand", adres: AdresRecord): BenchRequest {
  const { west, south, east, north } = box(adres);
  const bbox = [west, south, east, north].join(",");
  return { path: `/kadaster/bag/ogc/v2/collections/${collection}/items?bbox=${bbox}&limit=100` };
}

/** Tiles where addresses are, each request from another client, because tiles are limited by address. */
function tileRequests(s: Snapshot): BenchRequest[] {
  const tiles = drawTiles(s, TILE_ZOOM, TILES).some;
  return Array.from({ length: REQUESTS }, (_, i) => {
    const { z, x, y } = tiles[i % tiles.length]!;
    return {
      path: `/tiles/${z}/${x}/${y}.mvt`,
      headers: { "X-Forwarded-For": `10.1.${i >> 8}.${i & 255}` },
    };
  });
}

/** Looks up each drawn address by a key that it ever had, on the first day with that key. */
function lookupsOnDays(drawn: readonly AdresRecord[], s: Snapshot): BenchRequest[] {
  return drawn.flatMap(({ nummeraanduiding_id }, i) => {
    const periods = listAdresHistory(new Past(s), Number(nummeraanduiding_id), { fields: "key" })!;
    const { valid_from, address } = pick(SEED, i, periods);
    const isAsked = valid_from !== null && address !== null && address.postcode !== null;
    return isAsked ? [get("/addresses/lookup", { ...keyOf(address), valid_on: valid_from })] : [];
  });
}

const STREET = "SELECT openbare_ruimte_id AS id FROM adres WHERE fid = ?";
const OLD_KEY_FROM_STREET = `SELECT postcode, huisnummer FROM old_key
  WHERE openbare_ruimte_id >= ? AND postcode IS NOT NULL ORDER BY openbare_ruimte_id, huisnummer LIMIT 1`;

/**
 * Asks for keys that addresses no longer have. For each drawn address, takes a key of its street, or of the next street
 * with any.
 */
function formerKeys(drawn: readonly AdresRecord[], s: Snapshot): BenchRequest[] {
  const query = new Past(s).history.statement<{ postcode: string; huisnummer: number }>(OLD_KEY_FROM_STREET);
  return drawn.flatMap(({ nummeraanduiding_id }) => {
    const { id } = s.statement<{ id: number }>(STREET).get(Number(nummeraanduiding_id))!;
    const key = query.get(id);
    return key === null ? [] : [get("/addresses/former", { postcode: key.postcode, number: key.huisnummer })];
  });
}

const KINDS = {
  lookup: (drawn) => drawn.map(lookupOf),
  id: (drawn) => drawn.map(({ nummeraanduiding_id }) => get(`/addresses/${nummeraanduiding_id}`)),
  postcode: (drawn) => drawn.map(({ postcode }) => get(`/postcodes/${postcode}`)),
  search: (drawn) => drawn.map((adres) => get("/addresses/search", { q: lineOf(adres) })),
  misspelt: (drawn) => misspeltLines(drawn).map((q) => get("/addresses/search", { q })),
  autocomplete: (drawn) => keystrokesOf(drawn).map((q) => get("/addresses/autocomplete", { q })),
  // The questions of `search` and `autocomplete`, asked of interfaces of other services.
  locatieserver: (drawn) => drawn.map((adres) => get("/free", { q: lineOf(adres) }, LOCATIESERVER)),
  "locatieserver-suggest": (drawn) => keystrokesOf(drawn).map((q) => get("/suggest", { q }, LOCATIESERVER)),
  location: (drawn) => keystrokesOf(drawn).map((q) => get("/search", { q, "adres[version]": 1 }, LOCATION)),
  nominatim: (drawn) => drawn.map((adres) => get("/nominatim/search", { q: lineOf(adres) }, "")),
  validate: (drawn) => drawn.map((adres) => get("/addresses/validate", keyOf(adres))),
  reverse: (drawn) => drawn.map((adres) => get("/geocode/reverse", at(adres))),
  nearby: (drawn) => drawn.map((adres) => get("/addresses/nearby", at(adres))),
  box: (drawn) => drawn.map((adres) => get("/addresses/within-bbox", box(adres))),
  buildings: (drawn) => drawn.map((adres) => get("/buildings/within-bbox", box(adres))),
  // The same questions of the OGC features, which answer with outlines and verblijfsobjecten of panden too.
  features: (drawn) => drawn.map((adres) => featuresInBox("adres", adres)),
  "features-pand": (drawn) => drawn.map((adres) => featuresInBox("pand", adres)),
  mcp: (drawn) => drawn.map(toolCall),
  tile: (_drawn, s) => tileRequests(s),
} satisfies Readonly<Record<string, MakeRequests>>;

/** Questions of the past, which a registry without history refuses. */
const PAST_KINDS = {
  "valid-on": lookupsOnDays,
  history: (drawn) =>
    drawn.map(({ nummeraanduiding_id }) => get(`/addresses/${nummeraanduiding_id}/history`)),
  "building-history": (drawn) =>
    drawn.flatMap(({ pand_id }) => (pand_id === null ? [] : [get(`/buildings/${pand_id}/history`)])),
  former: formerKeys,
} satisfies Readonly<Record<string, MakeRequests>>;

export type KindName = keyof typeof KINDS | keyof typeof PAST_KINDS;
export const PRESENT_KIND_NAMES = Object.keys(KINDS) as KindName[];
export const KIND_NAMES = [...PRESENT_KIND_NAMES, ...Object.keys(PAST_KINDS)] as KindName[];

export interface Kind {
  readonly name: KindName;
  readonly requests: readonly BenchRequest[];
}

/** Throws AppError `history_not_kept` for a question of the past to a registry without it. */
export function makeKinds(s: Snapshot, names: readonly KindName[]): Kind[] {
  const drawn = drawAdressen(s, REQUESTS);
  const makers: Readonly<Record<KindName, MakeRequests>> = { ...KINDS, ...PAST_KINDS };
  return names.map((name) => ({ name, requests: makers[name](drawn, s) }));
}
