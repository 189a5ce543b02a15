/** Results that list choices, as a question to the user or as near misses: nothing is picked silently. */
import { z } from "zod";
import { omitUndefined } from "../../http/omit-undefined.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { MAX_LISTED } from "./pages.ts";

const Call = z.strictObject({
  tool: z.string(),
  arguments: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Call = z.output<typeof Call>;

export const Choice = Call.extend({ label: z.string() });

/** Choice with the call that returns it. */
export type Choice = z.output<typeof Choice>;

export const Unresolved = z.strictObject({
  /** True when several fit and the user must say which; false when none fits and the choices are near misses. */
  ambiguous: z.boolean(),
  reason: z.string(),
  choices: z.array(Choice),
  choices_total: z.int().min(0),
  /** Call that lists the choices after these. */
  more: Call.optional(),
  next: z.string(),
});
export type Unresolved = z.output<typeof Unresolved>;

interface Choices {
  readonly choices: readonly Choice[];
  /** Number of all choices; by default the length of `choices`. */
  readonly total?: number | undefined;
  /** Call that lists the choices beyond `MAX_LISTED`. */
  readonly more?: Call;
  /** Question to ask the user, or call to try. */
  readonly next: string;
}

export function ambiguous(reason: string, choices: Choices): { unresolved: Unresolved } {
  return unresolved(true, reason, choices);
}

export function notFound(reason: string, choices: Choices): { unresolved: Unresolved } {
  return unresolved(false, reason, choices);
}

function unresolved(isAmbiguous: boolean, reason: string, { choices, total, more, next }: Choices) {
  const listed = choices.slice(0, MAX_LISTED);
  const choices_total = total ?? choices.length;
  const continuation = more !== undefined && choices_total > listed.length ? { more } : {};
  return {
    unresolved: { ambiguous: isAmbiguous, reason, choices: listed, choices_total, ...continuation, next },
  };
}

/**
 * Returns the choice of an address: its exact lookup, or geocoding of its line for the few addresses without a
 * postcode.
 */
export function addressChoice(adres: AdresRecord): Choice {
  const { full_address: label } = adres;
  const key = omitUndefined(addressKeyOf(adres));
  if (key.postcode === undefined) {
    return { label, tool: "geocode_address", arguments: { q: label } };
  }
  return { label, tool: "lookup_address", arguments: key };
}

/**
 * Returns the search that continues after the choices of a line: both list the results of the line in the same order.
 */
export function nextSearchPage(q: string): Call {
  return searchCall(q, 2);
}

export function searchCall(q: string, page = 1): Call {
  return { tool: "search_addresses", arguments: page === 1 ? { q } : { q, page } };
}

/** Renders the result as text, one line for each choice. */
export function describeUnresolved({ reason, choices, choices_total, more, next }: Unresolved): string {
  const lines = choices.map((choice) => `- ${choice.label}: ${describeCall(choice)}`);
  const left = choices_total - choices.length;
  const how = more === undefined ? "" : `: ${describeCall(more)}`;
  return [reason, ...lines, ...(left > 0 ? [`… and ${left} more${how}`] : []), next].join("\n");
}

function describeCall(call: Call): string {
  return `${call.tool} ${JSON.stringify(call.arguments)}`;
}

/**
 * Postcode and parts of the house number, without the parts that the address does not have; a few addresses have no
 * postcode.
 */
export const AddressKey = z.strictObject({
  postcode: z.string().optional(),
  number: z.int(),
  letter: z.string().optional(),
  addition: z.string().optional(),
});
export type AddressKey = z.output<typeof AddressKey>;

export function addressKeyOf(adres: AdresRecord): AddressKey {
  const { postcode, huisnummer, huisletter, huisnummertoevoeging } = adres;
  return {
    ...(postcode === null ? {} : { postcode }),
    number: huisnummer,
    ...(huisletter === null ? {} : { letter: huisletter }),
    ...(huisnummertoevoeging === null ? {} : { addition: huisnummertoevoeging }),
  };
}
