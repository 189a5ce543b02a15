/** What parameters say beside a line: they complete what it leaves open, and may not say anything else. */
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

/** The query for a line of which only those readings are left that agree with the parameters, completed by them. */
export function completed(query: Query, beside: Beside): Query {
  const readings = query.readings.flatMap((reading) => completedReading(reading, beside) ?? []);
  return { ...query, readings, stripped: readings.map(withoutNoise) };
}

/** The parameter that no reading of the line agrees with; `undefined` when there is none. */
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

/** What stands behind the number in the line, with the letter and addition it lacks. Where they contradict each other: both, which is at no number. */
function completedDesignation(typed: string, { letter = "", addition = "" }: Beside): string {
  const asked = designationOf([letter, addition]);
  if (typed === "" || asked === "" || meaningOf(typed) === meaningOf(asked)) return asked || typed;
  if (letter !== "" && addition !== "") {
    return [letter, addition].some((part) => designationOf([part]) === typed) ? asked : asked + typed;
  }
  if (letter !== "") return typed.startsWith(asked) ? typed : asked + typed;
  return typed.endsWith(asked) ? typed : typed + asked;
}

/** Whether an answer has what the parameters say; letter and addition as a lookup would find them, or each in its own field. */
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
