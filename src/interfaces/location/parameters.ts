/** Parameters of `/search` as PDOK has them: collections with a version and a relevance, and the rest. */
import { decodePart } from "../../http/parameters/query-string.ts";
import type { Region } from "../../registry/index/region.ts";
import { badRequest } from "../bad-request.ts";
import type { InterfaceRequest } from "../interface.ts";
import { readBox, readCrs, readForm } from "../ogc/parameters.ts";
import { COLLECTIONS, type LocationCollection, VERSION } from "./collections.ts";

export const MIN_LENGTH = 2;
export const MAX_LENGTH = 200;
export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 50;
export const DEFAULT_RELEVANCE = 0.5;

export interface SearchQuery {
  /** Words to find, without brackets and signs of other languages of queries. */
  readonly line: string;
  /** Collections that exist in the version asked for. */
  readonly wanted: readonly WantedCollection[];
  readonly limit: number;
  readonly crs: string;
  readonly region: Region | undefined;
}

export interface WantedCollection {
  readonly collection: LocationCollection;
  readonly relevance: number;
}

const KNOWN = ["q", "limit", "bbox", "bbox-crs", "crs", "f", "key"];
const OF_COLLECTION = /^([^[]*)\[(.*)\]$/s;

/** Reads the parameters; of a repeated parameter the first value. Throws 400 for bad values and unknown names. */
export function readSearchQuery({ query, url }: Pick<InterfaceRequest, "query" | "url">): SearchQuery {
  const values = new Map<string, string>();
  const collections = new Map<string, Map<string, string | undefined>>();
  const unknown: string[] = [];
  for (const [name, [value]] of query) {
    const [, id, property] = OF_COLLECTION.exec(name) ?? [];
    if (id !== undefined) {
      const properties = collections.get(id) ?? new Map();
      collections.set(id, properties.set(property, value));
    } else if (!KNOWN.includes(name)) {
      unknown.push(name);
    } else if (value !== undefined) {
      values.set(name, value);
    }
  }
  if (unknown.length > 0) {
    throw badRequest(`unknown query parameter(s) found: ${unknown.join(", ").slice(0, 200)}`);
  }
  readForm(values, ["json", "geojson"]);
  return {
    line: readLine(untrimmed(url) ?? values.get("q") ?? ""),
    wanted: readCollections(collections),
    limit: readLimit(values.get("limit")),
    crs: readCrs(values, "crs"),
    region: readRegion(values),
  };
}

/** Returns `q` with the spaces at both ends, because they count for its length; `query` has trimmed values. */
function untrimmed(url: string): string | undefined {
  const [, q] = /[?&]q=([^&]*)/.exec(url) ?? [];
  return q === undefined ? undefined : decodePart(q.replaceAll("+", " "));
}

function readLine(q: string): string {
  const { length } = [...q];
  if (q.replace(/[()\s]/g, "") === "") {
    throw badRequest("Parameter q is required: no search terms provided.");
  }
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw badRequest(`Parameter q must have ${MIN_LENGTH} to ${MAX_LENGTH} characters.`);
  }
  if (/[|!]|<->/.test(q)) {
    throw badRequest("Parameter q must not contain boolean operators: |, ! and <->.");
  }
  return q.replace(/[():*\\\s]+/g, " ").trim();
}

const EXAMPLE = "Give at least one collection and its version, for example adres[version]=1.";

function readCollections(
  asked: ReadonlyMap<string, ReadonlyMap<string, string | undefined>>,
): WantedCollection[] {
  if (asked.size === 0) {
    const ids = COLLECTIONS.map(({ id }) => id).join(", ");
    throw badRequest(`No collection specified in request. ${EXAMPLE} Use one of: ${ids}.`);
  }
  const wanted: WantedCollection[] = [];
  for (const [id, properties] of asked) {
    const version = readNumber(id, "version", properties.get("version"));
    const relevance = readNumber(id, "relevance", properties.get("relevance")) ?? DEFAULT_RELEVANCE;
    if (version === undefined) {
      throw badRequest(`No ${id.slice(0, 100)}[version] specified in request. ${EXAMPLE}`);
    }
    const collection = COLLECTIONS.find((each) => each.id === id);
    if (collection !== undefined && version === VERSION) {
      const isWeight = relevance >= 0 && relevance <= 1;
      wanted.push({ collection, relevance: isWeight ? relevance : DEFAULT_RELEVANCE });
    }
  }
  return wanted;
}

function readNumber(id: string, property: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text)) {
    throw badRequest(`Parameter ${id.slice(0, 100)}[${property}] must be a number.`);
  }
  return text === undefined ? undefined : Number(text);
}

function readLimit(text: string | undefined): number {
  if (text !== undefined && (!/^\d+$/.test(text) || Number(text) === 0)) {
    throw badRequest(`Parameter limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  }
  return Math.min(Number(text ?? DEFAULT_LIMIT), MAX_LIMIT);
}

function readRegion(values: ReadonlyMap<string, string>): Region | undefined {
  const numbers = values.get("bbox")?.split(",").map(Number);
  if (numbers !== undefined) {
    const [minX, minY, maxX, maxY] = numbers as [number, number, number, number];
    if (numbers.length !== 4 || !(minX < maxX && minY < maxY)) {
      throw badRequest(
        "Parameter bbox must be four numbers, minx,miny,maxx,maxy, with an area between them.",
      );
    }
  }
  return readBox(values);
}
