/** Values of parameters as clients of other services send them. */
import { listOf } from "../base/list-of.ts";
import { isInRdArea, type RdPoint, wgs84ToRd } from "../geo/rd.ts";
import { badRequest } from "./bad-request.ts";
import type { QueryValues } from "./interface.ts";

/** Returns the first value of a parameter. */
export function textOf(query: QueryValues, name: string): string | undefined {
  return query.get(name)?.[0];
}

/** Returns the different values of a parameter; `undefined` when there is none, or only empty ones. */
export function valuesOf(query: QueryValues, name: string): readonly string[] | undefined {
  const values = query.get(name);
  return values === undefined || values.length === 0 ? undefined : values;
}

/** Returns the different values of a parameter, each split at commas. */
export function listValues(query: QueryValues, name: string): string[] {
  return listOf(query.get(name) ?? []);
}

/** Returns the different values of a parameter, each split at commas and spaces. */
export function spacedListOf(query: QueryValues, name: string): string[] {
  return listOf((query.get(name) ?? []).map((value) => value.replaceAll(" ", ",")));
}

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,2})?$/i;

/** Returns the number in a parameter; throws 400 for other text. */
export function numberOf(query: QueryValues, name: string): number | undefined {
  const text = textOf(query, name);
  if (text === undefined) {
    return undefined;
  }
  if (!NUMBER.test(text)) {
    throw badRequest(`Parameter '${name}' must be a number.`);
  }
  return Number(text);
}

/** The four sides of a box, in the order in which a parameter has them. */
export type Sides = readonly [number, number, number, number];

/** Returns the four numbers of a box; throws 400 with `message` for other text, also for a side without a value. */
export function sidesOf(query: QueryValues, name: string, message: string): Sides | undefined {
  const parts = textOf(query, name)
    ?.split(",")
    .map((part) => part.trim());
  if (parts !== undefined && (parts.length !== 4 || !parts.every((part) => NUMBER.test(part)))) {
    throw badRequest(message);
  }
  return parts?.map(Number) as unknown as Sides | undefined;
}

interface CountBounds {
  readonly default: number;
  /** Replaces any greater value. */
  readonly max: number;
}

/** Returns the whole number, not below zero, in a parameter; throws 400 for other text. */
export function countOf(query: QueryValues, name: string, { default: usual, max }: CountBounds): number {
  const text = textOf(query, name);
  if (text === undefined) {
    return usual;
  }
  if (!/^\d+$/.test(text)) {
    throw badRequest(`Parameter '${name}' must be a whole number from 0 on.`);
  }
  return Math.min(Number(text), max);
}

/** Returns the number that a parameter must have. */
function requireNumber(query: QueryValues, name: string): number {
  const value = numberOf(query, name);
  if (value === undefined) {
    throw badRequest(`Parameter '${name}' missing.`);
  }
  return value;
}

/**
 * Returns the point that `lat` and `lon` must name, in RD; `undefined` for one outside the country. Throws 400 for a
 * latitude or longitude that does not exist.
 */
export function requirePoint(query: QueryValues): RdPoint | undefined {
  const [lat, lon] = [requireNumber(query, "lat"), requireNumber(query, "lon")];
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) {
    throw badRequest("Parameter 'lat' must be from -90 to 90, 'lon' from -180 to 180.");
  }
  return isInRdArea(lat, lon) ? wgs84ToRd(lat, lon) : undefined;
}

/** Longest line that the search takes, as in `/addresses/search`. */
const MAX_LINE_LENGTH = 200;
const MIN_LINE_LENGTH = 2;

/**
 * Returns a line with single spaces, or `undefined` for one that is too short to be searched for. Throws 400 for one
 * that is too long.
 */
export function toLine(text: string): string | undefined {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length > MAX_LINE_LENGTH) {
    throw badRequest(`A query must not be longer than ${MAX_LINE_LENGTH} characters.`);
  }
  return line.length < MIN_LINE_LENGTH ? undefined : line;
}
