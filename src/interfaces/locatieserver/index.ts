/** PDOK Locatieserver v3_1 (docs/migrate-from-pdok.md): free, suggest, lookup and reverse. */
import { BoundedMap, memoize, memoizePerObject } from "../../base/memoize.ts";
import { wgs84ToRd } from "../../geo/rd.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { type Counted, toCounted } from "../../search/counted.ts";
import { badRequest } from "../bad-request.ts";
import type { Interface, InterfaceAnswer, InterfaceRequest, QueryValues } from "../interface.ts";
import { countOf, numberOf, spacedListOf, textOf, toLine, valuesOf } from "../query-values.ts";
import {
  type FoundKey,
  LocatieDocument,
  readFound,
  type SelectedField,
  selectFields,
  toFields,
  toFoundKey,
} from "./document.ts";
import { findById } from "./find-by-keys.ts";
import { findDocuments } from "./find-documents.ts";
import { highlighter } from "./highlight.ts";
import { findAround } from "./reverse.ts";
import { joinQueries, parseFilter, parseSolr, type SolrQuery, TEXT_FIELD } from "./solr-query.ts";

const ROOT = "/bzk/locatieserver/search/v3_1";
const DEFAULT_FILTERS = [parseSolr("type:(gemeente OR woonplaats OR weg OR postcode OR adres)")];
/** Most documents of an answer. */
const MAX_ROWS = 100;
const MAX_START = 1_000_000;

export const locatieserver: Interface = {
  name: "locatieserver",
  endpoints: [
    { path: `${ROOT}/free`, answer: answerFree },
    { path: `${ROOT}/suggest`, answer: answerSuggest },
    { path: `${ROOT}/lookup`, answer: answerLookup },
    { path: `${ROOT}/reverse`, answer: answerReverse },
  ],
  toError: ({ status, message }) => ({
    contentType: "application/json",
    body: JSON.stringify({
      error: {
        metadata: ["error-class", "org.apache.solr.common.SolrException"],
        msg: message,
        code: status,
      },
    }),
  }),
};

function answerFree({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const request = readRequest(query, "*,score");
  const found = findDocuments(snapshot, { ...readQuery(query), isTyping: false });
  return toAnswer({ response: toResponse(listDocuments(found, request), request) });
}

function answerSuggest({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  if (textOf(query, "q") === undefined) {
    throw badRequest("Missing required parameter: q");
  }
  const request = readRequest(query, "id,weergavenaam,type,score");
  const asked = readQuery(query);
  const listed = listWhileTyping(snapshot, asked, request);
  // Values of conditions were typed too, such as a postcode, and are marked like words.
  const typed = [
    asked.line,
    ...asked.conditions.flatMap(({ values }) => values.map(({ text }) => text)),
  ].join(" ");
  const mark = highlighter(typed);
  const marked = listed.documents.map((document): [string, unknown] => [
    String(document.valueOf("id")),
    { suggest: [mark(String(document.valueOf("weergavenaam")))] },
  ]);
  return toAnswer({
    response: toResponse(listed, request),
    highlighting: Object.fromEntries(marked),
    spellcheck: { suggestions: [], collations: [] },
  });
}

function answerLookup({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const request = readRequest(query, "*", "*,geometrie_ll,geometrie_rd");
  const id = textOf(query, "id");
  if (id === undefined) {
    throw badRequest("Missing required parameter: id");
  }
  const documents = findById(snapshot, id).map((found) => new LocatieDocument(snapshot, found));
  const { maxScore: _, ...response } = toResponse(listDocuments(toCounted(documents), request), request);
  return toAnswer({ response });
}

function answerReverse({ snapshot, query }: InterfaceRequest): InterfaceAnswer {
  const request = readRequest(query, "id,weergavenaam,type,score,afstand");
  const { rows, start } = request;
  const found = findAround(snapshot, query, {
    limit: rows + start,
    conditions: joinQueries(readFilters(query, [])).conditions,
  });
  const page = found.slice(start, start + rows);
  const documents = page.map(({ document }) => document);
  const distances = page.map(({ afstand }) => afstand);
  return toAnswer({ response: toResponse({ total: found.length, documents, distances }, request) });
}

/** Parameters that all services have. */
interface PageRequest {
  readonly rows: number;
  readonly start: number;
  readonly fields: readonly SelectedField[];
  /** Point in RD: the documents nearest to it come first. */
  readonly near: { readonly x: number; readonly y: number } | undefined;
}

/**
 * Reads the parameters that all services have. `everything` lists the fields that `*` in `fl` selects; for one object
 * these include its geometry, which programs such as PDOK's plug-in for QGIS read.
 */
function readRequest(query: QueryValues, defaultFl: string, everything = "*"): PageRequest {
  const format = textOf(query, "wt") ?? "json";
  if (format !== "json") {
    throw badRequest(`not supported: wt=${format}`);
  }
  const [lat, lon] = [numberOf(query, "lat"), numberOf(query, "lon")];
  const near = lat === undefined || lon === undefined ? undefined : wgs84ToRd(lat, lon);
  const named = spacedListOf(query, "fl");
  const fl = named.flatMap((name) => (name === "*" ? everything.split(",") : name));
  return {
    rows: countOf(query, "rows", { default: 10, max: MAX_ROWS }),
    start: countOf(query, "start", { default: 0, max: MAX_START }),
    fields: selectFields(fl.length === 0 ? defaultFl.split(",") : fl),
    near: near !== undefined && Number.isFinite(near.x) ? near : undefined,
  };
}

/** Returns the words and conditions of all `q` and `fq`. */
function readQuery(query: QueryValues): SolrQuery {
  const text = (query.get("q") ?? []).join(" ");
  const asked = parseSolr(text);
  const field = textOf(query, "df") ?? "tekst";
  const isOneWord = /^\S+$/.test(asked.line) && asked.conditions.length === 0;
  const ofQ =
    isOneWord && field !== "tekst" && /^[a-z_]+$/.test(field) ? parseSolr(`${field}:(${text})`) : asked;
  const filters = readFilters(query, DEFAULT_FILTERS);
  const joined = joinQueries([ofQ, ...filters]);
  const words = joined.line === "" ? textOfFilters(joined) : joined.line;
  // A single word that is too short for the search finds nothing.
  const line = words === "" ? "" : toLine(words);
  return line === undefined
    ? { line: "", conditions: [{ field: "type", values: [] }] }
    : { line, conditions: joined.conditions };
}

/** Returns the words of `fq`, which are the line of a query without words in `q`. */
function textOfFilters({ conditions }: SolrQuery): string {
  const ofText = conditions.filter(({ field }) => field === TEXT_FIELD);
  return ofText.map(({ values }) => values.map(({ text }) => text).join(" ")).join(" ");
}

/** Most different `fq` of a request. */
const MAX_FILTERS = 32;

function readFilters(query: QueryValues, defaults: readonly SolrQuery[]): readonly SolrQuery[] {
  const filters = valuesOf(query, "fq");
  if (filters !== undefined && filters.length > MAX_FILTERS) {
    throw badRequest(`not supported: more than ${MAX_FILTERS} fq`);
  }
  return filters?.map(parseFilter) ?? defaults;
}

interface Listed {
  readonly total: number;
  readonly documents: readonly LocatieDocument[];
  /** Metres to each document; only for `reverse`. */
  readonly distances?: readonly number[];
}

/** Documents that are sorted by distance, when a point is given. */
const MAX_SORTED = 100;

function listDocuments(found: Counted<LocatieDocument>, { rows, start, near }: PageRequest): Listed {
  if (near === undefined || start + rows > MAX_SORTED) {
    return { total: found.count, documents: found.list(start, rows) };
  }
  const distanceOf = (document: LocatieDocument) => {
    const { position } = document;
    return position === undefined
      ? Number.POSITIVE_INFINITY
      : Math.hypot(position.rd_x - near.x, position.rd_y - near.y);
  };
  const sorted = found
    .list(0, MAX_SORTED)
    .map((document) => ({ document, distance: distanceOf(document) }))
    .sort((a, b) => (a.distance === b.distance ? 0 : a.distance - b.distance))
    .map(({ document }) => document);
  return { total: found.count, documents: sorted.slice(start, start + rows) };
}

/** Longest line of a kept list: prefixes of a few letters cost most, and everybody types the same ones first. */
const MAX_KEPT_LINE = 12;
/** Longest key of a kept list: the line, its conditions and the page. */
const MAX_KEPT_KEY = 400;
/** Kept lists of a snapshot, of a kilobyte each: four megabytes in each thread. */
const MAX_KEPT = 4_096;

/** List in the cache: the found keys, without the records of addresses. */
interface KeptList {
  readonly total: number;
  readonly keys: readonly FoundKey[];
}

const keptListsOf = memoizePerObject((_: Snapshot) => new BoundedMap<string, KeptList>(MAX_KEPT));

/** Lists the documents of a line that is being typed. Caches the results of short lines, as autocomplete does. */
function listWhileTyping(s: Snapshot, asked: SolrQuery, request: PageRequest): Listed {
  const find = () => listDocuments(findDocuments(s, { ...asked, isTyping: true }), request);
  const { rows, start, near } = request;
  const key = asked.line.length > MAX_KEPT_LINE ? "" : JSON.stringify([asked, rows, start, near]);
  if (key === "" || key.length > MAX_KEPT_KEY) {
    return find();
  }
  const { total, keys } = memoize(keptListsOf(s), key, () => {
    const { total: count, documents } = find();
    return { total: count, keys: documents.map(({ found }) => toFoundKey(found)) };
  });
  return { total, documents: keys.map((each) => new LocatieDocument(s, readFound(s, each))) };
}

/** Score of the first document; the next ones have less and less. */
const FIRST_SCORE = 10;

function scoreAt(rank: number): number {
  return Math.round((FIRST_SCORE / (1 + rank / 10)) * 1e6) / 1e6;
}

function toResponse({ total, documents, distances }: Listed, { start, fields }: PageRequest) {
  return {
    numFound: total,
    start,
    maxScore: total === 0 ? 0 : FIRST_SCORE,
    numFoundExact: true,
    docs: documents.map((document, i) => {
      const afstand = distances === undefined ? {} : { afstand: Math.round(distances[i]! * 100) / 100 };
      return toFields(document, fields, { score: scoreAt(start + i), ...afstand });
    }),
  };
}

function toAnswer(body: unknown): InterfaceAnswer {
  return { contentType: "application/json", body: JSON.stringify(body) };
}
