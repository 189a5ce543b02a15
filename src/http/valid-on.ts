/** Answers about another day: parameter `valid_on`, and records of that day instead of today's. */
import { AppError } from "../base/errors.ts";
import { faultOf } from "../base/fault-rules.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { type Day, toDay } from "../registry/history/days.ts";
import type { DetailedRecord, DetailOptions } from "../registry/history/details.ts";
import type { ReadRecord } from "../registry/history/objects-on-day.ts";
import { Past } from "../registry/history/past.ts";
import { absenceReason, datedRecord, gapOf } from "../registry/history/records-on-day.ts";
import { detailed } from "./details.ts";
import { validationFailed } from "./input.ts";
import { notFoundText, type ObjectKind, throwNotFound } from "./not-found.ts";
import { omitUndefined } from "./omit-undefined.ts";
import { dateParameter, optional } from "./parameters/kinds.ts";

export const validOn = optional(
  dateParameter({
    description:
      "Returns the record of this day (YYYY-MM-DD) instead of the reference date, with the days on which it is " +
      "valid. A day after the reference date gives announced records. 404 `history_not_kept` where the data has " +
      "no history.",
    example: "2021-05-01",
  }),
);

/** Error codes of an endpoint that takes `valid_on`. */
export const PAST_ERRORS = ["not_found", "history_not_kept"] as const;

/** Parts of addresses in lists that are only known for today: the map of buurten is of one year. */
export const AREAS_OF_TODAY = ["areas", "filter[buurt_code]", "filter[wijk_code]"] as const;

/** Throws `history_not_kept` when former addresses are requested and the data has no history. */
export function requirePastIf(asksFormer: boolean, snapshot: Snapshot): void {
  if (asksFormer) {
    new Past(snapshot);
  }
}

/** Past that a request asks for, and its day. */
export interface PastDay {
  readonly past: Past;
  readonly day: Day;
}

/**
 * Opens the history for a request with `valid_on`. Throws `history_not_kept`, and 422 for facts that are only known for
 * today.
 */
export function openPastDay(
  snapshot: Snapshot,
  validOn: string,
  input: Readonly<Record<string, unknown>>,
  ofTodayOnly: readonly string[] = [],
): PastDay {
  const include = input.include as Readonly<Record<string, unknown>>;
  const asked = ofTodayOnly.find((name) => include[name] !== undefined || input[name] !== undefined);
  if (asked !== undefined) {
    const words = include[asked] === undefined ? asked : `include=${asked}`;
    throw validationFailed({ valid_on: [faultOf("today_only_with", { other: words })] });
  }
  return { past: new Past(snapshot), day: toDay(validOn) };
}

/** Record that a request asks for, of today or of another day. */
interface SoughtRecord<R> {
  readonly kind: ObjectKind;
  readonly id: string;
  today(): R | undefined;
  readonly onDay: ReadRecord<R>;
  /** Parameters and values of `include` that are only known for today. */
  readonly ofTodayOnly?: readonly string[];
}

/** Returns the record of today, or of the day in `valid_on`, with the details asked for; throws 404 without one. */
export function requireRecord<R extends DetailedRecord>(
  snapshot: Snapshot,
  input: { readonly valid_on?: string | undefined; readonly include: DetailOptions },
  { kind, id, today, onDay, ofTodayOnly }: SoughtRecord<R>,
): R {
  if (input.valid_on !== undefined) {
    const pastDay = openPastDay(snapshot, input.valid_on, { ...input }, ofTodayOnly);
    return requireRecordOn(pastDay, onDay, notFoundText(kind, id));
  }
  const record = today() ?? throwNotFound(kind, id);
  return detailed(snapshot, input.include)(record);
}

/** Returns the record of a day; throws 404 with the reason why there is no record. */
export function requireRecordOn<R extends object>(
  { past, day }: PastDay,
  read: ReadRecord<R>,
  notFound: string,
): R {
  const record = datedRecord(past, read, day);
  if (record === undefined) {
    const reason = absenceReason(past, read, day);
    throw noneOnDay({ past, day }, notFound, { reason });
  }
  return record;
}

/** Returns the 404 of a day, with `gap` when the data of that day may be incomplete. */
export function noneOnDay({ past, day }: PastDay, notFound: string, extra: object = {}): AppError {
  return new AppError("not_found", notFound, { extra: omitUndefined({ ...extra, ...gapOf(past, day) }) });
}
