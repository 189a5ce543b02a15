/** From streets that fit to the groups of their addresses that fit too. */
import { listNumberOfStreet, type NumberRow } from "../registry/street-numbers.ts";
import type { Collected } from "./collected.ts";
import type { Allowance } from "./collectors.ts";
import type { Fit } from "./designation.ts";
import { designationKey } from "./designation-key.ts";
import { editDistance } from "./edit-distance.ts";
import type { Found, Match } from "./entry.ts";
import type { NumberBlock } from "./house-numbers.ts";
import type { Query } from "./query.ts";
import { bestScoreOf, scoreOf } from "./score.ts";

export interface StreetMatch {
  readonly street: number;
  readonly match: Match;
}

interface Wanted extends Pick<Allowance, "postcodeEdits" | "otherDesignation"> {
  /** Only these addresses. */
  readonly rows: readonly NumberRow[] | undefined;
}

/** Adds what the streets have of their reading's number; all of the street when it has none. Hot: thousands have a common name. */
export function addEntries(
  query: Query,
  collected: Collected,
  matches: readonly StreetMatch[],
  wanted: Wanted,
): void {
  for (const { street, match } of matches) {
    const add = (found: Found) => {
      const score = scoreOf({ ...found, street, match }, query.index);
      if (collected.hasRoomFor(score)) collected.add({ ...found, street, match, score });
    };
    if (wanted.rows !== undefined || wanted.postcodeEdits !== undefined) {
      groupRows(rowsOf(query, street, match, wanted), match, wanted).forEach(add);
    } else if (!query.isTyping || collected.hasRoomFor(bestScoreOf(street, match, query.index))) {
      addStreet(query, { street, match }, wanted, add);
    }
  }
}

type Add = (found: Found) => void;

function addStreet(query: Query, { street, match }: StreetMatch, wanted: Wanted, add: Add): void {
  const { number } = match.reading;
  if (number === undefined) {
    add({ group: "all", count: query.index.addressCount(street) });
    return;
  }
  const block = query.index.findNumber(street, number);
  if (block !== undefined) addNumber(query, match, { block, ...wanted }, add);
  if (query.isTyping && match.reading.endsWith === "number") addLonger(query, street, number, add);
}

function addLonger({ index }: Query, street: number, number: number, add: Add): void {
  const count = index.countLonger(street, number);
  if (count > 0) add({ group: "longer", count });
}

/** What the index counts at the number, for each way in which it fits the designation. Nothing is read. */
function addNumber(
  { index }: Query,
  { designation }: Match,
  { block, otherDesignation }: Wanted & { block: NumberBlock },
  add: Add,
): void {
  const addFit = (fit: Fit, count: number) => {
    if (count > 0 && (fit !== "other" || otherDesignation)) add({ group: "number", fit, count });
  };
  if (designation.typed === "" || block.others === 0) {
    addFit(designation.fitOf(""), block.plain);
    addFit("part", block.others);
    return;
  }
  const counts = new Map<Fit, number>([[designation.fitOf(""), block.plain]]);
  for (const { key, count } of index.designationsIn(block)) {
    const fit = designation.fitOf(key);
    counts.set(fit, (counts.get(fit) ?? 0) + count);
  }
  for (const [fit, count] of counts) addFit(fit, count);
}

function rowsOf(query: Query, street: number, { reading }: Match, { rows }: Wanted): readonly NumberRow[] {
  const key = query.index.keyOf(street);
  if (rows === undefined) {
    if (query.index.findNumber(street, reading.number!) === undefined) return [];
    return listNumberOfStreet(query.snapshot, key, reading.number!);
  }
  return rows.filter(
    (row) => row.openbare_ruimte_id === key.openbareRuimteId && row.woonplaats_id === key.woonplaatsId,
  );
}

/** One group for each way the rows fit the designation and the postcode typed. */
function groupRows(
  rows: readonly NumberRow[],
  { reading, designation }: Match,
  { postcodeEdits: allowed = 0, otherDesignation }: Wanted,
): Found[] {
  const typed = reading.postcode ?? reading.brokenPostcode;
  const groups = new Map<string, Found & { ids: number[] }>();
  for (const { fid, volgorde, postcode } of rows) {
    const postcodeEdits = typed === undefined ? undefined : editsBetween(typed, postcode);
    if ((postcodeEdits ?? 0) > allowed) continue;
    const fit = reading.number === undefined ? undefined : designation.fitOf(designationKey(volgorde));
    if (fit === "other" && !otherDesignation) continue;
    const key = `${postcodeEdits} ${fit}`;
    const group = groups.get(key) ?? { group: "rows", count: 0, fit, postcodeEdits, ids: [] };
    group.ids.push(fid);
    groups.set(key, group);
  }
  return Array.from(groups.values(), (group) => ({ ...group, count: group.ids.length }));
}

/** Edits as far as they matter; an address without a postcode differs in all of it. */
function editsBetween(typed: string, postcode: string | null): number {
  return postcode === null ? typed.length : editDistance(typed, postcode, 2);
}
