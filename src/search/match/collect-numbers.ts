/** Collects the groups of addresses that fit, from streets that fit. */
import { listNumberRowsOfPostcodes, listNumberRowsOfStreet, type NumberRow } from "../index/address-rows.ts";
import { editDistance } from "../index/edit-distance.ts";
import type { NumberBlock } from "../index/house-numbers.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { type Fit, hasConsecutiveLetters } from "../line/designation.ts";
import { designationKey } from "../line/designation-key.ts";
import type { Interpretation } from "../line/parse-line.ts";
import type { AddressGroup, Match } from "./candidate.ts";
import type { CandidateSet } from "./candidate-set.ts";
import type { Tolerance } from "./collectors.ts";
import { postcodesNear } from "./near-postcodes.ts";
import type { Query } from "./query.ts";
import { maxStreetScoreOf, scoreOf } from "./score.ts";

interface NumberCriteria extends Pick<Tolerance, "otherPostcode" | "otherDesignation"> {
  /** Addresses to choose from; all when `undefined`. */
  readonly rows: readonly NumberRow[] | undefined;
}

type AddGroup = (group: AddressGroup) => void;

/**
 * Returns a function that adds a street's addresses at the interpretation's number, or all of them without one. Hot:
 * thousands of streets share a common name.
 */
export function createCandidateAdder(
  query: Query,
  candidateSet: CandidateSet,
  criteria: NumberCriteria,
): (street: number, match: Match) => void {
  const { index, isTyping } = query;
  return (street, match) => {
    const add = (group: AddressGroup) => {
      const candidate = { ...group, street, match, score: 0 };
      candidate.score = scoreOf(candidate, index);
      if (candidateSet.hasRoomFor(candidate.score)) {
        candidateSet.add(candidate);
      }
    };
    if (criteria.rows !== undefined) {
      groupRows(query, street, filterByStreet(query, street, criteria.rows), {
        match,
        wanted: criteria,
      }).forEach(add);
    } else if (criteria.otherPostcode !== undefined) {
      addOtherPostcode(query, street, match, criteria, add);
    } else if (!isTyping || candidateSet.hasRoomFor(maxStreetScoreOf(street, match, index))) {
      addStreet(query, street, match, criteria, add);
    }
  };
}

function addStreet(
  query: Query,
  street: number,
  match: Match,
  criteria: NumberCriteria,
  add: AddGroup,
): void {
  const { number } = match.interpretation;
  if (number === undefined) {
    add({ group: "all", count: query.index.addressCount(street) });
    return;
  }
  const block = blockAt(query, street, number);
  if (block !== undefined) {
    addNumber(query, match, { block, wanted: criteria }, add);
  }
  if (query.isTyping && match.interpretation.endsWith === "number") {
    addLongerNumbers(query, street, number, add);
  }
}

/** Returns the block of a number, cached for lines of many interpretations: those share numbers and most streets. */
function blockAt(
  { index, interpretations, blocks }: Query,
  street: number,
  number: number,
): NumberBlock | undefined {
  if (interpretations.length <= MAX_INTERPRETATIONS_UNCACHED) {
    return index.findNumber(street, number);
  }
  const cachedBlocks = blocks.get(number) ?? new Map<number, NumberBlock | undefined>();
  blocks.set(number, cachedBlocks);
  if (cachedBlocks.has(street)) {
    return cachedBlocks.get(street);
  }
  const block = index.findNumber(street, number);
  cachedBlocks.set(street, block);
  return block;
}

const MAX_INTERPRETATIONS_UNCACHED = 8;

function addLongerNumbers({ index }: Query, street: number, number: number, add: AddGroup): void {
  const count = index.countLonger(street, number);
  if (count > 0) {
    add({ group: "longer", count });
  }
}

/** Adds a group for each fit of the designation at the number, with its count in the index. Reads no address. */
function addNumber(
  { index }: Query,
  { designation }: Match,
  { block, wanted: criteria }: { block: NumberBlock; wanted: NumberCriteria },
  add: AddGroup,
): void {
  let isLettered = false;
  const addFit = (fit: Fit, count: number) => {
    if (count > 0 && (fit !== "other" || criteria.otherDesignation)) {
      add({ group: "number", fit, count, isLettered });
    }
  };
  if (designation.typed === "" || block.others === 0) {
    addFit(designation.fitOf(""), block.plain);
    addFit("part", block.others);
    return;
  }
  const others = index.designationsIn(block);
  isLettered = hasConsecutiveLetters(others.map(({ key }) => key));
  const counts = new Map<Fit, number>([[designation.fitOf("", isLettered), block.plain]]);
  for (const { key, count } of others) {
    const fit = designation.fitOf(key, isLettered);
    counts.set(fit, (counts.get(fit) ?? 0) + count);
  }
  for (const [fit, count] of counts) {
    addFit(fit, count);
  }
}

function filterByStreet({ index }: Query, street: number, rows: readonly NumberRow[]): NumberRow[] {
  const { openbareRuimteId, woonplaatsId } = index.keyOf(street);
  return rows.filter(
    (row) => row.openbare_ruimte_id === openbareRuimteId && row.woonplaats_id === woonplaatsId,
  );
}

/** Adds addresses with another postcode; reads only streets that have a postcode near the one typed. */
function addOtherPostcode(
  query: Query,
  street: number,
  match: Match,
  criteria: NumberCriteria,
  add: AddGroup,
): void {
  const { snapshot, index } = query;
  const key = index.keyOf(street);
  const near = filterByStreet(
    query,
    street,
    listRowsNearPostcode(query, match.interpretation).get(key.openbareRuimteId) ?? [],
  );
  if (criteria.otherPostcode === "near") {
    groupRows(query, street, near, { match, wanted: criteria }).forEach(add);
  } else if (near.length > 0) {
    const rows = listNumberRowsOfStreet(snapshot, key, match.interpretation.number!);
    groupRows(query, street, rows, { match, wanted: criteria }).forEach(add);
  } else {
    const block = index.findNumber(street, match.interpretation.number!);
    const addFarGroup = (group: AddressGroup) => add({ ...group, postcodeEdits: MAX_POSTCODE_EDITS });
    if (block !== undefined) {
      addNumber(query, match, { block, wanted: criteria }, addFarGroup);
    }
  }
}

/** Cap of postcode edits; more make no difference. */
const MAX_POSTCODE_EDITS = 3;

/** Returns the addresses at the interpretation's number with its postcode or a near one, by openbare ruimte. */
function listRowsNearPostcode({ snapshot, rowsByNearPostcode }: Query, interpretation: Interpretation) {
  const typed = postcodeOf(interpretation)!;
  const key = `${typed} ${interpretation.number}`;
  let rows = rowsByNearPostcode.get(key);
  if (rows === undefined) {
    const found = listNumberRowsOfPostcodes(
      snapshot,
      [typed, ...postcodesNear(typed)],
      interpretation.number!,
    );
    rows = Map.groupBy(found, ({ openbare_ruimte_id }) => openbare_ruimte_id);
    rowsByNearPostcode.set(key, rows);
  }
  return rows;
}

function postcodeOf({ postcode, mistypedPostcode }: Interpretation): string | undefined {
  return postcode ?? mistypedPostcode;
}

/** Returns one group for each fit of the designation and number of postcode edits. */
function groupRows(
  { index }: Query,
  street: number,
  rows: readonly NumberRow[],
  { match: { interpretation, designation }, wanted: criteria }: { match: Match; wanted: NumberCriteria },
): AddressGroup[] {
  const { otherPostcode, otherDesignation } = criteria;
  const typed = postcodeOf(interpretation);
  const isLettered = designation.typed !== "" && isLetteredAt(index, street, interpretation.number!);
  const groups = new Map<string, AddressGroup & { ids: number[] }>();
  for (const { fid, sort_key, postcode } of rows) {
    const postcodeEdits = typed === undefined ? undefined : countPostcodeEdits(typed, postcode);
    if ((postcodeEdits ?? 0) > 0 && otherPostcode === undefined) {
      continue;
    }
    const fit =
      interpretation.number === undefined
        ? undefined
        : designation.fitOf(designationKey(sort_key), isLettered);
    if (fit === "other" && !otherDesignation) {
      continue;
    }
    const key = `${postcodeEdits} ${fit}`;
    const group = groups.get(key) ?? { group: "rows", count: 0, fit, postcodeEdits, ids: [] };
    group.ids.push(fid);
    groups.set(key, group);
  }
  return Array.from(groups.values(), (group) => ({ ...group, count: group.ids.length }));
}

/** Returns hasConsecutiveLetters for all addresses of the number, whatever their postcode. */
function isLetteredAt(index: StreetIndex, street: number, number: number): boolean {
  const block = index.findNumber(street, number);
  return block !== undefined && hasConsecutiveLetters(index.designationsIn(block).map(({ key }) => key));
}

/** Returns the edits between postcodes, at most MAX_POSTCODE_EDITS; that many for an address without a postcode. */
function countPostcodeEdits(typed: string, postcode: string | null): number {
  return postcode === null ? MAX_POSTCODE_EDITS : editDistance(typed, postcode, MAX_POSTCODE_EDITS - 1);
}
