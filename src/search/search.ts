/** Free-text search: parses the line, collects candidates, ranks them and reads one page. */

import type { PlanarPoint } from "../geo/geometry.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { FormerAdres } from "../registry/history/former-adressen.ts";
import { type Page, pageOffset } from "../registry/index/page.ts";
import { readAdressen } from "../registry/read/adres-record.ts";
import type { AdresPageRequest } from "../registry/read/adressen.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { isExact } from "./certain-answer.ts";
import { mayLackDesignation } from "./former.ts";
import { listFormerOfQuery } from "./former-line.ts";
import type { Budget } from "./index/edit-distance.ts";
import type { Candidate } from "./match/candidate.ts";
import { countAddresses, listPageIds } from "./match/candidate-addresses.ts";
import { collect } from "./match/collect.ts";
import { COLLECTORS, type Collector } from "./match/collectors.ts";
import { createQuery, type Query } from "./match/query.ts";
import { rank } from "./match/rank.ts";
import { searchAreas, searchPostcodeArea } from "./postcode-area.ts";
import { createTrace, describeBest, type Trace } from "./trace.ts";

/** Everything that the first successful collector finds for a line. */
interface SearchResult {
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** Only when asked for. */
  readonly trace: Trace | undefined;
}

interface FindOptions {
  readonly collectors?: readonly Collector[];
  /** Number of first candidates that must be in order; all when absent. */
  readonly sortedCount?: number;
  readonly explain?: boolean;
}

/** Tries the collectors in order until one finds something. */
export function findCandidates(
  query: Query,
  { collectors = COLLECTORS, sortedCount, explain = false }: FindOptions = {},
): SearchResult {
  const trace = explain ? createTrace(query.isPoBox, query.interpretations) : undefined;
  if (query.interpretations.length === 0) {
    return { candidates: [], trace };
  }
  for (const collector of collectors) {
    const candidates = rank(query, collect(query, collector), sortedCount);
    trace?.collectors.push({ name: collector.name, found: countAddresses(candidates) });
    if (candidates.length === 0) {
      continue;
    }
    if (trace !== undefined) {
      trace.best = describeBest(query, candidates);
    }
    return { candidates, trace };
  }
  return { candidates: [], trace };
}

interface SearchRequest extends AdresPageRequest {
  /** Adds the trace of how the line was parsed and scored. */
  readonly explain?: boolean | undefined;
  /** Pays for the search; a new one when absent. */
  readonly budget?: Budget | undefined;
  /** Position in RD; of addresses that fit equally well, those in places near it come first. */
  readonly near?: PlanarPoint | undefined;
  /** Adds the former addresses that the line names, unless an address of today is as the line says. */
  readonly former?: boolean;
}

interface SearchPage extends Page<AdresRecord> {
  readonly explain?: Trace;
  /** Absent when there are none. */
  readonly former?: readonly FormerAdres[];
}

/** Returns the addresses that satisfy every part of the line, best first; `total` counts all of them. */
export function searchAdressen(snapshot: Snapshot, line: string, request: SearchRequest): SearchPage {
  const area = searchPostcodeArea(snapshot, line, request);
  if (area !== undefined) {
    return area;
  }
  const { explain = false, budget, near } = request;
  const query = createQuery(snapshot, line, { budget, near });
  const slice = { offset: pageOffset(request), limit: request.perPage };
  // Every candidate holds at least one address.
  const sortedCount = slice.offset + slice.limit;
  const { candidates, trace } = findCandidates(query, { sortedCount, explain });
  const areas = candidates.length === 0 ? searchAreas(snapshot, line, request) : undefined;
  if (areas !== undefined) {
    return areas;
  }
  const ids = listPageIds(query, candidates, slice);
  const page = { rows: readAdressen(snapshot, ids, request), total: countAddresses(candidates) };
  const isFound = candidates.some((each) => isExact(each) && !mayLackDesignation(each));
  const former = request.former && !isFound ? listFormerOfQuery(query) : [];
  return {
    ...page,
    ...(trace !== undefined && { explain: trace }),
    ...(former.length > 0 && { former }),
  };
}
