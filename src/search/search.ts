/** Free-text search: reads the line, collects what fits, ranks it and reads one page. */
import type { AdresOptions } from "../registry/adressen.ts";
import { type Page, type PageRequest, pageOffset } from "../registry/page.ts";
import type { AdresRecord } from "../registry/records.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { readAdressen } from "../registry/street-numbers.ts";
import { collect } from "./collect.ts";
import { COLLECTORS, type Collector } from "./collectors.ts";
import type { Entry } from "./entry.ts";
import { idsOfPage, totalOf } from "./page-of-entries.ts";
import { searchAreas, searchPostcodeArea } from "./postcode-area.ts";
import { type Query, queryOf } from "./query.ts";
import { rank } from "./rank.ts";
import { createTrace, describeBest, type Trace } from "./trace.ts";

/** Everything that the first successful collector finds for a line. */
export interface Findings {
  /** Best first. */
  readonly entries: readonly Entry[];
  /** Only when asked for. */
  readonly trace: Trace | undefined;
}

interface FindOptions {
  readonly collectors?: readonly Collector[];
  /** Number of first entries that must be in order; all when absent. */
  readonly most?: number;
  readonly explain?: boolean;
}

/** Tries the collectors in order until one finds something. */
export function find(
  query: Query,
  { collectors = COLLECTORS, most, explain = false }: FindOptions = {},
): Findings {
  const trace = explain ? createTrace(query.isPoBox, query.readings) : undefined;
  if (query.readings.length === 0) return { entries: [], trace };
  for (const collector of collectors) {
    const entries = rank(query, collect(query, collector), most);
    trace?.collectors.push({ name: collector.name, found: totalOf(entries) });
    if (entries.length === 0) continue;
    if (trace !== undefined) trace.best = describeBest(query.index, entries);
    return { entries, trace };
  }
  return { entries: [], trace };
}

export interface SearchOptions extends AdresOptions {
  /** Adds the trace of how the line was read and scored. */
  readonly explain?: boolean | undefined;
}

export interface SearchPage extends Page<AdresRecord> {
  readonly explain?: Trace;
}

/** Returns the addresses that satisfy every part read from the line, best first; `total` counts all of them. */
export function searchAdressen(
  snapshot: Snapshot,
  line: string,
  request: PageRequest,
  options: SearchOptions = {},
): SearchPage {
  const area = searchPostcodeArea(snapshot, line, request, options);
  if (area !== undefined) return area;
  const query = queryOf(snapshot, line);
  const stretch = { offset: pageOffset(request), limit: request.perPage };
  // Every entry holds at least one address.
  const most = stretch.offset + stretch.limit;
  const { entries, trace } = find(query, { most, explain: options.explain ?? false });
  const areas = entries.length === 0 ? searchAreas(snapshot, line, request, options) : undefined;
  if (areas !== undefined) return areas;
  const ids = idsOfPage(query, entries, stretch);
  const page = { rows: readAdressen(snapshot, ids, options), total: totalOf(entries) };
  return trace === undefined ? page : { ...page, explain: trace };
}
