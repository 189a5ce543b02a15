/** Differences between an address and its row; `texts/corrections.ts` has their texts. */

import type { AdresRecord } from "../registry/read/records.ts";
import { nameKey } from "../registry/schema/name-key.ts";
import type { CertainAnswer } from "../search/certain-answer.ts";
import type { Candidate } from "../search/match/candidate.ts";
import { isComplete } from "../search/match/name-hits.ts";
import { readingOf } from "../search/trace.ts";
import type { NameDifferences } from "./compare-names.ts";
import { type House, houseNumberOf } from "./house.ts";
import type { RowParts } from "./row-parts.ts";

export type Correction =
  /** A part that differs between row and address; `address` is null for an address without a postcode. */
  | {
      readonly code: "street" | "place" | "postcode" | "number";
      readonly typed: string;
      readonly address: string | null;
    }
  /** The answer is the first of `count` addresses at the typed number. */
  | {
      readonly code: "first_of";
      readonly typed: string;
      readonly address: string;
      readonly count: number;
    }
  | { readonly code: "written_as"; readonly address: string }
  | { readonly code: "not_used"; readonly typed: string }
  /** The row names a place near the address, by a mark such as `bij` or `to`. */
  | { readonly code: "next_to" | "opposite"; readonly typed: string }
  /** Distance between the position of a row and the address. */
  | { readonly code: "distance"; readonly metres: number }
  /** The position is in a building with `count` addresses. */
  | { readonly code: "nearest_of"; readonly count: number }
  | { readonly code: "equally_near" };

interface Typed {
  readonly parts: RowParts;
  readonly house: House | undefined;
  readonly line: string;
  /** Typing errors in names, found without a search. */
  readonly differences?: NameDifferences;
}

/** Lists the corrections of an answer; null without any. */
export function listCorrections(answer: CertainAnswer, typed: Typed): readonly Correction[] | null {
  const { adres, match, candidate } = answer;
  const { street, place } = typed.differences ?? {};
  const found: readonly Correction[] = [
    ...(street === undefined ? [] : [change("street", asTyped(typed.line, street), adres.straatnaam)]),
    ...(place === undefined ? [] : [change("place", asTyped(typed.line, place), adres.woonplaats_naam)]),
    ...(candidate === undefined || match === "exact" ? [] : correctionsOf(candidate, adres, typed)),
    ...houseCorrection(answer, typed),
    ...leftoverOf(candidate, typed.line),
  ];
  if (found.length > 0) {
    return found;
  }
  return match === "exact" ? null : [{ code: "written_as", address: adres.full_address }];
}

function change(
  code: "street" | "place" | "postcode" | "number",
  typed: string,
  address: string | null,
): Correction {
  return { code, typed, address };
}

function correctionsOf(candidate: Candidate, adres: AdresRecord, { parts, line }: Typed): Correction[] {
  const { match, postcodeEdits = 0 } = candidate;
  const { name, place, interpretation } = match;
  const reading = readingOf(candidate);
  const corrections: Correction[] = [];
  if (name !== undefined && (name.edits > 0 || !isComplete(name))) {
    corrections.push(
      change("street", asTyped(line, reading.street?.typed ?? parts.street), adres.straatnaam),
    );
  }
  if (postcodeEdits > 0) {
    const typed = interpretation.postcode ?? interpretation.mistypedPostcode ?? parts.postcodeText;
    corrections.push(change("postcode", typed, adres.postcode));
  }
  if (place !== undefined && (place.edits > 0 || place.coverage < 1 || place.isNamesake)) {
    corrections.push(
      change("place", asTyped(line, reading.place?.typed ?? parts.place), adres.woonplaats_naam),
    );
  }
  return corrections;
}

function houseCorrection(answer: CertainAnswer, { house }: Typed): Correction[] {
  const { adres, candidate, match } = answer;
  const own = houseNumberOf(adres);
  const { number, designation } = candidate?.match.interpretation ?? {};
  const typed = house?.typed ?? `${number ?? adres.huisnummer}${designation ? ` ${designation}` : ""}`;
  if (match === "one_of_several") {
    return [{ code: "first_of", typed, address: own, count: answer.all.length }];
  }
  const isSame = match === "exact" || candidate?.fit === "equal";
  return isSame ? [] : [change("number", typed, own)];
}

function leftoverOf(candidate: Candidate | undefined, line: string): Correction[] {
  const { leftover = [], interpretation } = candidate?.match ?? {};
  if (interpretation?.isBeside) {
    return [{ code: "not_used", typed: "bij" }];
  }
  return leftover.length === 0 ? [] : [{ code: "not_used", typed: asTyped(line, leftover.join(" ")) }];
}

/** Returns normalised words as the line spells them. */
function asTyped(line: string, words: string): string {
  const spelled = new Map<string, string>();
  for (const word of line.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
    spelled.set(nameKey(word), word);
  }
  return words
    .split(" ")
    .map((word) => spelled.get(word) ?? word)
    .join(" ");
}
