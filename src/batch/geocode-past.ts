/** Decides between the address of today that a row has and the former one that it names (docs/time.md). */
import type { Snapshot } from "../registry/file/snapshot.ts";
import { DayView } from "../registry/history/day-view.ts";
import { toDay } from "../registry/history/days.ts";
import type { FormerAdres } from "../registry/history/former-adressen.ts";
import { readingOfAdres } from "../registry/history/objects-on-day.ts";
import { Past } from "../registry/history/past.ts";
import type { AdresOptions } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { type FormerAnswer, formerRefusal, judgeFormer } from "../search/former.ts";
import { listFormerOfQuery } from "../search/former-line.ts";
import { createQuery } from "../search/match/query.ts";
import { type Found, questionOf, refused } from "./geocode-address.ts";
import { readHouse } from "./house.ts";
import type { RowReason } from "./outcome.ts";
import type { RowParts } from "./row-parts.ts";

/** Result of a row among the addresses of today and of before. */
export type FoundEver = (Found & { readonly former?: FormerAdres }) | FormerAnswer;

/** Reasons that no former address explains. */
const NO_QUESTION: readonly RowReason[] = ["empty", "too long", "other country", "damaged number"];

/**
 * Returns what a row has of today, unless it names a former address exactly: then that one when `takesFormer`, else
 * none, with what became of it. A row that is only near its address, or without history, keeps what it has.
 */
export function judgeRow(s: Snapshot, parts: RowParts, found: Found, takesFormer: boolean): FoundEver {
  if (parts.beside !== undefined || (found.match === "none" && NO_QUESTION.includes(found.refusal.why))) {
    return found;
  }
  const listFormer = () => {
    const { line, parameters } = questionOf(parts, readHouse(parts));
    return listFormerOfQuery(createQuery(s, line), parameters);
  };
  const ofToday = found.match === "none" ? undefined : found;
  const { answer, former } = judgeFormer(ofToday, listFormer, takesFormer);
  const [last] = former;
  if (answer !== undefined || last === undefined) {
    return answer ?? found;
  }
  const { today, successors } = last;
  const instead = today === null ? successors.map(({ address }) => address) : [today];
  return { ...refused(formerRefusal(last), instead), former: last };
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
