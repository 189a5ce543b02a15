import { AppError } from "../base/errors.ts";

/** A query string taken apart once: the values of declared names, and what is wrong with them. */
export interface Query {
  /** Trimmed; an empty value counts as absent and is `undefined`. */
  readonly values: Record<string, string | undefined>;
  /** Declared names given twice or as an array (`q[]=`). */
  readonly repeated: string[];
  /** Declared names whose value in a body is a list or an object. */
  readonly notText: string[];
  /** Names inside `filter[…]` that are not declared. */
  readonly unknownFilters: string[];
}

/**
 * Reads the query text (without `?`) for the declared names; undeclared ones are ignored, but bad
 * percent-encoding anywhere is a `bad_request`.
 */
export function readQuery(text: string, declared: ReadonlySet<string>): Query {
  const query: Query = { values: {}, repeated: [], notText: [], unknownFilters: [] };
  forEachPair(text, (name, value) => {
    if (!declared.has(name)) noteUndeclared(query, name, declared);
    else if (name in query.values) query.repeated.push(name);
    else query.values[name] = value.trim() || undefined;
  });
  return query;
}

/** The same query with `page` replaced, in RFC 3986 encoding: brackets become %5B and %5D. */
export function withPage(text: string, page: number): string {
  const pairs: string[] = [];
  forEachPair(text, (name, value) => {
    if (name !== "page") pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  });
  return [...pairs, `page=${page}`].join("&");
}

/** Decodes a part of a URL; text that is not UTF-8 in percent-encoding is a `bad_request`. */
export function decodePart(part: string): string {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new AppError("bad_request", "The URL is not valid percent-encoded UTF-8.", { cause });
  }
}

/** Every request passes here, so nothing but the names and values is made. */
function forEachPair(text: string, visit: (name: string, value: string) => void): void {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  let start = 0;
  while (start < spaced.length) {
    const ampersand = spaced.indexOf("&", start);
    const end = ampersand < 0 ? spaced.length : ampersand;
    const equals = spaced.indexOf("=", start);
    const nameEnd = equals < 0 || equals > end ? end : equals;
    if (end > start)
      visit(decodePart(spaced.slice(start, nameEnd)), decodePart(spaced.slice(nameEnd + 1, end)));
    start = end + 1;
  }
}

function noteUndeclared(query: Query, name: string, declared: ReadonlySet<string>): void {
  const bracket = name.lastIndexOf("[");
  if (bracket < 0) return;
  const array = name.slice(0, bracket);
  if (declared.has(array)) query.repeated.push(array);
  else if (name.startsWith("filter["))
    query.unknownFilters.push(name.slice("filter[".length).replace(/\].*$/s, ""));
}
