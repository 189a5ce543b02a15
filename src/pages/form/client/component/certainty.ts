/** Certainty of an address, and the faults that keep the component from being valid. */
import { readPostcode } from "../../../kit/client/address-line.ts";
import type { Outcome } from "./address-form.ts";
import type { Certainty } from "./public-types.ts";
import type { Texts } from "./texts.ts";
import {
  type Address,
  addressLineOf,
  agreesWith,
  type FieldName,
  type Fields,
  type FormerAddress,
  splitNumber,
  typedKeyOf,
} from "./typed-address.ts";

export function certaintyOf(outcome: Outcome, fields: Fields): Certainty {
  if (outcome.kind === "found") {
    return agreesWith(fields, outcome.address) ? "confirmed" : "edited";
  }
  return outcome.kind === "ambiguous" || outcome.kind === "unknown" ? outcome.kind : "unchecked";
}

/**
 * Returns the address to offer instead of the typed one: the registered one, the present form of a former one, or a
 * neighbour.
 */
export function offeredBy({ outcome, fields }: FormEntry): Address | undefined {
  if (outcome.kind === "found") {
    return agreesWith(fields, outcome.address) ? undefined : outcome.address;
  }
  return outcome.kind === "unknown" ? (outcome.former?.today ?? outcome.neighbour) : undefined;
}

export interface FormEntry {
  readonly fields: Fields;
  readonly outcome: Outcome;
  /** The line of the search; undefined while the fields are shown. */
  readonly line: string | undefined;
  /** True when the fields have not been filled in for the line. */
  readonly isUnanswered: boolean;
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
  const { fields, line, isUnanswered } = entry;
  const isEmpty = Object.values(fields).every((text) => text === "");
  if (isEmpty && !isRequired && !line) {
    return undefined;
  }
  if (line !== undefined && (isEmpty || isUnanswered)) {
    return { flag: "valueMissing", text: texts.missing.search, at: "search" };
  }
  const fault =
    formFaultOf(fields, texts) ?? (isRequired ? missingOf(fields, texts) : undefined) ?? strictFault();
  // Browsers do not submit, and do not say why, when a fault is at a field that is not shown.
  return fault && line !== undefined ? { ...fault, at: "search" } : fault;

  function strictFault(): FieldFault | undefined {
    const isSure = !isStrict || certaintyOf(entry.outcome, fields) === "confirmed";
    const at = entry.outcome.kind === "ambiguous" ? "addition" : "postcode";
    const otherwise = entry.outcome.kind === "unavailable" ? texts.notChecked : texts.notConfirmed;
    return isSure ? undefined : { flag: "customError", text: explain(entry, texts) ?? otherwise, at };
  }
}

/** Returns the fault of a postcode or number that cannot exist. */
export function formFaultOf({ postcode, number }: Fields, texts: Texts): FieldFault | undefined {
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

/** Explains an outcome without an address: additions to choose from, what became of it, an address nearby. */
export function explain({ outcome, fields }: FormEntry, texts: Texts): string | undefined {
  if (outcome.kind !== "ambiguous" && outcome.kind !== "unknown") {
    return undefined;
  }
  const parts = [outcome.former && formerText(outcome.former, texts)];
  if (outcome.kind === "ambiguous") {
    const addition = typedKeyOf(fields)?.addition ?? "";
    const number = outcome.candidates[0]!.huisnummer;
    parts.push(addition === "" ? texts.choose(number) : texts.chooseOther(number, addition));
  } else if (outcome.neighbour !== undefined) {
    parts.push(texts.mean(addressLineOf(outcome.neighbour)));
  }
  return parts.filter(Boolean).join(" ") || undefined;
}

/** Names the last day of an address, and its present form. */
function formerText({ valid_until, today }: FormerAddress, texts: Texts): string {
  const since = new Date(valid_until!).toLocaleDateString(texts.locale, {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return today === null ? texts.gone(since) : texts.renamed(since, addressLineOf(today));
}
