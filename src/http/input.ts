import { z } from "zod";
import { type Awaitable, whenReady } from "../base/awaitable.ts";
import { nearestName } from "../base/did-you-mean.ts";
import { AppError } from "../base/errors.ts";
import { type Fault, faultOf, faultText, fieldName, readFaultMessage } from "../base/fault-rules.ts";
import { listOf } from "../base/list-of.ts";
import type { RoutedEndpoint } from "./endpoint.ts";
import { type Body, mergeQueries, parseBodyParameters } from "./parameters/body.ts";
import { isObjectParameter } from "./parameters/geojson-area.ts";
import { HOUSE_NUMBER_PARTS, splitNumberParameter } from "./parameters/house-number.ts";
import { integer, type Parameters, withDefault } from "./parameters/kinds.ts";
import { decodePart, type ParsedQuery, parseQuery } from "./parameters/query-string.ts";

/** Parameters of every paged endpoint; an endpoint with other limits declares its own `per_page`. */
export const PAGE_PARAMETERS = {
  per_page: withDefault(
    integer({ min: 1, max: 100, description: "Records on a page, 1 to 100.", example: 25 }),
    25,
  ),
  page: withDefault(
    integer({ min: 1, max: 2_147_483_647, description: "Number of the page, from 1.", example: 1 }),
    1,
  ),
};

type InputValues = Record<string, unknown>;
type PathValues = Readonly<Record<string, string>>;
/** Parses the parameters of a request; synchronous unless there is a body. */
export type ParseInput = (query: string, path: PathValues, body?: Body) => Awaitable<InputValues>;

/** Returns the query parameters of an endpoint that a schema validates; `include` and `sort` are not among them. */
export function queryParameters(endpoint: RoutedEndpoint): Parameters {
  return isPaged(endpoint) ? { ...PAGE_PARAMETERS, ...endpoint.query } : endpoint.query;
}

export function isPaged(endpoint: RoutedEndpoint): boolean {
  return endpoint.envelope === "page" || endpoint.envelope === "page-without-links";
}

/**
 * Compiles an endpoint's declarations, once, into the function that parses a request's parameters. The function throws
 * `validation_failed` with all faults together, and `invalid_query` for unknown names in include, sort and filter.
 */
export function compileInputParser(endpoint: RoutedEndpoint): ParseInput {
  const query = queryParameters(endpoint);
  const takesHouseNumber = "number" in query;
  const parts = takesHouseNumber ? HOUSE_NUMBER_PARTS : {};
  const schema = z.object({ ...endpoint.pathParameters, ...parts, ...query });
  const declared = new Set(Object.keys(query));
  if (endpoint.include.length > 0) {
    declared.add("include");
  }
  if (endpoint.sort.length > 0) {
    declared.add("sort");
  }
  const filters = [...declared].filter((name) => name.startsWith("filter[")).map((name) => name.slice(7, -1));
  const objects = new Set(Object.keys(query).filter((name) => isObjectParameter(query[name]!)));
  const paged = isPaged(endpoint);
  const hasPairs = takesBothPairs(query);
  const isWithoutDay = refusesDay(endpoint);
  if (isWithoutDay) {
    declared.add("valid_on");
  }

  const parseValues = (parsedQuery: ParsedQuery, path: PathValues) => {
    if (isWithoutDay && parsedQuery.values.valid_on !== undefined) {
      throw validationFailed({ valid_on: [faultOf("no_day")] });
    }
    const splitQuery = takesHouseNumber
      ? { ...parsedQuery, values: splitNumberParameter(parsedQuery.values) }
      : parsedQuery;
    const pointQuery = hasPairs ? withoutIgnoredPair(splitQuery, query) : splitQuery;
    const input: InputValues = validate(schema, pointQuery, { path, declared });
    if (filters.length > 0) {
      assertAllowed("filter", parsedQuery.unknownFilters, filters);
    }
    input.include = parseInclude(parsedQuery.values.include, endpoint.include);
    input.sort = parseSort(parsedQuery.values.sort, endpoint.sort);
    if (paged) {
      input.page = { page: input.page, perPage: input.per_page };
    }
    return input;
  };
  return (text, path, body) => {
    const parsedQuery = parseQuery(text, declared);
    if (body === undefined) {
      return parseValues(parsedQuery, path);
    }
    return whenReady(parseBodyParameters(body, declared, objects), (bodyQuery) =>
      parseValues(mergeQueries(parsedQuery, bodyQuery), path),
    );
  };
}

/**
 * Returns true for an endpoint that answers from the registry without `valid_on`. If the parameter were ignored,
 * today's answer would be taken for the answer of that day.
 */
function refusesDay({ query, auth, foreign }: RoutedEndpoint): boolean {
  return !("valid_on" in query) && (auth === "key" || auth === "demo") && foreign === undefined;
}

interface Names {
  readonly path: PathValues;
  /** Names that the query and the body may have. */
  readonly declared: ReadonlySet<string>;
}

function validate(schema: z.ZodObject, query: ParsedQuery, { path, declared }: Names): InputValues {
  const values: Record<string, unknown> = Object.assign(query.values, query.objects);
  for (const name in path) {
    values[name] = decodePart(path[name]!).trim();
  }
  const parsed = schema.safeParse(values);
  const areNamesRight = query.repeated.length + query.nonText.length + query.unknown.length === 0;
  if (parsed.success && areNamesRight) {
    return parsed.data;
  }
  // Without a prototype, because a body may name a field __proto__.
  const faults: Record<string, (Fault | string)[]> = Object.create(null);
  for (const name of query.unknown) {
    faults[name] = [faultOf("unknown", { nearest: nearestName(name.replace(/\[.*$/s, ""), [...declared]) })];
  }
  for (const name of query.repeated) {
    faults[name] = [faultOf("once")];
  }
  for (const name of query.nonText) {
    faults[name] = [faultOf("string")];
  }
  throw validationFailed(addFaults(faults, parsed.error));
}

/** Validates a body by its schema; throws `validation_failed` with all faults together. */
export function validateBody<Body extends z.ZodType>(schema: Body, value: unknown): z.output<Body> {
  const { data, error } = schema.safeParse(value);
  if (error !== undefined) {
    throw validationFailed(addFaults(Object.create(null), error));
  }
  return data;
}

/** Adds the issues of a schema to the faults by field; an issue without a field belongs to `body`. */
function addFaults(faults: Record<string, (Fault | string)[]>, error: z.ZodError | undefined) {
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0] ?? "body");
    faults[name] = [...(faults[name] ?? []), readFaultMessage(message)];
  }
  return faults;
}

/**
 * Returns the error for invalid parameters, in Laravel's wording: the first fault, and the number of others. `given`
 * has the faults by field; a fault of a file is a sentence.
 */
export function validationFailed(given: Readonly<Record<string, readonly (Fault | string)[]>>): AppError {
  const textOf = (fault: Fault | string, name: string) =>
    typeof fault === "string" ? fault : faultText(fault, fieldName(name));
  const entries = Object.entries(given);
  const errors = Object.fromEntries(
    entries.map(([name, each]) => [name, each.map((fault) => textOf(fault, name))]),
  );
  const faults = Object.fromEntries(
    entries.map(([name, each]) => [name, each.filter((fault) => typeof fault !== "string")]),
  );
  const all = Object.values(errors).flat();
  const more = all.length - 1;
  const rest = more === 0 ? "" : ` (and ${more} more ${more === 1 ? "error" : "errors"})`;
  return new AppError("validation_failed", `${all[0]}${rest}`, { errors, faults });
}

const NO_INCLUDES = {};

function parseInclude(text: string | undefined, allowed: readonly string[]): Record<string, true> {
  if (text === undefined) {
    return NO_INCLUDES;
  }
  const names = listOf(text);
  assertAllowed("include", names, allowed);
  return Object.fromEntries(names.map((name) => [name, true]));
}

function parseSort(text: string | undefined, allowed: readonly string[]) {
  if (text === undefined) {
    return undefined;
  }
  const descending = text.startsWith("-");
  const field = descending ? text.slice(1) : text;
  assertAllowed("sort", [field], allowed);
  return { field, descending };
}

/**
 * Throws `invalid_query` for names not allowed, in the wording of spatie/laravel-query-builder (docs/interface.md,
 * "Wording of messages").
 */
function assertAllowed(
  kind: "include" | "sort" | "filter",
  names: readonly string[],
  allowed: readonly string[],
): void {
  const unknown = names.filter((name) => !allowed.includes(name));
  if (unknown.length === 0) {
    return;
  }
  const requested = unknown.join(", ").slice(0, 100).toWellFormed();
  throw new AppError(
    "invalid_query",
    `Requested ${kind}(s) \`${requested}\` are not allowed. Allowed ${kind}(s) are \`${allowed.join(", ")}\`.`,
  );
}

/** In order of precedence: when both pairs are complete, the first is used. */
const PAIRS = [
  ["lat", "lng"],
  ["rd_x", "rd_y"],
] as const;

/**
 * Removes the ignored pair from the query of an endpoint that takes both pairs, when the other pair is valid: a fault
 * in the ignored pair does not matter.
 */
function withoutIgnoredPair(query: ParsedQuery, schemas: Readonly<Record<string, z.ZodType>>): ParsedQuery {
  const { values, repeated, nonText } = query;
  const isGiven = (name: string) => name in values || repeated.includes(name) || nonText.includes(name);
  if (!PAIRS.every((pair) => pair.some(isGiven))) {
    return query;
  }
  const counting = PAIRS.find((pair) => pair.every((name) => values[name] !== undefined));
  const ignored: readonly string[] = PAIRS.filter((pair) => pair !== counting).flat();
  const isValid = (name: string) =>
    !repeated.includes(name) && schemas[name]!.safeParse(values[name]).success;
  if (!counting?.every(isValid)) {
    return query;
  }
  const isUsed = (name: string) => !ignored.includes(name);
  return {
    ...query,
    values: Object.fromEntries(Object.entries(values).filter(([name]) => isUsed(name))),
    repeated: repeated.filter(isUsed),
    nonText: nonText.filter(isUsed),
  };
}

/** Returns true when an endpoint takes a point as either pair. */
function takesBothPairs(schemas: Readonly<Record<string, z.ZodType>>): boolean {
  return PAIRS.flat().every((name) => name in schemas);
}
