/** Normalizes arguments as models write them to the form that parameters parse. */
import type { ObjectSchema } from "./json-schema.ts";

interface Property {
  readonly type?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments without null and empty texts; trims texts, and converts a number to text where the parameter
 * is one.
 */
export function normalizeArguments(given: Arguments, { properties }: ObjectSchema): Arguments {
  const known = properties as Readonly<Record<string, Property>>;
  const entries = Object.entries(given)
    .map(
      ([name, value]) =>
        [name, normalize(value, Object.hasOwn(known, name) ? known[name] : undefined)] as const,
    )
    .filter(([, value]) => value !== null && value !== "");
  return Object.fromEntries(entries);
}

function normalize(value: unknown, property: Property | undefined): unknown {
  if (typeof value === "string") {
    return value.trim();
  }
  return isExactInteger(value) && property?.type === "string" ? textOf(value, property) : value;
}

/**
 * Returns true for a whole number from 0 below 2^53. A larger one may have lost digits: it stays a number, which the
 * parameter refuses.
 */
function isExactInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Maximum number of leading zeros of an identificatie: it begins with the four digits of a gemeente. */
const MAX_LEADING_ZEROS = 3;

/** Converts a number to text, and restores the leading zeros that an identificatie loses as a number. */
function textOf(value: number, { pattern, minLength = 0 }: Property): string {
  const text = String(value);
  const missing = minLength - text.length;
  const isCode = pattern?.startsWith("^[0-9]{") === true;
  return isCode && missing <= MAX_LEADING_ZEROS ? text.padStart(minLength, "0") : text;
}
