import { AppError } from "../../base/errors.ts";
import { memoize } from "../../base/memoize.ts";

/** Parsed query string: the values of declared names, and their faults. */
export interface ParsedQuery {
  /** Trimmed values; an empty value counts as absent and is `undefined`. */
  readonly values: Record<string, string | undefined>;
  /** Values of a JSON body that are lists or objects, for parameters that take these. */
  readonly objects: Record<string, object>;
  /** Declared names given twice or as an array (`q[]=`). */
  readonly repeated: string[];
  /** Declared names whose value in a body is a list or an object, though they take none. */
  readonly nonText: string[];
  /** Names inside `filter[…]` that are not declared. */
  readonly unknownFilters: string[];
  /** Names of a body that are not declared, at most some of them; unknown names of a query are ignored. */
  readonly unknown: string[];
}

/** Returns a query without parameters. */
export function emptyQuery(): ParsedQuery {
  return { values: {}, objects: {}, repeated: [], nonText: [], unknownFilters: [], unknown: [] };
}

/**
 * Parses the query text (without `?`) for the declared names and ignores undeclared ones. Throws `bad_request` for
 * invalid percent-encoding anywhere.
 */
export function parseQuery(text: string, declared: ReadonlySet<string>): ParsedQuery {
  const query = emptyQuery();
  forEachPair(text, (name, value) => {
    if (!declared.has(name)) {
      recordUndeclared(query, name, declared);
    } else if (name in query.values) {
      query.repeated.push(name);
    } else {
      query.values[name] = value.trim() || undefined;
    }
  });
  return query;
}

/**
 * Parses the query text (without `?`) to the different trimmed values by name, in their order. Empty values are left
 * out, so that a name can have no value. Throws `bad_request` for invalid percent-encoding.
 */
export function parseAllValues(text: string): Map<string, string[]> {
  const all = new Map<string, string[]>();
  forEachPair(text, (name, value) => {
    const values = memoize(all, name, () => []);
    const trimmed = value.trim();
    // The longest query has 2,000 different values.
    if (trimmed !== "" && !values.includes(trimmed)) {
      values.push(trimmed);
    }
  });
  return all;
}

/** Returns the query without a token that it carries as `key`. */
export function withoutKey(text: string): string {
  return text.includes("key=") ? text.replace(/(^|&)key=[^&]*/g, "").replace(/^&/, "") : text;
}

/** Returns the token that a query carries as `key`; undefined without one, or with several. */
export function tokenInUrl(text: string): string | undefined {
  if (!/(^|&)key=/.test(text)) {
    return undefined;
  }
  const { values, repeated } = parseQuery(text, KEY_NAME);
  return repeated.length === 0 ? values.key : undefined;
}

const KEY_NAME: ReadonlySet<string> = new Set(["key"]);

/**
 * Returns a function from a page to the query with `page` replaced, in RFC 3986 encoding: brackets become %5B and %5D.
 * Keeps `key` only when it is the token that the request was made with.
 */
export function withPage(text: string, urlToken?: string): (page: number) => string {
  const pairs: string[] = [];
  forEachPair(text, (name, value) => {
    if (name !== "page" && (name !== "key" || urlToken !== undefined)) {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    }
  });
  const others = pairs.map((pair) => `${pair}&`).join("");
  return (page) => `${others}page=${page}`;
}

/** Decodes a part of a URL; throws `bad_request` for text that is not percent-encoded UTF-8. */
export function decodePart(part: string): string {
  if (!part.includes("%")) {
    return part;
  }
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new AppError("bad_request", "The URL is not valid percent-encoded UTF-8.", { cause });
  }
}

/** Visits the name and value pairs of a query. Runs for every request, so it allocates nothing but those. */
function forEachPair(text: string, visit: (name: string, value: string) => void): void {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  const decode = text.includes("%") ? decodePart : asItIs;
  let start = 0;
  while (start < spaced.length) {
    const ampersand = spaced.indexOf("&", start);
    const end = ampersand < 0 ? spaced.length : ampersand;
    const equals = spaced.indexOf("=", start);
    const nameEnd = equals < 0 || equals > end ? end : equals;
    if (end > start) {
      visit(decode(spaced.slice(start, nameEnd)), decode(spaced.slice(nameEnd + 1, end)));
    }
    start = end + 1;
  }
}

const asItIs = (part: string) => part;

function recordUndeclared(query: ParsedQuery, name: string, declared: ReadonlySet<string>): void {
  const bracket = name.lastIndexOf("[");
  if (bracket < 0) {
    return;
  }
  const array = name.slice(0, bracket);
  if (declared.has(array)) {
    query.repeated.push(array);
  } else if (name.startsWith("filter[")) {
    query.unknownFilters.push(name.slice("filter[".length).replace(/\].*$/s, ""));
  }
}
