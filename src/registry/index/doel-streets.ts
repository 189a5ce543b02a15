/** Pages of addresses with a gebruiksdoel in list order: street name, woonplaats, number, id. */

import type { Snapshot } from "../file/snapshot.ts";
import { SAME_NAME } from "../schema/counting-schema.ts";
import type { DoelSelection } from "../schema/doel-selection.ts";
import { compareKeys } from "../schema/name-key.ts";
import { GEBRUIKSDOELEN } from "../schema/object-types.ts";
import { type Page, type PageRequest, pageOffset } from "./page.ts";
import { type StreetList, streetListOf } from "./street-list.ts";

/**
 * Returns a page of keys of `adres`. Sums the counts of all streets for every page (0.3 ms for the country), then reads
 * the addresses of the page's own streets.
 */
export function readPageByStreet(s: Snapshot, selection: DoelSelection, request: PageRequest): Page<number> {
  const list = streetListOf(s);
  const isSelected = toSelectionFlags(selection);
  const offset = pageOffset(request);
  const { total, at, before } = findStart(list, { doel: selection.doel, isSelected, offset });
  const rows: number[] = [];
  let skip = offset - before;
  for (
    let i = at;
    i < list.woonplaatsen.length && rows.length < request.perPage;
    i = nextNameStart(list, i)
  ) {
    if (!isSelected[list.woonplaatsen[i]! & ~SAME_NAME]) {
      continue;
    }
    const ids = listIdsOfName(s, list, { from: i, doel: selection.doel });
    rows.push(...ids.slice(skip, skip + request.perPage - rows.length));
    skip = 0;
  }
  return { rows, total };
}

/** Returns 1 for each selected woonplaats, indexed by key. */
function toSelectionFlags({ woonplaatsen }: DoelSelection): Uint8Array {
  const isSelected = new Uint8Array(SAME_NAME);
  if (woonplaatsen === undefined) {
    return isSelected.fill(1);
  }
  for (const id of woonplaatsen) {
    isSelected[id] = 1;
  }
  return isSelected;
}

/**
 * Returns the first entry (`at`) of the street name that the row at `offset` belongs to, and the number of rows before
 * that entry; the end of the list when there is no such row. `total` counts all selected rows.
 */
function findStart(
  { woonplaatsen, countsByDoel }: StreetList,
  { doel, isSelected, offset }: { doel: number; isSelected: Uint8Array; offset: number },
): { total: number; at: number; before: number } {
  const counts = countsByDoel[doel]!;
  let total = 0;
  let nameAt = 0;
  let nameBefore = 0;
  let found: { at: number; before: number } | undefined;
  for (let i = 0; i < woonplaatsen.length; i++) {
    const woonplaats = woonplaatsen[i]!;
    if (!isSelected[woonplaats & ~SAME_NAME]) {
      continue;
    }
    if (!(woonplaats & SAME_NAME)) {
      nameAt = i;
      nameBefore = total;
    }
    total += counts[i]!;
    if (found === undefined && total > offset) {
      found = { at: nameAt, before: nameBefore };
    }
  }
  return { total, ...(found ?? { at: woonplaatsen.length, before: total }) };
}

/** Returns the position of the next entry without SAME_NAME: the start of the next list of addresses. */
function nextNameStart({ woonplaatsen }: StreetList, from: number): number {
  let i = from + 1;
  while (i < woonplaatsen.length && woonplaatsen[i]! & SAME_NAME) {
    i++;
  }
  return i;
}

interface StreetRow {
  fid: number;
  woonplaats_id: number;
  gebruiksdoel: string | null;
  sort_key: string;
}

const OF_STREET = `SELECT fid, woonplaats_id, gebruiksdoel, sort_key FROM adres WHERE openbare_ruimte_id = ?
  ORDER BY sort_key, fid`;

/** Lists the addresses with the gebruiksdoel on the streets of one name in one woonplaats: nearly always one street. */
function listIdsOfName(
  s: Snapshot,
  list: StreetList,
  { from, doel }: { from: number; doel: number },
): number[] {
  const woonplaats = list.woonplaatsen[from]! & ~SAME_NAME;
  const gebruiksdoel = GEBRUIKSDOELEN[doel]!;
  const end = nextNameStart(list, from);
  const addresses: StreetRow[] = [];
  for (let i = from; i < end; i++) {
    if (list.countsByDoel[doel]![i] === 0) {
      continue;
    }
    for (const row of s.statement<StreetRow>(OF_STREET).all(list.openbareRuimten[i]!)) {
      if (row.woonplaats_id === woonplaats && row.gebruiksdoel?.includes(gebruiksdoel)) {
        addresses.push(row);
      }
    }
  }
  if (end > from + 1) {
    addresses.sort((a, b) => compareKeys(a.sort_key, b.sort_key) || a.fid - b.fid);
  }
  return addresses.map(({ fid }) => fid);
}
