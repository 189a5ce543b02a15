/** The kinds of request that the bench measures, each with a list of different requests. */

import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import type { AdresRecord } from "../../src/registry/read/records.ts";
import { makeQueries } from "../../test/relevance/noise.ts";
import { drawTiles } from "../shared/drawn-tiles.ts";
import { at, box, type Query } from "../shared/places.ts";
import type { BenchRequest } from "../shared/wrk.ts";
import { drawAdressen, toKnownAddress } from "./drawn-adressen.ts";

const BASE = "/api/v1";
const LOCATIESERVER = "/bzk/locatieserver/search/v3_1";
const REQUESTS = 12_000;
/** Addresses that are typed letter by letter: about 12,000 keystrokes. */
const TYPED = 600;
const NOISY_PER_KIND = 300;
const TILES = 200;
const TILE_ZOOM = 15;

type MakeRequests = (drawn: readonly AdresRecord[], s: Snapshot) => readonly BenchRequest[];

const get = (route: string, query: Query = {}, base = BASE): BenchRequest => {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return { path: `${base}${route}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}` };
};

function keyOf({ postcode, huisnummer, huisletter, huisnummertoevoeging }: AdresRecord): Query {
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

function keystrokesOf(adres: AdresRecord): string[] {
  const line = lineOf(adres);
  const typed = Array.from({ length: line.length - 1 }, (_, i) => line.slice(0, i + 2));
  // Blanks at the end do not count: "A " of "A Street" is too short to be asked for.
  return typed.filter((text) => text.trim().length >= 2);
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

const JSON_HEADERS = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

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
    ...JSON_HEADERS,
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call",
    "Mcp-Name": "lookup_address",
  };
  return { path: `${BASE}/mcp`, body: JSON.stringify(body), headers };
}

/** The same call of the protocol before it, which has no `_meta`. */
function oldToolCall(adres: AdresRecord): BenchRequest {
  const params = { name: "lookup_address", arguments: keyOf(adres) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return { path: `${BASE}/mcp`, body, headers: { ...JSON_HEADERS, "MCP-Protocol-Version": "2025-11-25" } };
}

function featuresInBox(collection: "adres" | "pand", adres: AdresRecord): BenchRequest {
  const { west, south, east, north } = box(adres, 0.002);
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

const KINDS = {
  lookup: (drawn) => drawn.map(lookupOf),
  id: (drawn) => drawn.map(({ nummeraanduiding_id }) => get(`/addresses/${nummeraanduiding_id}`)),
  postcode: (drawn) => drawn.map(({ postcode }) => get(`/postcodes/${postcode}`)),
  search: (drawn) => drawn.map((adres) => get("/addresses/search", { q: lineOf(adres) })),
  misspelt: (drawn) => misspeltLines(drawn).map((q) => get("/addresses/search", { q })),
  autocomplete: (drawn) =>
    drawn
      .slice(0, TYPED)
      .flatMap(keystrokesOf)
      .map((q) => get("/addresses/autocomplete", { q })),
  // The questions of `search` and `autocomplete`, asked of interfaces of other services.
  locatieserver: (drawn) => drawn.map((adres) => get("/free", { q: lineOf(adres) }, LOCATIESERVER)),
  "locatieserver-suggest": (drawn) =>
    drawn
      .slice(0, TYPED)
      .flatMap(keystrokesOf)
      .map((q) => get("/suggest", { q }, LOCATIESERVER)),
  nominatim: (drawn) => drawn.map((adres) => get("/nominatim/search", { q: lineOf(adres) }, "")),
  validate: (drawn) => drawn.map((adres) => get("/addresses/validate", keyOf(adres))),
  reverse: (drawn) => drawn.map((adres) => get("/geocode/reverse", at(adres))),
  nearby: (drawn) => drawn.map((adres) => get("/addresses/nearby", at(adres))),
  // About 400 m high and wide.
  box: (drawn) => drawn.map((adres) => get("/addresses/within-bbox", box(adres, 0.002))),
  buildings: (drawn) => drawn.map((adres) => get("/buildings/within-bbox", box(adres, 0.002))),
  // The same questions of the OGC features, which answer with outlines and verblijfsobjecten of panden too.
  features: (drawn) => drawn.map((adres) => featuresInBox("adres", adres)),
  "features-pand": (drawn) => drawn.map((adres) => featuresInBox("pand", adres)),
  mcp: (drawn) => drawn.map(toolCall),
  "mcp-2025": (drawn) => drawn.map(oldToolCall),
  tile: (_drawn, s) => tileRequests(s),
} satisfies Readonly<Record<string, MakeRequests>>;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as KindName[];

export interface Kind {
  readonly name: KindName;
  readonly requests: readonly BenchRequest[];
}

export function makeKinds(s: Snapshot, names: readonly KindName[]): Kind[] {
  const drawn = drawAdressen(s, REQUESTS);
  return names.map((name) => ({ name, requests: KINDS[name](drawn, s) }));
}
