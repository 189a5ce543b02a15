/** Words the differences between an address and its row. */

import type { AdresRecord } from "../registry/read/records.ts";
import { nameKey } from "../registry/schema/name-key.ts";
import type { CertainAnswer } from "../search/certain-answer.ts";
import type { Candidate } from "../search/match/candidate.ts";
import { isComplete } from "../search/match/name-hits.ts";
import { readingOf } from "../search/trace.ts";
import type { NameDifferences } from "./compare-names.ts";
import { type House, houseNumberOf } from "./house.ts";
import type { RowParts } from "./row-parts.ts";

interface Typed {
  readonly parts: RowParts;
  readonly house: House | undefined;
  readonly line: string;
  /** Typing errors in names, found without a search. */
  readonly differences?: NameDifferences;
}

/** Returns the corrections of an answer, such as `street: Keurstaat → Keurstraat; number: 5 → 5a`; null for none. */
export function describeCorrections(answer: CertainAnswer, typed: Typed): string | null {
  const { adres, match, candidate } = answer;
  const { street, place } = typed.differences ?? {};
  const found = [
    ...(street === undefined ? [] : [`street: ${asTyped(typed.line, street)} → ${adres.straatnaam}`]),
    ...(place === undefined ? [] : [`place: ${asTyped(typed.line, place)} → ${adres.woonplaats_naam}`]),
    ...(candidate === undefined || match === "exact" ? [] : correctionsOf(candidate, adres, typed)),
    ...houseCorrection(answer, typed),
    ...leftoverOf(candidate, typed.line),
  ];
  if (found.length > 0) {
    return found.join("; ");
  }
  return match === "exact" ? null : `written as: ${adres.full_address}`;
}

function correctionsOf(candidate: Candidate, adres: AdresRecord, { parts, line }: Typed): string[] {
  const { match, postcodeEdits = 0 } = candidate;
  const { name, place, interpretation } = match;
  const reading = readingOf(candidate);
  const corrections: string[] = [];
  const add = (part: string, typed: string, own: string) => corrections.push(`${part}: ${typed} → ${own}`);
  if (name !== undefined && (name.edits > 0 || !isComplete(name))) {
    add("street", asTyped(line, reading.street?.typed ?? parts.street), adres.straatnaam);
  }
  if (postcodeEdits > 0) {
    const typed = interpretation.postcode ?? interpretation.mistypedPostcode ?? parts.postcodeText;
    add("postcode", typed, adres.postcode ?? "none");
  }
  if (place !== undefined && (place.edits > 0 || place.coverage < 1 || place.isNamesake)) {
    add("place", asTyped(line, reading.place?.typed ?? parts.place), adres.woonplaats_naam);
  }
  return corrections;
}

function houseCorrection(answer: CertainAnswer, { house }: Typed): string[] {
  const { adres, candidate, match } = answer;
  const own = houseNumberOf(adres);
  const { number, designation } = candidate?.match.interpretation ?? {};
  const typed = house?.typed ?? `${number ?? adres.huisnummer}${designation ? ` ${designation}` : ""}`;
  if (match === "one_of_several") {
    return [`number: ${typed} → ${own}, the first of ${answer.all.length}`];
  }
  const isSame = match === "exact" || candidate?.fit === "equal";
  return isSame ? [] : [`number: ${typed} → ${own}`];
}

function leftoverOf(candidate: Candidate | undefined, line: string): string[] {
  const { leftover = [], interpretation } = candidate?.match ?? {};
  if (interpretation?.isBeside) {
    return ["not used: bij"];
  }
  return leftover.length === 0 ? [] : [`not used: ${asTyped(line, leftover.join(" "))}`];
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
