import type { Country, DemoWoonplaats } from "./country.ts";
import { type Street, streetsOf } from "./town.ts";

/** A street, its woonplaats, and the woonplaats of the few addresses that do not lie in that. */
export interface StreetPlace {
  readonly woonplaats: DemoWoonplaats;
  readonly street: Street;
  readonly elsewhere: DemoWoonplaats | undefined;
}

/** All streets in order of identificatie; nothing but the woonplaats at hand is kept. */
export function* streetPlaces(country: Country): Generator<StreetPlace> {
  for (const woonplaats of country.woonplaatsen) yield* streetPlacesIn(country, woonplaats);
}

export function* streetPlacesIn(country: Country, woonplaats: DemoWoonplaats): Generator<StreetPlace> {
  const elsewhere = neighbourOf(country, woonplaats);
  for (const street of streetsOf(woonplaats)) yield { woonplaats, street, elsewhere };
}

/** The next woonplaats of the same provincie, for its last one the one before. */
function neighbourOf(country: Country, { index, gemeente }: DemoWoonplaats): DemoWoonplaats | undefined {
  return [country.woonplaatsen[index + 1], country.woonplaatsen[index - 1]].find(
    (other) => other?.gemeente.provincie === gemeente.provincie,
  );
}
