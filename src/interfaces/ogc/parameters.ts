/** Parameters of OGC API Features as the standard and PDOK have them. Everything unknown and every bad value is 400. */
import { createRegion, type Region } from "../../registry/index/region.ts";
import type { PageEnd } from "../../registry/read/feature-pages.ts";
import { parsePostcode } from "../../registry/schema/postcode.ts";
import { badRequest } from "../bad-request.ts";
import type { QueryValues } from "../interface.ts";
import type { Collection, Filters } from "./collections.ts";

export const CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
export const RD = "http://www.opengis.net/def/crs/EPSG/0/28992";
/** Systems of coordinates: the default first, RD is the one of storage. Both have x or longitude first. */
export const ALL_CRS = [CRS84, RD] as const;

export const MAX_LIMIT = 1_000;
export const DEFAULT_LIMIT = 10;

/** Values that every resource knows; `key` was read before. */
const EVERYWHERE = ["f", "key"];

/** Returns the only value of each parameter; throws 400 for an unknown name and for one that was given twice. */
export function readKnown(query: QueryValues, known: readonly string[] = []): Map<string, string> {
  const names = [...known, ...EVERYWHERE];
  const values = new Map<string, string>();
  for (const [name, [value, ...more]] of query) {
    if (!names.includes(name)) {
      throw badRequest(`Unknown parameter ${name.slice(0, 100)}. Known parameters: ${names.join(", ")}.`);
    }
    if (more.length > 0) {
      throw badRequest(`Parameter ${name} was given more than once.`);
    }
    if (value !== undefined) {
      values.set(name, value);
    }
  }
  return values;
}

/** Forms of documents. */
export const DOCUMENT_FORMS = ["json", "html"] as const;
/** Forms of features; GeoJSON has two names. */
const FEATURE_FORMS = ["json", "html", "geojson"] as const;
export type Form = "json" | "html";

/** Reads the form of the answer; JSON unless HTML is offered and asked for. */
export function readForm(values: ReadonlyMap<string, string>, forms: readonly string[]): Form {
  const form = values.get("f") ?? "json";
  if (!forms.includes(form)) {
    throw badRequest(`Parameter f must be ${forms.join(" or ")}.`);
  }
  return form === "html" ? "html" : "json";
}

export function readFeatureForm(values: ReadonlyMap<string, string>): Form {
  return readForm(values, FEATURE_FORMS);
}

export function readCrs(values: ReadonlyMap<string, string>, name: "crs" | "bbox-crs"): string {
  const crs = values.get(name) ?? CRS84;
  if (crs !== CRS84 && crs !== RD) {
    throw badRequest(`Parameter ${name} must be ${CRS84} or ${RD}.`);
  }
  return crs;
}

/** Parameters of items that are no properties; `offset` is known because ogc-client sends offset=0. */
const ITEM_PARAMETERS = [
  ...["limit", "bbox", "bbox-crs", "crs", "datetime", "cursor", "offset", "filter", "filter-lang"],
] as const;

export interface ItemsQuery {
  readonly limit: number;
  readonly crs: string;
  readonly form: Form;
  readonly region: Region | undefined;
  readonly filters: Filters;
  readonly after: PageEnd | undefined;
  /** All values, for links to other pages. */
  readonly values: ReadonlyMap<string, string>;
}

export function readItemsQuery(query: QueryValues, collection: Collection): ItemsQuery {
  const properties = filterable(collection).map(({ name }) => name);
  const values = readKnown(query, [...ITEM_PARAMETERS, ...properties]);
  assertDatetime(values.get("datetime"));
  if (Number(values.get("offset") ?? 0) !== 0) {
    throw badRequest("Parameter offset can only be 0: follow the link with rel=next.");
  }
  return {
    limit: readLimit(values.get("limit")),
    crs: readCrs(values, "crs"),
    form: readFeatureForm(values),
    region: readBox(values),
    filters: readFilters(values, collection),
    after: readCursor(values.get("cursor")),
    values,
  };
}

/** Returns the properties that a parameter of the same name compares. */
export function filterable(collection: Collection): Collection["properties"] {
  return collection.properties.filter(({ type }) => type !== "links");
}

function readLimit(text: string | undefined): number {
  if (text === undefined) {
    return DEFAULT_LIMIT;
  }
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1) {
    throw badRequest(`Parameter limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  }
  return Math.min(Number(text), MAX_LIMIT);
}

const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?$/i;

/** Reads the box as a region; heights are ignored. A box across 180° has nothing of the Netherlands. */
export function readBox(values: ReadonlyMap<string, string>): Region | undefined {
  const crs = readCrs(values, "bbox-crs");
  const text = values.get("bbox");
  if (text === undefined) {
    return undefined;
  }
  const parts = text.split(",").map((part) => part.trim());
  const numbers = parts.map(Number);
  if (![4, 6].includes(parts.length) || !parts.every((part) => NUMBER.test(part))) {
    throw badRequest("Parameter bbox must be four numbers, or six: minx,miny,maxx,maxy.");
  }
  const [minX, minY] = numbers as [number, number];
  const [maxX, maxY] = numbers.slice(parts.length / 2) as [number, number];
  if (minY > maxY || (crs === RD && minX > maxX)) {
    throw badRequest("The first corner of bbox must be south-west of the second one.");
  }
  if (crs === RD) {
    return createRegion({ rdBox: { minX, minY, maxX, maxY } });
  }
  if (Math.max(Math.abs(minX), Math.abs(maxX)) > 180 || Math.max(Math.abs(minY), Math.abs(maxY)) > 90) {
    throw badRequest(`bbox is in degrees, longitude first, unless bbox-crs=${RD} is given.`);
  }
  return createRegion({ wgs84Box: { west: minX, south: minY, east: maxX, north: maxY } });
}

const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d))?$/i;

/** Checks an instant or interval of RFC 3339. Features have no time, so that each matches all. */
function assertDatetime(text: string | undefined): void {
  const isTime = (part: string) => INSTANT.test(part) && !Number.isNaN(Date.parse(part));
  const parts = text?.split("/") ?? [];
  const isInterval =
    parts.length === 2 && parts.every((part) => part === "" || part === ".." || isTime(part));
  if (text !== undefined && !isInterval && !isTime(text)) {
    throw badRequest("Parameter datetime must be a time of RFC 3339, or two of them with / between.");
  }
}

/** Formats the end of a page as the cursor of the next one. */
export function formatCursor({ key, place }: PageEnd): string {
  return place === undefined ? String(key) : `${place}-${key}`;
}

function readCursor(text: string | undefined): PageEnd | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [, place, key] = /^(?:(\d{1,13})-)?(\d{1,16})$/.exec(text) ?? [];
  if (key === undefined) {
    throw badRequest("Parameter cursor must be the one of a link to a next page.");
  }
  return { key: Number(key), place: place === undefined ? undefined : Number(place) };
}

const CONDITION = /^\s*"?([\w.]+)"?\s*=\s*('(?:[^']|'')*'|\d+)\s*(?:$|and\b(?=.))/i;

/** Reads the values that properties must equal: parameters of their names, and conjunctions of CQL2 text. */
function readFilters(values: ReadonlyMap<string, string>, collection: Collection): Filters {
  const language = values.get("filter-lang") ?? "cql2-text";
  if (language !== "cql2-text") {
    throw badRequest("Parameter filter-lang must be cql2-text.");
  }
  const filters = new Map<string, string>();
  const add = (name: string, value: string) => {
    if (filters.has(name) && filters.get(name) !== value) {
      throw badRequest(`${name} cannot have two values.`);
    }
    filters.set(name, value);
  };
  const properties = filterable(collection);
  for (const { name, type } of properties) {
    const value = values.get(name);
    if (value !== undefined) {
      add(name, readValue(name, type, value));
    }
  }
  for (let rest = values.get("filter") ?? ""; rest !== ""; ) {
    const [condition = "", name = "", value = ""] = CONDITION.exec(rest) ?? [];
    const property = properties.find((each) => each.name === name);
    if (property === undefined) {
      const names = properties.map((each) => each.name).join(", ");
      throw badRequest(
        `Parameter filter may only compare properties by =, joined by AND. Use these: ${names}.`,
      );
    }
    add(name, readValue(name, property.type, value.replace(/^'(.*)'$/s, "$1").replaceAll("''", "'")));
    rest = rest.slice(condition.length).trim();
  }
  return filters;
}

/** Returns a value in the form in which features have it. */
function readValue(name: string, type: string, value: string): string {
  if (type === "integer") {
    if (!/^\d{1,15}$/.test(value)) {
      throw badRequest(`${name} must be a whole number.`);
    }
    return String(Number(value));
  }
  return name === "postcode" ? (parsePostcode(value) ?? value) : value;
}
