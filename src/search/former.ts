/**
 * Former addresses of a key, and how they relate to a current answer (docs/time.md). They are looked for when no
 * address of today has the key, and before any correction: the nearest number is not what became of the old one.
 */
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { FormerAdres, FormerAdressen } from "../registry/history/former-adressen.ts";
import { formerFilterOf } from "../registry/history/former-filter.ts";
import { Past, readIfKept } from "../registry/history/past.ts";
import type { AdresKey } from "../registry/read/adressen.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { withoutBorders } from "../registry/schema/number-parts.ts";
import type { CertainAnswer } from "./certain-answer.ts";
import { findFormerAdressen } from "./former-key.ts";
import { isEmptyFieldText } from "./line/designation-words.ts";
import type { Candidate } from "./match/candidate.ts";
import type { Refusal } from "./refusal.ts";

/** Maximum former addresses in an answer without an address. */
export const FORMER_LIMIT = { limit: 10 };

/**
 * Lists the former holders of a key that no address has today, the latest first; empty when no history can be read. The
 * filter recognises keys that never existed without reading.
 */
export function listFormerOfKey(snapshot: Snapshot, key: AdresKey): FormerAdres[] {
  if (!formerFilterOf(snapshot).hasPostcode(key.postcode, key.huisnummer, key)) {
    return [];
  }
  return readIfKept(snapshot, [], () => formerOf(findFormerAdressen(new Past(snapshot), key, FORMER_LIMIT)));
}

/** Returns the former holders; empty when an address of today has the key, because that address takes precedence. */
export function formerOf({ current, former }: FormerAdressen): FormerAdres[] {
  return current === null ? former : [];
}

/** A former address of a line or key, in its last form. */
export interface FormerAnswer {
  readonly match: "former";
  readonly adres: AdresRecord;
  readonly former: FormerAdres;
}

/** Returns the reason of an answer that is refused for a former address. */
export function formerRefusal({ address, valid_until }: FormerAdres): Refusal {
  return { why: "former", address: address.full_address, valid_until: valid_until! };
}

/** Answer of today with its kind. */
interface AnswerOfToday extends Pick<CertainAnswer, "match" | "adres"> {
  readonly candidate?: Candidate | undefined;
}

/** Current or former answer, and the former addresses to report when there is none. */
interface Judgement<T extends AnswerOfToday> {
  readonly answer: T | FormerAnswer | undefined;
  readonly former: readonly FormerAdres[];
}

/**
 * Decides between the answer of today and former addresses. Looks for former addresses unless the answer says all words
 * of the line exactly.
 */
export function judgeFormer<T extends AnswerOfToday>(
  answer: T | undefined,
  listFormer: () => FormerAdres[],
  takesFormer: boolean,
): Judgement<T> {
  return decideFormer(answer, isAsTyped(answer) ? [] : listFormer(), takesFormer);
}

/**
 * Decides between the answer of today and the former addresses that the line names. A former address is returned only
 * when `takesFormer`. Otherwise the answer of today is kept only when it is the current form of a former address,
 * because then it corrects to the same number. An exact answer for which words were left out becomes `corrected`.
 */
export function decideFormer<T extends AnswerOfToday>(
  answer: T | undefined,
  former: readonly FormerAdres[],
  takesFormer: boolean,
): Judgement<T> {
  const [last] = former;
  if (last === undefined) {
    return { answer, former };
  }
  if (takesFormer) {
    return { answer: { match: "former", adres: last.address, former: last }, former };
  }
  const isToday = former.some(
    ({ today }) => today?.nummeraanduiding_id === answer?.adres.nummeraanduiding_id,
  );
  return { answer: isToday && answer !== undefined ? asCorrected(answer) : undefined, former };
}

function asCorrected<T extends AnswerOfToday>(answer: T): T {
  return answer.match === "exact" ? { ...answer, match: "corrected" } : answer;
}

/** Returns true for an exact answer that says all words of its line. */
export function isAsTyped(answer: AnswerOfToday | undefined): boolean {
  return (
    answer?.match === "exact" && !(answer.candidate !== undefined && mayLackDesignation(answer.candidate))
  );
}

/** Returns true when words of the line were left out that may be a letter or addition: *36 NO*, *36 NA*. */
export function mayLackDesignation({ match }: Candidate): boolean {
  const { designation, isWithoutNoise = false } = match.interpretation;
  return isWithoutNoise || (designation !== "" && isEmptyFieldText(withoutBorders(designation)));
}
