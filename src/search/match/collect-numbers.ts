/** Collects candidates from the streets that fit. */
import { listNumberRowsOfStreet, type NumberRow } from "../index/address-rows.ts";
import { editDistance } from "../index/edit-distance.ts";
import type { Designation, HouseNumberBlock } from "../index/house-numbers.ts";
import type { Fit, NumberTraits } from "../line/designation.ts";
import { designationKey } from "../line/designation-key.ts";
import type { Interpretation } from "../line/parse-line.ts";
import type { CandidateSet, Match, PartialCandidate } from "./candidate.ts";
import type { Tolerance } from "./collectors.ts";
import { sortByNearness } from "./nearest-designations.ts";
import type { Query } from "./query.ts";
import { maxStreetScoreOf, scoreOf } from "./score.ts";

interface NumberCriteria extends Pick<Tolerance, "otherPostcode" | "otherDesignation"> {
  /** Addresses to choose from; all when `undefined`. */
  readonly rows: readonly NumberRow[] | undefined;
}

/** Cap of postcode edits; more make no difference. */
const MAX_POSTCODE_EDITS = 3;

/** Adds the candidates of streets to a candidate set. */
export class CandidateCollector {
  readonly #query: Query;
  readonly #candidateSet: CandidateSet;
  readonly #criteria: NumberCriteria;

  constructor(query: Query, candidateSet: CandidateSet, criteria: NumberCriteria) {
    this.#query = query;
    this.#candidateSet = candidateSet;
    this.#criteria = criteria;
  }

  /**
   * Adds a street's addresses at the interpretation's number, or all of them without one. Hot: thousands of streets
   * share a common name.
   */
  addStreet(street: number, match: Match): void {
    const { rows, otherPostcode } = this.#criteria;
    if (rows !== undefined) {
      this.#addRows(street, match, this.#rowsOfStreet(street, rows));
    } else if (otherPostcode !== undefined) {
      this.#addOtherPostcode(street, match);
    } else if (!this.#query.isTyping || this.#mayEnter(street, match)) {
      this.#addNumber(street, match);
    }
  }

  #mayEnter(street: number, match: Match): boolean {
    return this.#candidateSet.hasRoomFor(maxStreetScoreOf(street, match, this.#query.places));
  }

  #add(street: number, match: Match, partial: PartialCandidate): void {
    const candidate = { ...partial, street, match, score: 0 };
    candidate.score = scoreOf(candidate, this.#query.places);
    if (this.#candidateSet.hasRoomFor(candidate.score)) {
      this.#candidateSet.add(candidate);
    }
  }

  #addNumber(street: number, match: Match): void {
    const { index, lookups, isTyping } = this.#query;
    const { number, endsWith } = match.interpretation;
    if (number === undefined) {
      this.#add(street, match, { kind: "all", count: index.addressCount(street) });
      return;
    }
    for (const partial of this.#candidatesIn(lookups.blockAt(street, number), match)) {
      this.#add(street, match, partial);
    }
    const longerCount = isTyping && endsWith === "number" ? index.countLonger(street, number) : 0;
    if (longerCount > 0) {
      this.#add(street, match, { kind: "longer", count: longerCount });
    }
  }

  /** Returns a candidate for each fit of the designation at the number, counted in the index. Reads no address. */
  #candidatesIn(block: HouseNumberBlock | undefined, { designation }: Match): PartialCandidate[] {
    if (block === undefined) {
      return [];
    }
    if (designation.typed === "" || block.others === 0) {
      const plainFit = designation.fitOf("");
      return this.#candidatesByFit([
        [plainFit, block.plain],
        ["part", block.others],
      ]);
    }
    const others = this.#query.index.designationsIn(block);
    const traits = designation.traitsAmong(keysOf(block, others));
    const counts = new Map<Fit, number>([[designation.fitOf("", traits), block.plain]]);
    for (const { key, count } of others) {
      const fit = designation.fitOf(key, traits);
      counts.set(fit, (counts.get(fit) ?? 0) + count);
    }
    return this.#candidatesByFit(counts, traits);
  }

  /** Returns a candidate for each fit that has addresses; `other` only when the criteria allow it. */
  #candidatesByFit(counts: Iterable<readonly [Fit, number]>, traits?: NumberTraits): PartialCandidate[] {
    const candidates: PartialCandidate[] = [];
    for (const [fit, count] of counts) {
      if (count > 0 && (fit !== "other" || this.#criteria.otherDesignation)) {
        candidates.push({ kind: "number", fit, count, traits });
      }
    }
    return candidates;
  }

  #rowsOfStreet(street: number, rows: readonly NumberRow[]): NumberRow[] {
    const { openbareRuimteId, woonplaatsId } = this.#query.index.keyOf(street);
    return rows.filter(
      (row) => row.openbare_ruimte_id === openbareRuimteId && row.woonplaats_id === woonplaatsId,
    );
  }

  /** Adds addresses with another postcode. For `any`, reads only streets that have a postcode near the typed one. */
  #addOtherPostcode(street: number, match: Match): void {
    const { snapshot, index, lookups } = this.#query;
    const number = match.interpretation.number!;
    const block = lookups.blockAt(street, number);
    if (block === undefined) {
      return;
    }
    const key = index.keyOf(street);
    const near = lookups.rowsNearPostcode(key, postcodeOf(match.interpretation)!, number);
    if (this.#criteria.otherPostcode === "near") {
      this.#addRows(street, match, near);
    } else if (near.length > 0) {
      this.#addRows(street, match, listNumberRowsOfStreet(snapshot, key, number));
    } else {
      for (const partial of this.#candidatesIn(block, match)) {
        this.#add(street, match, { ...partial, postcodeEdits: MAX_POSTCODE_EDITS });
      }
    }
  }

  /** Adds one candidate for each fit of the designation and number of postcode edits. */
  #addRows(street: number, match: Match, rows: readonly NumberRow[]): void {
    const { number } = match.interpretation;
    const { otherPostcode, otherDesignation } = this.#criteria;
    const typed = postcodeOf(match.interpretation);
    const traits = match.designation.typed === "" ? undefined : this.#traitsAt(street, match);
    const candidates = new Map<string, PartialCandidate & { ids: number[] }>();
    const sorted = otherDesignation ? sortByNearness(rows, match.designation.typed) : rows;
    for (const { fid, sort_key, postcode } of sorted) {
      const postcodeEdits = typed === undefined ? undefined : countPostcodeEdits(typed, postcode);
      if ((postcodeEdits ?? 0) > 0 && otherPostcode === undefined) {
        continue;
      }
      const fit =
        number === undefined ? undefined : match.designation.fitOf(designationKey(sort_key), traits);
      if (fit === "other" && !otherDesignation) {
        continue;
      }
      const key = `${postcodeEdits} ${fit}`;
      const candidate = candidates.get(key) ?? { kind: "rows", count: 0, fit, postcodeEdits, ids: [] };
      candidate.ids.push(fid);
      candidates.set(key, candidate);
    }
    for (const candidate of candidates.values()) {
      this.#add(street, match, { ...candidate, count: candidate.ids.length });
    }
  }

  /** Returns the traits by all addresses of the number, whatever their postcode. */
  #traitsAt(street: number, { designation, interpretation }: Match): NumberTraits {
    const { index } = this.#query;
    const block = index.findNumber(street, interpretation.number!);
    return designation.traitsAmong(block === undefined ? [] : keysOf(block, index.designationsIn(block)));
  }
}

/** Returns the designationKeys of a number. */
function keysOf({ plain }: HouseNumberBlock, others: readonly Designation[]): string[] {
  const keys = others.map(({ key }) => key);
  return plain > 0 ? ["", ...keys] : keys;
}

function postcodeOf({ postcode, mistypedPostcode }: Interpretation): string | undefined {
  return postcode ?? mistypedPostcode;
}

/** Returns the edits between postcodes, at most MAX_POSTCODE_EDITS; that many for an address without a postcode. */
function countPostcodeEdits(typed: string, postcode: string | null): number {
  return postcode === null ? MAX_POSTCODE_EDITS : editDistance(typed, postcode, MAX_POSTCODE_EDITS - 1);
}
