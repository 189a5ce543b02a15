/** Splits tokens in which several parts of an address are glued together. */
import type { Token } from "./normalize.ts";

/** Patterns whose groups are the parts; the first match is used. None is certain: "Plein1945" is a street. */
const GLUED_PATTERNS: readonly RegExp[] = [
  // A postcode with a number, a street and a number, or a city around it.
  /^([1-9]\d{3}[a-z]{2})(\d{1,5}(?:[a-z]{1,4}\d{0,4})?)$/,
  /^([1-9]\d{3}[a-z]{2})([a-z]{3,})$/,
  /^([a-z]{3,}?)??(\d{1,5}[a-z]{0,2}?)([1-9]\d{3}[a-z]{2})([a-z]{3,})?$/,
  // An announced number.
  /^(?:n|no|nr|nummer|hnr|huisnr|huisnummer)(\d{1,5}[a-z]{0,3})$/,
  // A street and its number, then perhaps the city.
  /^((?:\d{1,2}e)?[a-z]{3,})(\d{1,5}[a-z]{0,2})$/,
  /^((?:\d{1,2}e)?[a-z]{3,})(\d{1,5})([a-z]{3,})$/,
  /^(\d{1,5})([a-z]{4,})$/,
];

/** Fast check: matches each token that a pattern matches. */
const MAY_BE_GLUED = /[a-z]\d|\d[a-z]/;

/** Postcode with a digit too many, when another token is the number; else a number glued to a postcode. */
const LONG_POSTCODE = /^\d{5}[a-z]{2}$/;

/** Maximum glued tokens; lines with more are not addresses. */
const MAX_GLUED = 4;

/**
 * Returns the tokens with those split that look glued; `undefined` when none do, or too many. Examples: `Buitenveer7`,
 * `1382KT5a`, `5a1382kt`, `7Weesp`.
 */
export function splitGluedTokens(tokens: readonly Token[]): readonly Token[] | undefined {
  let glued = 0;
  const hasNumber = tokens.some(({ text }) => /^\d/.test(text) && !LONG_POSTCODE.test(text));
  const split = tokens.flatMap((token) => {
    if (!MAY_BE_GLUED.test(token.text) || (hasNumber && LONG_POSTCODE.test(token.text))) {
      return [token];
    }
    const parts = GLUED_PATTERNS.map((pattern) => pattern.exec(token.text)).find((match) => match !== null);
    if (parts === undefined) {
      return [token];
    }
    glued++;
    const texts = parts.slice(1).filter((part) => part !== undefined && part !== "");
    return texts.map((text, i) => (i === 0 ? { ...token, text } : { text, gap: " " }));
  });
  return glued === 0 || glued > MAX_GLUED ? undefined : split;
}
