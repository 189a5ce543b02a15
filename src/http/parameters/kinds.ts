/**
 * Kinds of parameter: zod schemas that parse text from a query or a path and carry their documentation. Their messages
 * are rule texts (base/fault-rules.ts); the parameter's name is filled in later.
 * Absent and empty are `undefined`; z.coerce is not used because it turns an empty text into 0.
 */
import { z } from "zod";
import { isCalendarDay } from "../../base/calendar-day.ts";
import { type FaultRule, faultMessage } from "../../base/fault-rules.ts";
import { isVersionOrDate } from "../../registry/file/data-versions.ts";
import { parsePostcode } from "../../registry/schema/postcode.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
const DEFAULT_MAX_LENGTH = 100;

/** Schemas of parameters by their literal name, such as `filter[naam]`. */
export type Parameters = Readonly<Record<string, z.ZodType>>;

/** Values of parameters, as a handler receives them. */
export type Values<P extends Parameters> = { readonly [K in keyof P]: z.output<P[K]> };

interface Documented {
  readonly description: string;
  readonly example?: string | number;
}
interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Schema that parses text; its input type is the number that callers of the typed client pass. */
type NumberParameter = z.ZodType<number, number>;

/**
 * Schema of a whole number; accepts leading zeros, but no sign other than minus, no decimals and no exponent. `faultOf`
 * may return a more specific error for text that is not a number.
 */
export function integer(
  options: Documented & Bounds,
  faultOf: (text: string) => string | undefined = () => undefined,
): NumberParameter {
  const type = z.int({ error: ({ input }) => errorMessage(input, "integer") });
  const schema = z.preprocess(
    (value, context) => {
      const parsed = parseInteger(value);
      const message = Number.isNaN(parsed) ? faultOf(String(value)) : undefined;
      if (message === undefined) {
        return parsed;
      }
      context.issues.push({ code: "custom", message, input: value });
      return z.NEVER;
    },
    withBounds(type, options),
  );
  return schema.meta(documentation(options)) as NumberParameter;
}

/** Schema of a decimal number, as languages print it and people type it: `-0.5`, `52.`, `.5`, `+52.3`, `1e-7`. */
export function number(options: Documented & Bounds): NumberParameter {
  const type = z.number({ error: ({ input }) => errorMessage(input, "number") });
  const schema = z.preprocess(parseNumber, withBounds(type, options));
  return schema.meta(documentation(options)) as NumberParameter;
}

/** Schema of one of the given whole numbers. */
export function oneOfIntegers<const T extends number>(values: readonly T[], options: Documented) {
  const type = z.int({ error: ({ input }) => errorMessage(input, "integer") });
  const listed = type.refine((value) => values.includes(value as T), faultMessage("choice"));
  const schema = z.preprocess(
    parseInteger,
    listed.transform((value) => value as T),
  );
  const override = { type: "integer" as const, enum: [...values] };
  return schema.meta({ ...documentation(options), override }) as z.ZodType<T, T>;
}

/** Schema of a calendar date, YYYY-MM-DD. */
export function dateParameter(options: Documented) {
  return z
    .string({ error: stringErrorMessage })
    .refine(isCalendarDay, faultMessage("date"))
    .meta({ ...documentation(options), override: { format: "date", minLength: 10, maxLength: 10 } });
}

/** Length of a date, and of a version of the data, which begins with a date. */
const [DATE_LENGTH, VERSION_LENGTH] = [10, 23];

/** Returns the error for text that does not have the form of the example. */
function formatFault({ example }: Documented): string {
  return example === undefined ? faultMessage("format") : faultMessage("format_like", { example });
}

/** Schema of a version of the data, or of the date of one. */
export function versionOrDate(options: Documented) {
  return z
    .string({ error: stringErrorMessage })
    .refine(isVersionOrDate, formatFault(options))
    .meta({
      ...documentation(options),
      override: {
        pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}(-[0-9a-f]{12})?$",
        minLength: DATE_LENGTH,
        maxLength: VERSION_LENGTH,
      },
    });
}

/** Schema of text of `min` to `max` characters (1 to 100 by default) without control characters or lone surrogates. */
export function text(options: Documented & Bounds) {
  const { min = 1, max = DEFAULT_MAX_LENGTH } = options;
  return z
    .string({ error: stringErrorMessage })
    .min(min, faultMessage("min_length", { min }))
    .max(max, faultMessage("max_length", { max }))
    .refine((value) => value.isWellFormed() && !CONTROL_CHARACTER.test(value), faultMessage("format"))
    .meta(documentation(options));
}

/** Schema of a code of `length` characters and of one form, with the same meaning in the OpenAPI document. */
export function code(form: RegExp, length: number, options: Documented) {
  return z
    .string({ error: stringErrorMessage })
    .regex(form, formatFault(options))
    .meta({ ...documentation(options), override: { minLength: length, maxLength: length } });
}

/** Schema of any text, for endpoints that themselves report whether it is valid. */
export function anyText(options: Documented) {
  return z.string({ error: stringErrorMessage }).meta(documentation(options));
}

/** Schema of exactly `count` digits: identificaties (16), codes of woonplaats, gemeente and PC4 (4). */
export function digits(count: number, options: Documented) {
  return digitString(`{${count}}`, faultMessage("digits", { count }), {
    ...documentation(options),
    override: { minLength: count, maxLength: count },
  });
}

/** Schema of a prefix of a code, `min` to `max` digits. */
export function firstDigits(options: Documented & Required<Bounds>) {
  const { min, max } = options;
  return digitString(`{${min},${max}}`, faultMessage("digits_between", { min, max }), {
    ...documentation(options),
    override: { minLength: min, maxLength: max },
  });
}

function digitString(count: string, fault: string, meta: z.GlobalMeta) {
  return z
    .string({ error: stringErrorMessage })
    .regex(new RegExp(`^[0-9]${count}$`), fault)
    .meta(meta);
}

/** Schema of a UUID in any case; the value is lower case. */
export function uuid(options: Documented) {
  return z
    .string({ error: stringErrorMessage })
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, faultMessage("uuid"))
    .transform((value) => value.toLowerCase())
    .meta({
      ...documentation(options),
      override: { type: "string", format: "uuid", minLength: 36, maxLength: 36 },
    });
}

/** Schema of a postcode in any case, with or without a space; the value is `1382KT`. */
export function postcode(options: Documented) {
  return z
    .string({ error: stringErrorMessage })
    .transform((value, context) => {
      const parsed = parsePostcode(value);
      if (parsed === undefined) {
        context.issues.push({ code: "custom", message: formatFault(options), input: value });
      }
      return parsed ?? z.NEVER;
    })
    .meta({
      ...documentation(options),
      override: { pattern: "^[1-9][0-9]{3} ?[A-Za-z]{2}$", minLength: 6, maxLength: 7 },
    });
}

/** Schema of one of a closed list of values, spelled exactly. */
export function oneOf<const T extends readonly [string, ...string[]]>(
  values: T,
  options: Documented,
  fault = faultMessage("choice"),
) {
  const error = ({ input }: { input?: unknown }) => (input === undefined ? faultMessage("required") : fault);
  return z.enum(values, { error }).meta(documentation(options));
}

/** Returns the message for an invalid choice, listing the valid ones. */
export function invalidChoiceMessage(values: readonly string[]): string {
  return faultMessage("choice_of", { values: values.join(", ") });
}

/** Makes a parameter optional. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.optional().meta(schema.meta() ?? {});
}

/** Gives a parameter a default value. Names it for the OpenAPI document too: zod-openapi leaves out zod's own. */
export function withDefault<T extends z.ZodType>(schema: T, value: z.core.util.NoUndefined<z.output<T>>) {
  const { override, ...meta } = schema.meta() ?? {};
  const documented = { ...(typeof override === "object" ? override : {}), default: value };
  return schema.default(value).meta({ ...meta, override: documented });
}

function withBounds<T extends z.ZodNumber>(type: T, { min, max }: Bounds): T {
  let bounded = type;
  if (min !== undefined) {
    bounded = bounded.min(min, faultMessage("min", { min }));
  }
  if (max !== undefined) {
    bounded = bounded.max(max, faultMessage("max", { max }));
  }
  return bounded;
}

function documentation({ description, example }: Documented) {
  return example === undefined ? { description } : { description, example };
}

/** Returns the message for a missing or non-text value. Query parameters are always text, MCP arguments need not be. */
function stringErrorMessage({ input }: { input?: unknown }): string {
  return errorMessage(input, "string");
}

function errorMessage(input: unknown, rule: FaultRule): string {
  return faultMessage(input === undefined ? "required" : rule);
}

/** Parses an integer of up to 15 digits, which a double represents exactly; returns NaN for other text. */
function parseInteger(value: unknown): unknown {
  if (typeof value !== "string") {
    return value;
  }
  return /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
}

/** Decimals of any length; excludes forms that only `Number` accepts, such as `0x10` and `Infinity`. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function parseNumber(value: unknown): unknown {
  if (typeof value !== "string") {
    return value;
  }
  return DECIMAL.test(value) ? Number(value) : Number.NaN;
}
