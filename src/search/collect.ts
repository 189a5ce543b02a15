/** Collects the groups of addresses that fit a line; each collector tries all readings. */
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

/** Returns what one collector finds, unsorted, each group once. */
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

/**
 * Returns true for an allowance without edits, leftover words or another postcode. There a word that only announces
 * is tried as a name first: "Holland, Den Burg".
 */
function isExact({ streetEdits, placeEdits, leftover, postcodeAlone, otherPostcode }: Allowance): boolean {
  return !(streetEdits || placeEdits || leftover || postcodeAlone || otherPostcode);
}

/** Maximum entries while typing, when no total is needed: twice those shown, as two readings may find one address. */
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
    // Splits with the fewest words left over come first.
    if (allowance.leftover && collected.size > before) return;
  }
}

/** Returns true when the reading has what the allowance is about, so that nothing is tried twice. */
function mayUse({ isTyping }: Query, reading: Reading, allowance: Allowance): boolean {
  const { postcode, brokenPostcode, number, segments, designation, isDesignationDoubtful } = reading;
  if (allowance.otherPostcode !== undefined) {
    return (postcode ?? brokenPostcode) !== undefined && segments.length > 0 && number !== undefined;
  }
  if (brokenPostcode !== undefined) return false;
  // Digits in the words may be a number that the postcode does not have; they are not ignored.
  if (allowance.postcodeAlone) return postcode !== undefined && segments.length > 0 && !hasDigits(segments);
  if (allowance.begunStreet && !mayHoldBegunStreet(reading)) return false;
  if (allowance.otherDesignation && (designation === "" || isDesignationDoubtful)) return false;
  const isBeginning = allowance.beginnings && allowance.streetEdits === undefined && !isTyping;
  if (isBeginning && (reading.endsWith === "number" || !isLongBeginning(reading))) return false;
  if (allowance.leftover && number === undefined) return false;
  if (allowance.withPostcode || allowance.leftover) {
    if ((postcode !== undefined) !== (allowance.withPostcode === true)) return false;
  }
  return postcode !== undefined || segments.length > 0;
}

/** Maximum words of a line whose street may be a prefix: two long names. Longer lines are pasted, not being typed. */
const MAX_WORDS_BEGUN = 10;

function mayHoldBegunStreet({ number, segments, segmentsBefore }: Reading): boolean {
  return number !== undefined && segmentsBefore > 0 && segments.flat().length <= MAX_WORDS_BEGUN;
}

/** Returns false when the last word is too short for a prefix: under three letters, or under two as the whole line. */
function isLongBeginning({ endsWith, segments, number, postcode }: Reading): boolean {
  const words = segments.flat();
  const isAlone = words.length === 1 && number === undefined && postcode === undefined;
  return endsWith !== "word" || (words.at(-1)?.length ?? 0) >= (isAlone ? 2 : 3);
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

/**
 * Returns true when the street before the number may be a prefix: of three letters, or of two beside a place or with
 * `isNarrow`, as two match too much in the whole country.
 */
function mayBeBegun({ street, places, isBeforeNumber }: Split, isNarrow: boolean): boolean {
  const least = isNarrow || places !== undefined ? 2 : 3;
  return isBeforeNumber && literalKey(street).length >= least;
}

/**
 * Returns true for a street of three letters or more, the only evidence beside another postcode: an initial is none.
 */
function namesStreet({ street }: Split): boolean {
  return literalKey(street).length > 2;
}

/** Returns a check for splits with more than a place: a place alone has every number with some addition. */
function namesMoreThanPlace({ postcode }: Reading): (split: Split) => boolean {
  return ({ street }) => street.length > 0 || postcode !== undefined;
}
