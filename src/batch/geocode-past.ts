/** Decides between the current address of a row and the former address that it names (docs/time.md). */
import type { Snapshot } from "../registry/file/snapshot.ts";
import { DayView } from "../registry/history/day-view.ts";
import { toDay } from "../registry/history/days.ts";
import type { FormerAdres } from "../registry/history/former-adressen.ts";
import { readingOfAdres } from "../registry/history/objects-on-day.ts";
import { Past } from "../registry/history/past.ts";
import type { AdresOptions } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { decideFormer, type FormerAnswer, formerRefusal, judgeFormer } from "../search/former.ts";
import { listFormerOfQuery } from "../search/former-line.ts";
import { createQuery } from "../search/match/query.ts";
import type { Correction } from "./corrections.ts";
import { listFormerOfWords } from "./empty-words.ts";
import { type Found, questionOf, refused } from "./geocode-address.ts";
import { houseNumberOf, readHouse } from "./house.ts";
import type { RowReason } from "./outcome.ts";
import type { RowParts } from "./row-parts.ts";

/** Result of a row among current and former addresses. */
export type FoundEver = (Found & { readonly former?: FormerAdres }) | FormerAnswer;

/** Reasons that no former address explains. */
const NO_QUESTION: readonly RowReason[] = ["empty", "too long", "other country", "damaged number"];

/**
 * Returns the current answer of a row, unless the row names a former address exactly. Then returns the former address
 * when `takesFormer`, otherwise a refusal with the former address (see decideFormer). A row that is only near its
 * address, or without history, keeps its answer.
 */
export function judgeRow(s: Snapshot, parts: RowParts, found: Found, takesFormer: boolean): FoundEver {
  if (parts.beside !== undefined || (found.match === "none" && NO_QUESTION.includes(found.refusal.why))) {
    return found;
  }
  const ofToday = found.match === "none" ? undefined : found;
  const ofWords = ofToday === undefined ? [] : listFormerOfWords(s, parts, ofToday.adres);
  const { answer, former } =
    ofWords.length > 0
      ? decideFormer(ofToday, ofWords, takesFormer)
      : judgeFormer(ofToday, () => listFormerOfParts(s, parts, found), takesFormer);
  const [last] = former;
  if (last === undefined) {
    return found;
  }
  if (answer !== undefined) {
    return answer.match === "corrected"
      ? { ...answer, corrected: answer.corrected ?? [changeOfNumber(last, answer)] }
      : answer;
  }
  const { today, successors } = last;
  const instead = today === null ? successors.map(({ address }) => address) : [today];
  const suggestions = instead.length > 0 ? instead : atNumber(found, last.address.huisnummer);
  return { ...refused(formerRefusal(last), suggestions), former: last };
}

/** Lists the suggestions with this number, because a number that now exists only with additions has no successor. */
function atNumber(found: Found, number: number): AdresRecord[] {
  return found.match === "none" ? found.suggestions.filter(({ huisnummer }) => huisnummer === number) : [];
}

/** Lists the former addresses that the parts name exactly. Without a current address, also tries words for "empty". */
function listFormerOfParts(s: Snapshot, { literal = [], ...parts }: RowParts, found: Found): FormerAdres[] {
  for (const each of found.match === "none" ? [parts, ...literal] : [parts]) {
    const { line, parameters } = questionOf(each, readHouse(each));
    const former = listFormerOfQuery(createQuery(s, line), parameters);
    if (former.length > 0) {
      return former;
    }
  }
  return [];
}

function changeOfNumber({ address }: FormerAdres, { adres }: Pick<FormerAnswer, "adres">): Correction {
  return { code: "number", typed: houseNumberOf(address), address: houseNumberOf(adres) };
}

/** Returns a former address as it was on its last day, with its stage when asked; areas of CBS are of today only. */
export function readFormer(
  s: Snapshot,
  { nummeraanduiding_id, valid_until }: FormerAdres,
  { stage = false }: AdresOptions,
): AdresRecord {
  const lastDay = new DayView(new Past(s), toDay(valid_until!) - 1);
  return readingOfAdres(Number(nummeraanduiding_id), { stage })(lastDay) as AdresRecord;
}
