import { type Day, dateOf } from "../calendar.ts";
import { hashSeed, pick } from "../random.ts";

const FORMS = ["Z", "BP", "2009/", "B&W-", "D.", "RAAD ", "Zaak\u00a0"] as const;

/** Returns the document of the decision behind a voorkomen: its number, and its date, up to 19 days before `begin`. */
export function documentOf(seed: number, begin: Day): { documentdatum: string; documentnummer: string } {
  const number = hashSeed(seed, 95) % 1_000_000;
  return { documentdatum: dateOf(begin - (number % 20)), documentnummer: pick(seed, 96, FORMS) + number };
}
