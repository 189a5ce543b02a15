/**
 * The kinds of parameter, as zod schemas that read text from a query or a path and document themselves.
 * `:attribute` in a message becomes the parameter's name (Laravel's wording, platform.md §4.1).
 * Absent and empty are `undefined`; z.coerce is not used because it makes 0 of an empty text.
 */
import { z } from "zod";
import { parsePostcode } from "../registry/postcodes.ts";

const REQUIRED = "The :attribute field is required.";
const NOT_A_STRING = "The :attribute field must be a string.";
const BAD_FORMAT = "The :attribute field format is invalid.";
const NOT_AN_INTEGER = "The :attribute field must be an integer.";
const INVALID_CHOICE = "The selected :attribute is invalid.";
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
const DEFAULT_MAX_LENGTH = 100;

interface Documented {
  readonly description: string;
  readonly example?: string | number;
}
interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Reads text here; whoever calls the typed client gives the number. */
type NumberParameter = z.ZodType<number, number>;

/** A whole number; leading zeros are accepted, signs other than minus, decimals and exponents are not. */
export function integer(options: Documented & Bounds): NumberParameter {
  const type = z.int({ error: ({ input }) => faultOf(input, NOT_AN_INTEGER) });
  const read = z.preprocess(integerOfText, withBounds(type, options));
  return read.meta(documentation(options)) as NumberParameter;
}

/** A decimal number with a point, as languages print and people type one: `-0.5`, `52.`, `.5`, `+52.3`, `1e-7`. */
export function number(options: Documented & Bounds): NumberParameter {
  const type = z.number({ error: ({ input }) => faultOf(input, "The :attribute field must be a number.") });
  const read = z.preprocess(numberOfText, withBounds(type, options));
  return read.meta(documentation(options)) as NumberParameter;
}

/** One of a few whole numbers. */
export function oneOfIntegers<const T extends number>(values: readonly T[], options: Documented) {
  const type = z.int({ error: ({ input }) => faultOf(input, NOT_AN_INTEGER) });
  const listed = type.refine((value) => values.includes(value as T), INVALID_CHOICE);
  const read = z.preprocess(
    integerOfText,
    listed.transform((value) => value as T),
  );
  const override = { type: "integer" as const, enum: [...values] };
  return read.meta({ ...documentation(options), override }) as z.ZodType<T, T>;
}

/** A day of the calendar, YYYY-MM-DD. */
export function date(options: Documented) {
  return z
    .string({ error: textFault })
    .refine(isCalendarDay, "The :attribute field must match the format YYYY-MM-DD.")
    .meta({ ...documentation(options), override: { format: "date", minLength: 10, maxLength: 10 } });
}

/** Text of `min` to `max` characters (100 unless given) without control characters or lone surrogates. */
export function text(options: Documented & Bounds) {
  const { min = 1, max = DEFAULT_MAX_LENGTH } = options;
  return z
    .string({ error: textFault })
    .min(min, `The :attribute field must be at least ${min} characters.`)
    .max(max, `The :attribute field must not be greater than ${max} characters.`)
    .refine((value) => value.isWellFormed() && !CONTROL_CHARACTER.test(value), BAD_FORMAT)
    .meta(documentation(options));
}

/** Text that is taken as it comes: for questions whose answer may be "no". */
export function anyText(options: Documented) {
  return z.string({ error: textFault }).meta(documentation(options));
}

/** Exactly so many digits: identificaties (16), codes of woonplaats, gemeente and PC4 (4). */
export function digits(count: number, options: Documented) {
  return digitString(`{${count}}`, `The :attribute field must be ${count} digits.`, {
    ...documentation(options),
    override: { minLength: count, maxLength: count },
  });
}

/** The first `min` to `max` digits of a code. */
export function firstDigits(options: Documented & Required<Bounds>) {
  const { min, max } = options;
  return digitString(`{${min},${max}}`, `The :attribute field must be between ${min} and ${max} digits.`, {
    ...documentation(options),
    override: { minLength: min, maxLength: max },
  });
}

function digitString(count: string, fault: string, meta: Parameters<z.ZodString["meta"]>[0]) {
  return z
    .string({ error: textFault })
    .regex(new RegExp(`^[0-9]${count}$`), fault)
    .meta(meta);
}

/** A UUID; letters in any case. */
export function uuid(options: Documented) {
  return z
    .string({ error: textFault })
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "The :attribute field must be a valid UUID.")
    .transform((value) => value.toLowerCase())
    .meta({
      ...documentation(options),
      override: { type: "string", format: "uuid", minLength: 36, maxLength: 36 },
    });
}

/** Six characters in any case, with or without a space; the value is `1382KT`. */
export function postcode(options: Documented) {
  return z
    .string({ error: textFault })
    .transform((value, context) => {
      const parsed = parsePostcode(value);
      if (parsed === undefined) context.issues.push({ code: "custom", message: BAD_FORMAT, input: value });
      return parsed ?? z.NEVER;
    })
    .meta({
      ...documentation(options),
      override: { pattern: "^[1-9][0-9]{3} ?[A-Za-z]{2}$", minLength: 6, maxLength: 7 },
    });
}

/** One of a closed list, spelled exactly. */
export function oneOf<const T extends readonly [string, ...string[]]>(
  values: T,
  options: Documented,
  fault = INVALID_CHOICE,
) {
  const error = ({ input }: { input?: unknown }) => faultOf(input, fault);
  return z.enum(values, { error }).meta(documentation(options));
}

/** The fault of a choice that does not exist, naming those that do. */
export function noneOf(values: readonly string[]): string {
  return `${INVALID_CHOICE} There are ${values.join(", ")}.`;
}

/** A parameter that may be absent. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.optional().meta(schema.meta() ?? {});
}

/** A parameter that takes this value when absent; the document shows it. */
export function withDefault<T extends z.ZodType>(schema: T, value: z.output<T> & (string | number)) {
  const { override, ...meta } = schema.meta() ?? {};
  return schema
    .optional()
    .transform((given) => (given ?? value) as z.output<T>)
    .meta({ ...meta, override: { ...(typeof override === "object" ? override : {}), default: value } });
}

function isCalendarDay(value: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value)) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
}

function withBounds<T extends z.ZodNumber>(type: T, { min, max }: Bounds): T {
  let bounded = type;
  if (min !== undefined) bounded = bounded.min(min, `The :attribute field must be at least ${min}.`);
  if (max !== undefined) bounded = bounded.max(max, `The :attribute field must not be greater than ${max}.`);
  return bounded;
}

function documentation({ description, example }: Documented) {
  return example === undefined ? { description } : { description, example };
}

/** Parameters of a query are always text; arguments of an assistant need not be. */
function textFault({ input }: { input?: unknown }): string {
  return faultOf(input, NOT_A_STRING);
}

function faultOf(input: unknown, fault: string): string {
  return input === undefined ? REQUIRED : fault;
}

/** Fifteen digits stay exact in a double. */
function integerOfText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
}

/** As many decimals as languages print a double with; not what only JavaScript reads, such as `0x10` and `Infinity`. */
const DECIMAL = /^[+-]?(\d{1,15}(\.\d{0,25})?|\.\d{1,25})(e[+-]?\d{1,3})?$/i;

function numberOfText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return DECIMAL.test(value) ? Number(value) : Number.NaN;
}
