/** Combines a line with the parameters beside it: they complete what it leaves open and may not contradict it. */
import type { AdresRecord } from "../registry/records.ts";
import { designationOf } from "./designation.ts";
import { meaningOf } from "./designation-words.ts";
import type { Query } from "./query.ts";
import { type Reading, withoutNoise } from "./read-line.ts";

export interface Beside {
  /** As the registry writes it. */
  readonly postcode?: string | undefined;
  readonly number?: number | undefined;
  readonly letter?: string | undefined;
  readonly addition?: string | undefined;
}

/** Returns the query with only the readings that agree with the parameters, completed by them. */
export function completed(query: Query, beside: Beside): Query {
  const readings = query.readings.flatMap((reading) => completedReading(reading, beside) ?? []);
  return { ...query, readings, stripped: readings.map(withoutNoise) };
}

/** Returns the parameter that no reading of the line agrees with; `undefined` when there is none. */
export function contradictedBy({ readings }: Query, beside: Beside): "postcode" | "number" | undefined {
  return (["postcode", "number"] as const).find(
    (part) =>
      beside[part] !== undefined &&
      readings.some((reading) => reading[part] !== undefined) &&
      !readings.some((reading) => reading[part] === beside[part]),
  );
}

function completedReading(reading: Reading, beside: Beside): Reading | undefined {
  const { brokenPostcode, postcodeArea } = reading;
  const postcode = reading.postcode ?? beside.postcode;
  const number = reading.number ?? beside.number;
  const designation = number === undefined ? "" : completedDesignation(reading.designation, beside);
  if (number !== (beside.number ?? number)) return undefined;
  if (beside.postcode === undefined) return { ...reading, number, designation };
  const isOther =
    postcode !== beside.postcode ||
    brokenPostcode !== undefined ||
    !beside.postcode.startsWith(postcodeArea ?? "");
  return isOther ? undefined : { ...reading, postcode, postcodeArea: undefined, number, designation };
}

/**
 * Returns the line's designation with the letter and addition that it lacks. When line and parameters contradict each
 * other it returns both, which no number has.
 */
function completedDesignation(typed: string, { letter = "", addition = "" }: Beside): string {
  const asked = designationOf([letter, addition]);
  if (typed === "" || asked === "" || meaningOf(typed) === meaningOf(asked)) return asked || typed;
  if (letter !== "" && addition !== "") {
    return [letter, addition].some((part) => designationOf([part]) === typed) ? asked : asked + typed;
  }
  if (letter !== "") return typed.startsWith(asked) ? typed : asked + typed;
  return typed.endsWith(asked) ? typed : typed + asked;
}

/**
 * Returns true when an answer has what the parameters say; letter and addition match in one run, as in a lookup, or
 * each in its own field.
 */
export function agreesWith(adres: AdresRecord, beside: Beside): boolean {
  const { postcode, number, letter = "", addition = "" } = beside;
  const { huisletter, huisnummertoevoeging } = adres;
  const isSame = (asked: string, own: string | null) =>
    asked === "" || (own !== null && designationOf([own]) === designationOf([asked]));
  const run = designationOf([huisletter ?? "", huisnummertoevoeging ?? ""]);
  const isDesignated =
    (run !== "" && run === designationOf([letter, addition])) ||
    (isSame(letter, huisletter) && isSame(addition, huisnummertoevoeging));
  return (
    adres.postcode === (postcode ?? adres.postcode) &&
    adres.huisnummer === (number ?? adres.huisnummer) &&
    isDesignated
  );
}
