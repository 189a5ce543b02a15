/** A point as `lat` and `lng` or as `rd_x` and `rd_y`: the pair beside the one that counts is ignored. */
import type { z } from "zod";
import type { ParsedQuery } from "./query-string.ts";

/** In the order in which they count: where both are complete the first one does. */
const PAIRS = [
  ["lat", "lng"],
  ["rd_x", "rd_y"],
] as const;

/**
 * Returns the query of an endpoint with both pairs without the ignored one, when the pair that counts is valid: a fault
 * in what is ignored is none.
 */
export function withoutIgnoredPair(
  query: ParsedQuery,
  schemas: Readonly<Record<string, z.ZodType>>,
): ParsedQuery {
  const { values, repeated, nonText } = query;
  const counting = PAIRS.find((pair) => pair.every((name) => values[name] !== undefined));
  const isValid = counting?.every(
    (name) => !repeated.includes(name) && schemas[name]!.safeParse(values[name]).success,
  );
  if (!isValid) {
    return query;
  }
  const ignored: readonly string[] = PAIRS.filter((pair) => pair !== counting).flat();
  const isUsed = (name: string) => !ignored.includes(name);
  return {
    ...query,
    values: Object.fromEntries(Object.entries(values).filter(([name]) => isUsed(name))),
    repeated: repeated.filter(isUsed),
    nonText: nonText.filter(isUsed),
  };
}

/** Returns true when an endpoint takes a point as either pair. */
export function takesBothPairs(schemas: Readonly<Record<string, z.ZodType>>): boolean {
  return PAIRS.flat().every((name) => name in schemas);
}
