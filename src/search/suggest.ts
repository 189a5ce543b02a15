/** Autocomplete: suggests addresses for a line that is still being typed. */
import type { AdresRecord } from "../registry/records.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { readAdressen } from "../registry/street-numbers.ts";
import { cachedSuggestions } from "./begun-lines.ts";
import { TYPING_COLLECTORS } from "./collectors.ts";
import type { Entry } from "./entry.ts";
import { idsOf, idsOfPage } from "./page-of-entries.ts";
import { suggestAreas, suggestPostcodeArea } from "./postcode-area.ts";
import { type Query, queryOf } from "./query.ts";
import { find } from "./search.ts";

/** Returns at most `limit` addresses, best first. Without a number typed: one for each street, then more of them. */
export function suggestAdressen(snapshot: Snapshot, line: string, limit: number): AdresRecord[] {
  const ofPostcodes = suggestPostcodeArea(snapshot, line, limit);
  if (ofPostcodes.length > 0) return ofPostcodes;
  const ids = cachedSuggestions(snapshot, { line, limit }, () => findBegun(snapshot, line, limit));
  return ids.length === 0 ? suggestAreas(snapshot, line, limit) : readAdressen(snapshot, ids);
}

function findBegun(snapshot: Snapshot, line: string, limit: number): number[] {
  const query = queryOf(snapshot, line, { isTyping: true });
  const { entries } = find(query, { collectors: TYPING_COLLECTORS });
  const hasStreets = entries.some(({ group }) => group === "all");
  const ids = hasStreets ? oneOfEach(query, entries, limit) : idsOfPage(query, entries, { offset: 0, limit });
  return [...new Set(ids)];
}

/** Returns the first address of each group, then the rest of the groups in order. */
function oneOfEach(query: Query, entries: readonly Entry[], limit: number): number[] {
  const ids = new Set<number>();
  for (const entry of entries) {
    if (ids.size === limit) break;
    for (const id of idsOf(query, entry, { offset: 0, limit: 1 })) ids.add(id);
  }
  for (const entry of entries) {
    if (ids.size >= limit) break;
    const more = idsOf(query, entry, { offset: 1, limit: limit - ids.size });
    for (const id of more) ids.add(id);
  }
  return [...ids].slice(0, limit);
}
