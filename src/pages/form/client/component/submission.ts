/** Values that the component gives to its form, and the state that the browser keeps for it. */
import type { Certainty } from "./public-types.ts";
import { type Address, FIELDS, type Fields, typedKeyOf } from "./typed-address.ts";

/** State that the browser restores after a step back or a restart. */
export interface State {
  readonly mode: string;
  readonly line: string;
  readonly fields: Fields;
  /** Values that were filled in rather than typed by hand. */
  readonly filled: Partial<Fields>;
}

interface Submitted {
  readonly fields: Fields;
  readonly certainty: Certainty;
  readonly address: Address | undefined;
}

/** Returns the values under the names of the fields, with `name` as prefix: `shipping.postcode`. */
export function submissionOf(name: string | null, { fields, certainty, address }: Submitted): FormData {
  const data = new FormData();
  const prefix = prefixOf(name);
  for (const [field, text] of Object.entries(toWritten(fields))) {
    data.set(prefix + field, text);
  }
  data.set(`${prefix}certainty`, certainty);
  data.set(`${prefix}id`, certainty === "confirmed" ? (address?.nummeraanduiding_id ?? "") : "");
  return data;
}

export function prefixOf(name: string | null): string {
  return name ? `${name}.` : "";
}

/** Returns the fields as the registry writes them: `1382KT`, number `5` and addition `a` for `5a`. */
export function toWritten(fields: Fields): Fields {
  return { ...fields, ...typedKeyOf(fields) };
}

export function readState(state: unknown): State | undefined {
  if (typeof state !== "string") {
    return undefined;
  }
  const read = JSON.parse(state) as State;
  return FIELDS.every((name) => typeof read.fields?.[name] === "string") ? read : undefined;
}
