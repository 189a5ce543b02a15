/** Certainty of an address, and the faults that keep the component from being valid. */
import type { Outcome } from "./address-form.ts";
import type { Certainty } from "./public-types.ts";
import type { Texts } from "./texts.ts";
import {
  addressLineOf,
  agreesWith,
  type FieldName,
  type Fields,
  type FormerAddress,
  readPostcode,
  splitNumber,
  typedKeyOf,
} from "./typed-address.ts";

export function certaintyOf(outcome: Outcome, fields: Fields): Certainty {
  if (outcome.kind === "found") {
    return agreesWith(fields, outcome.address) ? "confirmed" : "edited";
  }
  return outcome.kind === "ambiguous" || outcome.kind === "unknown" ? outcome.kind : "unchecked";
}

export interface FormEntry {
  readonly fields: Fields;
  readonly outcome: Outcome;
  /** The line of the search; undefined while the fields are shown. */
  readonly line: string | undefined;
}

interface Rules {
  readonly isRequired: boolean;
  /** Only confirmed addresses are valid. */
  readonly isStrict: boolean;
}

export interface FieldFault {
  readonly flag: "valueMissing" | "patternMismatch" | "customError";
  readonly text: string;
  readonly at: FieldName | "search";
}

/** Returns the first fault, `undefined` for a valid entry. */
export function faultOf(
  entry: FormEntry,
  { isRequired, isStrict }: Rules,
  texts: Texts,
): FieldFault | undefined {
  const { fields, line } = entry;
  const isEmpty = Object.values(fields).every((text) => text === "");
  if (isEmpty && !isRequired && !line) {
    return undefined;
  }
  if (isEmpty && line !== undefined) {
    return { flag: "valueMissing", text: texts.missing.search, at: "search" };
  }
  const fault =
    formFaultOf(fields, texts) ?? (isRequired ? missingOf(fields, texts) : undefined) ?? strictFault();
  // Browsers do not submit, and do not say why, when a fault is at a field that is not shown.
  return fault && line !== undefined ? { ...fault, at: "search" } : fault;

  function strictFault(): FieldFault | undefined {
    const isSure = !isStrict || certaintyOf(entry.outcome, fields) === "confirmed";
    const at = entry.outcome.kind === "ambiguous" ? "addition" : "postcode";
    return isSure ? undefined : { flag: "customError", text: strictTextOf(entry, texts), at };
  }
}

function formFaultOf({ postcode, number }: Fields, texts: Texts): FieldFault | undefined {
  if (postcode !== "" && readPostcode(postcode) === undefined) {
    return { flag: "patternMismatch", text: texts.postcodeForm, at: "postcode" };
  }
  return number !== "" && splitNumber(number) === undefined
    ? { flag: "patternMismatch", text: texts.numberForm, at: "number" }
    : undefined;
}

function missingOf(fields: Fields, texts: Texts): FieldFault | undefined {
  const at = (["postcode", "number", "street", "city"] as const).find((name) => fields[name] === "");
  return at && { flag: "valueMissing", text: texts.missing[at], at };
}

/** Asks for one of the additions that exist, and says which was typed that does not, and since when. */
export function chooseText(
  { candidates, former }: Extract<Outcome, { kind: "ambiguous" }>,
  fields: Fields,
  texts: Texts,
): string {
  const addition = typedKeyOf(fields)?.addition ?? "";
  const number = String(candidates[0]!.huisnummer);
  const choose = addition === "" ? texts.choose(number) : texts.chooseOther(number, addition);
  return former === undefined ? choose : `${formerText(former, texts)} ${choose}`;
}

/** Names the last day of an address, and its present form. */
export function formerText({ valid_until, today }: FormerAddress, texts: Texts): string {
  const since = texts.date(new Date(valid_until!));
  return today === null ? texts.gone(since) : texts.renamed(since, addressLineOf(today));
}

function strictTextOf(entry: FormEntry, texts: Texts): string {
  const { outcome, fields } = entry;
  if (outcome.kind === "ambiguous") {
    return chooseText(outcome, fields, texts);
  }
  if (outcome.kind === "unknown" && outcome.former !== undefined) {
    return formerText(outcome.former, texts);
  }
  return outcome.kind === "unavailable" ? texts.notChecked : texts.notConfirmed;
}
