/** From readings of a line to groups of addresses: each collector tries all readings. */
import { listOfPostcode, type NumberRow } from "../registry/street-numbers.ts";
import { entryAdder } from "./collect-numbers.ts";
import { Collected } from "./collected.ts";
import type { Allowance, Collector } from "./collectors.ts";
import type { Entry } from "./entry.ts";
import { matchStreets } from "./match-streets.ts";
import type { Query } from "./query.ts";
import type { Reading } from "./read-line.ts";
import type { Split } from "./split-words.ts";

/** What one collector finds, unsorted, each group once. */
export function collect(query: Query, collector: Collector): Entry[] {
  const collected = new Collected(query.isTyping ? MAX_SUGGESTIONS : undefined);
  for (const allowance of collector.allowances) {
    for (const [i, reading] of query.readings.entries()) {
      const stripped = query.stripped[i];
      const before = collected.size;
      if (stripped !== undefined) collectReading(query, stripped, { collector, allowance, collected });
      if (collected.size === before) collectReading(query, reading, { collector, allowance, collected });
      // Readings come with the longest designation first: words that explain something are not left over.
      if (allowance.leftover && collected.size > before) break;
    }
  }
  return collected.entries();
}

/** While typing no total is asked: twice as many as are shown, as two readings may lead to one address. */
const MAX_SUGGESTIONS = 40;

interface Step {
  readonly collector: Collector;
  readonly allowance: Allowance;
  readonly collected: Collected;
}

function collectReading(query: Query, reading: Reading, step: Step): void {
  const { allowance } = step;
  if (!mayUse(query, reading, allowance)) return;
  const rows = rowsOfPostcode(query, reading, allowance);
  if (rows?.length === 0) return;
  for (const split of splitsOf(query, reading, allowance)) {
    const context = { reading, allowance, rows, collector: step.collector.name };
    matchStreets(query, split, context, entryAdder(query, step.collected, { ...allowance, rows }));
    // The longest street comes first, with the fewest words left over.
    if (allowance.leftover && step.collected.size > 0) return;
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
  if (allowance.otherDesignation && (designation === "" || isDesignationDoubtful)) return false;
  const isBeginning = allowance.beginnings && allowance.streetEdits === undefined;
  if (isBeginning && (reading.endsWith === "number" || !(isTyping || isLongBeginning(reading)))) return false;
  if (allowance.leftover && (number === undefined || postcode !== undefined)) return false;
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
  { snapshot }: Query,
  { postcode, number }: Reading,
  { otherPostcode }: Allowance,
): NumberRow[] | undefined {
  if (postcode === undefined || otherPostcode !== undefined) return undefined;
  return listOfPostcode(snapshot, postcode, number);
}

function splitsOf({ splitter, budget }: Query, reading: Reading, allowance: Allowance): readonly Split[] {
  if (allowance.postcodeAlone) {
    return [{ places: undefined, street: [], leftover: reading.segments.flat(), endsInStreet: false }];
  }
  if (allowance.leftover !== undefined) {
    return splitter.splitWithLeftover(reading, { isLoose: allowance.leftover === "any" });
  }
  if (allowance.placeEdits) return budget.isSpent() ? [] : splitter.split(reading, "near");
  const exact = splitter.split(reading, "exact");
  if (allowance.otherDesignation) return exact.filter(namesMoreThanPlace(reading));
  return allowance.beginnings ? [...exact, ...splitter.split(reading, "prefix")] : exact;
}

/** A place alone has every number with some addition. */
function namesMoreThanPlace({ postcode }: Reading): (split: Split) => boolean {
  return ({ street }) => street.length > 0 || postcode !== undefined;
}
