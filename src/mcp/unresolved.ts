/** An answer that is a question or a near miss: nothing is picked silently. */
import { z } from "zod";
import type { AdresRecord } from "../registry/records.ts";

/** Lists hold no more than this; the total says what there is. */
export const MAX_LISTED = 10;

const Choice = z.strictObject({
  label: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** The call that gets this one. */
export type Choice = z.output<typeof Choice>;

export const Unresolved = z.strictObject({
  /** Several fit and the user must say which; else nothing does, and the choices are near misses. */
  ambiguous: z.boolean(),
  reason: z.string(),
  choices: z.array(Choice),
  choices_total: z.int().min(0),
  next: z.string(),
});
export type Unresolved = z.output<typeof Unresolved>;

interface Choices {
  readonly choices: readonly Choice[];
  /** Of all there are; the number given unless said otherwise. */
  readonly total?: number | undefined;
  /** What to ask the user, or to try. */
  readonly next: string;
}

export function ambiguous(reason: string, { choices, total, next }: Choices): { unresolved: Unresolved } {
  return unresolved(true, reason, { choices, total, next });
}

export function notFound(reason: string, { choices, total, next }: Choices): { unresolved: Unresolved } {
  return unresolved(false, reason, { choices, total, next });
}

function unresolved(isAmbiguous: boolean, reason: string, { choices, total, next }: Choices) {
  const listed = choices.slice(0, MAX_LISTED);
  const choices_total = total ?? choices.length;
  return { unresolved: { ambiguous: isAmbiguous, reason, choices: listed, choices_total, next } };
}

/** The lookup of exactly this address; the few without a postcode are found by their line. */
export function addressChoice(adres: AdresRecord): Choice {
  const { postcode, huisnummer, huisletter, huisnummertoevoeging, full_address: label } = adres;
  if (postcode === null) return { label, tool: "geocode_address", arguments: { q: label } };
  return {
    label,
    tool: "lookup_address",
    arguments: {
      postcode,
      number: huisnummer,
      ...(huisletter ? { letter: huisletter } : {}),
      ...(huisnummertoevoeging ? { addition: huisnummertoevoeging } : {}),
    },
  };
}

/** The same as text, one line for each choice. */
export function describeUnresolved({ reason, choices, choices_total, next }: Unresolved): string {
  const lines = choices.map(
    (choice) => `- ${choice.label}: ${choice.tool} ${JSON.stringify(choice.arguments)}`,
  );
  const more = choices_total - choices.length;
  return [reason, ...lines, ...(more > 0 ? [`… and ${more} more`] : []), next].join("\n");
}
