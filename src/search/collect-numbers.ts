/** Collects the groups of addresses that fit, from streets that fit. */
import { listNumberOfPostcodes, listNumberOfStreet, type NumberRow } from "../registry/street-numbers.ts";
import type { Collected } from "./collected.ts";
import type { Allowance } from "./collectors.ts";
import { type Fit, hasLetters } from "./designation.ts";
import { designationKey } from "./designation-key.ts";
import { editDistance } from "./edit-distance.ts";
import type { Found, Match } from "./entry.ts";
import type { NumberBlock } from "./house-numbers.ts";
import { postcodesNear } from "./near-postcodes.ts";
import type { Query } from "./query.ts";
import type { Reading } from "./read-line.ts";
import { bestScoreOf, scoreOf } from "./score.ts";
import type { StreetIndex } from "./street-index.ts";

interface Wanted extends Pick<Allowance, "otherPostcode" | "otherDesignation"> {
  /** Addresses to choose from; all when `undefined`. */
  readonly rows: readonly NumberRow[] | undefined;
}

type Add = (found: Found) => void;

/**
 * Returns a function that adds a street's addresses at the reading's number, or all of them without one. Hot:
 * thousands of streets share a common name.
 */
export function entryAdder(
  query: Query,
  collected: Collected,
  wanted: Wanted,
): (street: number, match: Match) => void {
  const { index, isTyping } = query;
  return (street, match) => {
    const add = (found: Found) => {
      const entry = { ...found, street, match, score: 0 };
      entry.score = scoreOf(entry, index);
      if (collected.hasRoomFor(entry.score)) collected.add(entry);
    };
    if (wanted.rows !== undefined) {
      groupRows(query, street, ofStreet(query, street, wanted.rows), { match, wanted }).forEach(add);
    } else if (wanted.otherPostcode !== undefined) {
      addOtherPostcode(query, street, match, wanted, add);
    } else if (!isTyping || collected.hasRoomFor(bestScoreOf(street, match, index))) {
      addStreet(query, street, match, wanted, add);
    }
  };
}

function addStreet(query: Query, street: number, match: Match, wanted: Wanted, add: Add): void {
  const { number } = match.reading;
  if (number === undefined) {
    add({ group: "all", count: query.index.addressCount(street) });
    return;
  }
  const block = blockAt(query, street, number);
  if (block !== undefined) addNumber(query, match, { block, wanted }, add);
  if (query.isTyping && match.reading.endsWith === "number") addLonger(query, street, number, add);
}

/** Returns the block of a number, cached for lines of many readings: those share numbers and most streets. */
function blockAt(
  { index, readings, blocks }: Query,
  street: number,
  number: number,
): NumberBlock | undefined {
  if (readings.length <= FEW_READINGS) return index.findNumber(street, number);
  const known = blocks.get(number) ?? new Map<number, NumberBlock | undefined>();
  blocks.set(number, known);
  if (known.has(street)) return known.get(street);
  const block = index.findNumber(street, number);
  known.set(street, block);
  return block;
}

const FEW_READINGS = 8;

function addLonger({ index }: Query, street: number, number: number, add: Add): void {
  const count = index.countLonger(street, number);
  if (count > 0) add({ group: "longer", count });
}

/** Adds a group for each fit of the designation at the number, with its count in the index. Reads no address. */
function addNumber(
  { index }: Query,
  { designation }: Match,
  { block, wanted }: { block: NumberBlock; wanted: Wanted },
  add: Add,
): void {
  let isLettered = false;
  const addFit = (fit: Fit, count: number) => {
    if (count > 0 && (fit !== "other" || wanted.otherDesignation))
      add({ group: "number", fit, count, isLettered });
  };
  if (designation.typed === "" || block.others === 0) {
    addFit(designation.fitOf(""), block.plain);
    addFit("part", block.others);
    return;
  }
  const others = index.designationsIn(block);
  isLettered = hasLetters(others.map(({ key }) => key));
  const counts = new Map<Fit, number>([[designation.fitOf("", isLettered), block.plain]]);
  for (const { key, count } of others) {
    const fit = designation.fitOf(key, isLettered);
    counts.set(fit, (counts.get(fit) ?? 0) + count);
  }
  for (const [fit, count] of counts) addFit(fit, count);
}

function ofStreet({ index }: Query, street: number, rows: readonly NumberRow[]): NumberRow[] {
  const { openbareRuimteId, woonplaatsId } = index.keyOf(street);
  return rows.filter(
    (row) => row.openbare_ruimte_id === openbareRuimteId && row.woonplaats_id === woonplaatsId,
  );
}

/** Adds addresses with another postcode; reads only streets that have a postcode near the one typed. */
function addOtherPostcode(query: Query, street: number, match: Match, wanted: Wanted, add: Add): void {
  const { snapshot, index } = query;
  const key = index.keyOf(street);
  const near = ofStreet(query, street, rowsNear(query, match.reading).get(key.openbareRuimteId) ?? []);
  if (wanted.otherPostcode === "near") groupRows(query, street, near, { match, wanted }).forEach(add);
  else if (near.length > 0) {
    const rows = listNumberOfStreet(snapshot, key, match.reading.number!);
    groupRows(query, street, rows, { match, wanted }).forEach(add);
  } else {
    const block = index.findNumber(street, match.reading.number!);
    const addFar = (found: Found) => add({ ...found, postcodeEdits: FAR });
    if (block !== undefined) addNumber(query, match, { block, wanted }, addFar);
  }
}

/** Cap of postcode edits; more make no difference. */
const FAR = 3;

/** Returns the addresses at the reading's number with its postcode or a near one, by openbare ruimte. */
function rowsNear({ snapshot, nearPostcodes }: Query, reading: Reading) {
  const typed = postcodeOf(reading)!;
  const key = `${typed} ${reading.number}`;
  let rows = nearPostcodes.get(key);
  if (rows === undefined) {
    const found = listNumberOfPostcodes(snapshot, [typed, ...postcodesNear(typed)], reading.number!);
    rows = Map.groupBy(found, ({ openbare_ruimte_id }) => openbare_ruimte_id);
    nearPostcodes.set(key, rows);
  }
  return rows;
}

function postcodeOf({ postcode, brokenPostcode }: Reading): string | undefined {
  return postcode ?? brokenPostcode;
}

/** Returns one group for each fit of the designation and number of postcode edits. */
function groupRows(
  { index }: Query,
  street: number,
  rows: readonly NumberRow[],
  { match: { reading, designation }, wanted }: { match: Match; wanted: Wanted },
): Found[] {
  const { otherPostcode, otherDesignation } = wanted;
  const typed = postcodeOf(reading);
  const isLettered = designation.typed !== "" && isLetteredAt(index, street, reading.number!);
  const groups = new Map<string, Found & { ids: number[] }>();
  for (const { fid, volgorde, postcode } of rows) {
    const postcodeEdits = typed === undefined ? undefined : editsBetween(typed, postcode);
    if ((postcodeEdits ?? 0) > 0 && otherPostcode === undefined) continue;
    const fit =
      reading.number === undefined ? undefined : designation.fitOf(designationKey(volgorde), isLettered);
    if (fit === "other" && !otherDesignation) continue;
    const key = `${postcodeEdits} ${fit}`;
    const group = groups.get(key) ?? { group: "rows", count: 0, fit, postcodeEdits, ids: [] };
    group.ids.push(fid);
    groups.set(key, group);
  }
  return Array.from(groups.values(), (group) => ({ ...group, count: group.ids.length }));
}

/** Returns hasLetters for all addresses of the number, whatever their postcode. */
function isLetteredAt(index: StreetIndex, street: number, number: number): boolean {
  const block = index.findNumber(street, number);
  return block !== undefined && hasLetters(index.designationsIn(block).map(({ key }) => key));
}

/** Returns the edits between postcodes, at most FAR; FAR for an address without a postcode. */
function editsBetween(typed: string, postcode: string | null): number {
  return postcode === null ? FAR : editDistance(typed, postcode, FAR - 1);
}
