/** Reads JSON from outside, whose nesting is bounded before it is parsed. */

import { type Fault, faultOf } from "./fault-rules.ts";

/** Levels of lists and objects; a FeatureCollection of MultiPolygons has eight. */
export const MAX_JSON_DEPTH = 32;

/** The value, or what is wrong: as the rest of a sentence, `is not valid JSON`, and as the fault of a field. */
export type ReadJson = { readonly value: unknown } | { readonly fault: string; readonly asField: Fault };

const NOT_VALID: ReadJson = { fault: "is not valid JSON", asField: faultOf("not_json") };
const TOO_DEEP: ReadJson = {
  fault: `must not be nested more than ${MAX_JSON_DEPTH} levels deep`,
  asField: faultOf("too_deep", { max: MAX_JSON_DEPTH }),
};

/**
 * Parses JSON, given as text or as bytes in UTF-8. Refuses more than {@link MAX_JSON_DEPTH} levels before parsing:
 * parsers and what visits their values recurse, and take seconds for tens of thousands of levels.
 */
export function readJson(json: string | Uint8Array): ReadJson {
  try {
    const text = typeof json === "string" ? json : new TextDecoder("utf-8", { fatal: true }).decode(json);
    return isTooDeep(text) ? TOO_DEEP : { value: JSON.parse(text) };
  } catch {
    return NOT_VALID;
  }
}

const OPENING = ["{", "["].map((sign) => sign.charCodeAt(0));
const CLOSING = ["}", "]"].map((sign) => sign.charCodeAt(0));
const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      isInString = !isInString;
    } else if (isInString) {
      // Skips the character after a backslash, which may be a quote.
      i += code === BACKSLASH ? 1 : 0;
    } else if (OPENING.includes(code)) {
      depth++;
    } else if (CLOSING.includes(code)) {
      depth--;
    }
    if (depth > MAX_JSON_DEPTH) {
      return true;
    }
  }
  return false;
}
