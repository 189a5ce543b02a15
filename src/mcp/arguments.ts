/** Arguments as models write them, in the form in which parameters read them. */
import type { ObjectSchema } from "./json-schema.ts";

interface Property {
  readonly type?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Null and empty text are left out, spaces around a text too, and a number is the text it is written with where one is wanted. */
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
  if (typeof value === "string") return value.trim();
  return isExact(value) && property?.type === "string" ? textOf(value, property) : value;
}

/** A number of more than 2^53 may have lost digits: it stays a number, which the parameter refuses. */
function isExact(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** No more than these zeros begin an identificatie: it begins with the four digits of a gemeente. */
const MAX_LEADING_ZEROS = 3;

/** An identificatie as a number has lost its leading zeros. */
function textOf(value: number, { pattern, minLength = 0 }: Property): string {
  const text = String(value);
  const missing = minLength - text.length;
  const isCode = pattern?.startsWith("^[0-9]{") === true;
  return isCode && missing <= MAX_LEADING_ZEROS ? text.padStart(minLength, "0") : text;
}
