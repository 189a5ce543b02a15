/** From readings of a line to groups of addresses: each collector tries all readings. */
import { listNumberOfArea, listOfPostcode, type NumberRow } from "../registry/street-numbers.ts";
import { entryAdder } from "./collect-numbers.ts";
import { Collected } from "./collected.ts";
import type { Allowance, Collector } from "./collectors.ts";
import type { Entry } from "./entry.ts";
import { matchStreets } from "./match-streets.ts";
import { literalKey } from "./normalize.ts";
import type { Query } from "./query.ts";
import type { Reading } from "./read-line.ts";
import type { Split } from "./split-words.ts";

/** What one collector finds, unsorted, each group once. */
export function collect(query: Query, collector: Collector): Entry[] {
  const collected = new Collected(query.isTyping ? MAX_SUGGESTIONS : undefined);
  for (const allowance of collector.allowances) {
    const found = new Set<number | undefined>();
    let tier = 0;
    for (const [i, reading] of query.readings.entries()) {
      if (reading.tier > tier && collected.size > 0) break;
      tier = reading.tier;
      // Readings come with the longest designation first: words that explain something are not left over.
      if (allowance.leftover && found.has(reading.number)) continue;
      const stripped = query.stripped[i];
      const before = collected.size;
      for (const way of isExact(allowance) ? [reading, stripped] : [stripped, reading]) {
        // While typing, "no" may become Noordwijk.
        if (way === undefined || (!query.isTyping && collected.size > before)) continue;
        collectReading(query, way, { collector, allowance, collected });
      }
      if (collected.size > before) found.add(reading.number);
    }
  }
  return collected.entries();
}

/** A word that only announces may be a name, where all words are explained: "Holland, Den Burg". */
function isExact({ streetEdits, placeEdits, leftover, postcodeAlone, otherPostcode }: Allowance): boolean {
  return !(streetEdits || placeEdits || leftover || postcodeAlone || otherPostcode);
}

/** While typing no total is asked: twice as many as are shown, as two readings may lead to one address. */
const MAX_SUGGESTIONS = 40;

interface Step {
  readonly collector: Collector;
  readonly allowance: Allowance;
  readonly collected: Collected;
}

function collectReading(query: Query, reading: Reading, step: Step): void {
  const { collector, allowance, collected } = step;
  if (!mayUse(query, reading, allowance)) return;
  const rows = rowsOfPostcode(query, reading, allowance);
  if (rows?.length === 0) return;
  const before = collected.size;
  for (const split of splitsOf(query, reading, allowance)) {
    const hasRoomFor = (score: number) => collected.hasRoomFor(score);
    const context = { reading, allowance, rows, collector: collector.name, hasRoomFor };
    matchStreets(query, split, context, entryAdder(query, collected, { ...allowance, rows }));
    // The fewest words left over come first.
    if (allowance.leftover && collected.size > before) return;
  }
}

/** Whether the reading has what the allowance is about, so that nothing is tried twice. */
function mayUse({ isTyping }: Query, reading: Reading, allowance: Allowance): boolean {
  const { postcode, brokenPostcode, number, segments, designation, isDesignationDoubtful } = reading;
  if (allowance.otherPostcode !== undefined) {
    return (postcode ?? brokenPostcode) !== undefined && segments.length > 0 && number !== undefined;
  }
  if (brokenPostcode !== undefined) return false;
  // A number that the postcode does not have is not left out.
  if (allowance.postcodeAlone) return postcode !== undefined && segments.length > 0 && !hasDigits(segments);
  if (allowance.begunStreet && (number === undefined || reading.segmentsBefore === 0)) return false;
  if (allowance.otherDesignation && (designation === "" || isDesignationDoubtful)) return false;
  const isBeginning = allowance.beginnings && allowance.streetEdits === undefined && !isTyping;
  if (isBeginning && (reading.endsWith === "number" || !isLongBeginning(reading))) return false;
  if (allowance.leftover && number === undefined) return false;
  if (allowance.withPostcode || allowance.leftover) {
    if ((postcode !== undefined) !== (allowance.withPostcode === true)) return false;
  }
  return postcode !== undefined || segments.length > 0;
}

/** Two letters begin too much to be searched for; while typing they are all there is. */
function isLongBeginning({ endsWith, segments }: Reading): boolean {
  return endsWith !== "word" || (segments.at(-1)?.at(-1)?.length ?? 0) >= 3;
}

function hasDigits(segments: Reading["segments"]): boolean {
  return segments.some((words) => words.some((word) => /^\d/.test(word)));
}

function rowsOfPostcode(
  { snapshot, rowsOf }: Query,
  { postcode, postcodeArea, number }: Reading,
  { otherPostcode }: Allowance,
): readonly NumberRow[] | undefined {
  const isOfArea = postcodeArea !== undefined && number !== undefined;
  if (!isOfArea && (postcode === undefined || otherPostcode !== undefined)) return undefined;
  const key = `${postcodeArea ?? postcode} ${number}`;
  const rows =
    rowsOf.get(key) ??
    (isOfArea
      ? listNumberOfArea(snapshot, postcodeArea, number)
      : listOfPostcode(snapshot, postcode!, number));
  rowsOf.set(key, rows);
  return rows;
}

function splitsOf(query: Query, reading: Reading, allowance: Allowance): readonly Split[] {
  const splits = splitsOfSegments(query, reading, allowance);
  if (reading.leftover.length === 0) return splits;
  return splits
    .filter(namesMoreThanPlace(reading))
    .map((split) => ({ ...split, leftover: [...split.leftover, ...reading.leftover] }));
}

function splitsOfSegments(
  { splitter, budget, isTyping }: Query,
  reading: Reading,
  allowance: Allowance,
): readonly Split[] {
  if (allowance.postcodeAlone) {
    const leftover = reading.segments.flat();
    return [{ places: undefined, street: [], leftover, endsInStreet: false, isBeforeNumber: false }];
  }
  if (allowance.placeEdits && budget.isSpent()) return [];
  if (allowance.leftover !== undefined) {
    return splitter.splitLeaving(reading, {
      leftover: allowance.leftover,
      places: allowance.placeEdits ? "near" : "exact",
      isNearStreet: allowance.streetEdits !== undefined,
      mayLeaveDigits: allowance.withPostcode ?? false,
    });
  }
  if (allowance.placeEdits) return splitter.split(reading, "near");
  const exact = splitter.split(reading, "exact");
  if (allowance.otherPostcode) return exact.filter(namesStreet);
  const all = allowance.beginnings ? [...exact, ...splitter.split(reading, "prefix")] : exact;
  if (allowance.begunStreet) {
    const isNarrow = isTyping || reading.postcode !== undefined;
    return all.filter((split) => mayBeBegun(split, isNarrow));
  }
  return allowance.otherDesignation ? all.filter(namesMoreThanPlace(reading)) : all;
}

/** Two letters begin too much to be searched for in the whole country. */
function mayBeBegun({ street, places, isBeforeNumber }: Split, isNarrow: boolean): boolean {
  const least = isNarrow || places !== undefined ? 2 : 3;
  return isBeforeNumber && literalKey(street).length >= least;
}

/** A postcode that was mistyped leaves the street to go by; an initial names none. */
function namesStreet({ street }: Split): boolean {
  return literalKey(street).length > 2;
}

/** A place alone has every number with some addition. */
function namesMoreThanPlace({ postcode }: Reading): (split: Split) => boolean {
  return ({ street }) => street.length > 0 || postcode !== undefined;
}
