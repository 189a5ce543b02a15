/** Values that break parsers of parameters, and values at the bounds of a parameter. */
import type { Parameter } from "../support/servers/openapi-document.ts";
import type { Random } from "./random.ts";

const NUMBERS = `- -1 0 +1 1e309 1e-1 NaN Infinity 0x10 1. .5 -0 1_0 ٣ １ 4294967296 9007199254740993 52. +52.3 1,5`;
const BROKEN_ESCAPES = `% %0 %zz %ff %00 %ed%a0%80 %c0%80 %25%30%30 %e2%80%8b %0d%0aX-Injected:%201 %f4%90%80%80`;
const CODE = `' "-- '%20OR%201=1%20-- 1;%20DROP%20TABLE%20adres * a* NEAR( \\ {{x}} <script> \${7*7} AND OR NOT ^ ~`;
const NAMES = `__proto__ constructor toString hasOwnProperty null undefined true [] {} a,b , ,, .. ../.. . ; : @ |`;
const LISTS = `geometry, geometry,geometry geometry,counts,addresses -naam --naam naam,naam`;

const words = (text: string) => text.trim().split(/ +/);

/** Values written into a URL unescaped. */
export const HOSTILE: readonly string[] = [
  "",
  ...words(NUMBERS),
  ...words(BROKEN_ESCAPES),
  ...words(CODE),
  ...words(NAMES),
  ...words(LISTS),
  ...[1, 10, 200, 400].map((length) => "9".repeat(length)),
  ...[0, 1, 2, 3].map((power) => encodeURIComponent("é".repeat(10 ** power))),
  encodeURIComponent("👩‍👩‍👧 \u202e\ufeff\u0300\u0000"),
];

/** Names of parameters that hardly any operation has. */
export const UNKNOWN_PARAMETERS = [
  "filter[x]",
  "q[]",
  "number[]",
  "page[size]",
  "__proto__",
  "x",
  "%",
  "include",
  "page",
  "",
  "per_page",
  "sort",
];

/** Returns any text, percent-encoded; well-formed, since half a surrogate pair cannot be encoded. */
function anyText(random: Random): string {
  const limits = [0x7f, 0xff, 0xffff, 0x10ffff] as const;
  const codes = random.list(random.integer(0, 40), () => random.integer(0, random.pick(limits)));
  return encodeURIComponent(String.fromCodePoint(...codes).toWellFormed());
}

/** Returns values on both sides of every bound, and the enum values. */
export function boundaryValues({ schema }: Parameter): string[] {
  const { minimum, maximum, minLength, maxLength, enum: values = [] } = schema;
  const numbers = [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound - 0.001, bound, bound + 0.001, bound + 1].map(String),
  );
  const texts = [minLength, maxLength].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1].map((length) => "1".repeat(Math.max(0, length))),
  );
  return [...numbers, ...texts, ...values.map(String)];
}

/** Returns a value for a parameter: mostly valid, often at a bound, sometimes anything. */
export function parameterValue(parameter: Parameter, random: Random): string {
  const validValue = encodeURIComponent(parameter.example ?? "1");
  const kind = random.integer(1, 10);
  if (kind <= 4) {
    return validValue;
  }
  if (kind <= 6) {
    return random.pick([...boundaryValues(parameter), validValue]);
  }
  if (kind <= 8) {
    return random.pick(HOSTILE);
  }
  return kind === 9 ? anyText(random) : String(random.next() * 10 ** random.integer(-8, 20));
}

/** Returns any JSON value; `depth` bounds its nesting. */
export function anyJson(random: Random, depth = 3): unknown {
  const kind = random.integer(1, depth > 0 ? 10 : 8);
  if (kind === 1) {
    return null;
  }
  if (kind === 2) {
    return random.oneIn(2);
  }
  if (kind <= 4) {
    return random.pick([0, -1, 5, 1.5, 2 ** 53, 1e308, 1382, -0.1, random.integer(-1e9, 1e9)]);
  }
  if (kind <= 8) {
    return random.pick(["", " ", "x", "\u0000", "\ud800", "1382KT", "__proto__", "5a", "é".repeat(300)]);
  }
  if (kind === 9) {
    return random.list(random.integer(0, 4), () => anyJson(random, depth - 1));
  }
  const names = ["a", "name", "id", "method", "q", "__proto__", "constructor", "", "page"];
  return Object.fromEntries(
    random.list(random.integer(0, 4), () => [random.pick(names), anyJson(random, depth - 1)]),
  );
}
