/** From streets that fit to the groups of their addresses that fit too. */
import { listNumberOfStreet, type NumberRow } from "../registry/street-numbers.ts";
import { type Fit, fitOf, meansGround } from "./designation.ts";
import { editDistance } from "./edit-distance.ts";
import { type Entry, GROUPS, type Group, type Match } from "./entry.ts";
import type { Query } from "./query.ts";
import type { Reading } from "./read-line.ts";
import { scoreOf } from "./score.ts";

/** Groups by what they hold, each once with its best score. */
export type Collected = Map<number | string, Entry>;

export interface StreetMatch {
  readonly street: number;
  readonly match: Match;
}

interface Wanted {
  readonly reading: Reading;
  /** Only these addresses. */
  readonly rows: readonly NumberRow[] | undefined;
  readonly postcodeEdits?: number;
  readonly otherDesignation?: true;
  readonly beginnings?: true;
}

/** Adds what the streets have of the reading's number; all of the street when it has none. */
export function addEntries(
  query: Query,
  collected: Collected,
  matches: readonly StreetMatch[],
  wanted: Wanted,
): void {
  const { number } = wanted.reading;
  for (const found of matches) {
    const { street } = found;
    const add = (group: Group, count: number, more: More = {}) =>
      addEntry(query, collected, found, { ...more, group, count, number });
    if (wanted.rows !== undefined || wanted.postcodeEdits !== undefined) {
      addRows(rowsOf(query, street, wanted), wanted, add);
    } else if (number === undefined) {
      add("all", query.index.addressCount(street));
    } else {
      addNumber(query, street, wanted, add);
    }
  }
}

/** What the index counts at the number; only a designation that may fit costs a read. */
function addNumber(query: Query, street: number, wanted: Wanted, add: Add): void {
  const { number, designation, endsWith } = wanted.reading;
  const counts = query.index.countsOf(street, number!);
  if (counts !== undefined && designation === "") {
    if (counts.plain > 0) add("plain", counts.plain);
    if (counts.others > 0) add("others", counts.others);
  } else if (
    counts !== undefined &&
    (counts.others > 0 || wanted.otherDesignation || meansGround(designation))
  ) {
    addRows(listNumberOfStreet(query.snapshot, query.index.keyOf(street), number!), wanted, add);
  }
  if (query.isTyping && endsWith === "number") {
    const longer = countLonger(query, street, number!);
    if (longer > 0) add("longer", longer);
  }
}

interface More {
  readonly ids?: readonly number[];
  readonly fit?: Fit | "other";
  readonly postcodeEdits?: number;
}
type Add = (group: Group, count: number, more?: More) => void;

function rowsOf(query: Query, street: number, { rows, reading }: Wanted): readonly NumberRow[] {
  const key = query.index.keyOf(street);
  if (rows === undefined) {
    if (query.index.countsOf(street, reading.number!) === undefined) return [];
    return listNumberOfStreet(query.snapshot, key, reading.number!);
  }
  return rows.filter(
    (row) => row.openbare_ruimte_id === key.openbareRuimteId && row.woonplaats_id === key.woonplaatsId,
  );
}

/** One group for each way the rows fit the designation and the postcode typed. */
function addRows(rows: readonly NumberRow[], wanted: Wanted, add: Add): void {
  const { reading, postcodeEdits: allowed = 0 } = wanted;
  const typed = reading.postcode ?? reading.brokenPostcode;
  const groups = new Map<
    string,
    { ids: number[]; fit: Fit | "other" | undefined; edits: number | undefined }
  >();
  for (const row of rows) {
    const edits = typed === undefined ? undefined : postcodeEdits(typed, row.postcode);
    if ((edits ?? 0) > allowed) continue;
    const fit = reading.number === undefined ? undefined : fitOfRow(row, wanted);
    if (fit === null) continue;
    const key = `${edits} ${fit}`;
    const group = groups.get(key) ?? { ids: [], fit, edits };
    group.ids.push(row.fid);
    groups.set(key, group);
  }
  for (const { ids, fit, edits } of groups.values()) {
    add("rows", ids.length, {
      ids,
      ...(fit === undefined ? {} : { fit }),
      ...(edits === undefined ? {} : { postcodeEdits: edits }),
    });
  }
}

/** Edits as far as they matter; an address without a postcode differs in all of it. */
function postcodeEdits(typed: string, postcode: string | null): number {
  return postcode === null ? typed.length : editDistance(typed, postcode, 2);
}

/** `null` for an address that is not meant. */
function fitOfRow(row: NumberRow, { reading, otherDesignation, beginnings }: Wanted): Fit | "other" | null {
  const isPrefix = beginnings === true && reading.endsWith === "designation";
  return fitOf(reading.designation, row, isPrefix) ?? (otherDesignation ? "other" : null);
}

interface FoundGroup extends More {
  readonly group: Group;
  readonly count: number;
  readonly number: number | undefined;
}

/** Hot: thousands of streets may have a common name. */
function addEntry(
  { index }: Query,
  collected: Collected,
  { street, match: base }: StreetMatch,
  found: FoundGroup,
): void {
  const { group, count, number, ids, fit, postcodeEdits } = found;
  const match = fit === undefined && postcodeEdits === undefined ? base : { ...base, fit, postcodeEdits };
  const score = scoreOf({ street, group, match }, index);
  const key = ids === undefined ? groupKey(street, group, number ?? 0) : `${ids[0]}`;
  const known = collected.get(key);
  if (known === undefined || known.score < score) {
    collected.set(key, { street, group, count, number, ids, match, score });
  }
}

const MAX_NUMBER = 100_000;

function groupKey(street: number, group: Group, number: number): number {
  return (street * GROUPS.length + GROUPS.indexOf(group)) * MAX_NUMBER + number;
}

function countLonger(query: Query, street: number, number: number): number {
  let total = 0;
  for (const { number: other, plain, others } of query.index.numbersOf(street)) {
    if (isLonger(other, number)) total += plain + others;
  }
  return total;
}

/** Whether typing `number` may become `other`: 12 and 120 or 1234. */
export function isLonger(other: number, number: number): boolean {
  let rest = other;
  while (rest > number) rest = Math.floor(rest / 10);
  return rest === number && other !== number;
}
