import type { Country, DemoWoonplaats } from "./country.ts";
import { type PlannedStreet, streetsOf } from "./streets.ts";

/** Street with its woonplaats, and with the neighbouring woonplaats in which a few of its addresses lie. */
export interface StreetPlace {
  readonly woonplaats: DemoWoonplaats;
  readonly street: PlannedStreet;
  readonly neighbour: DemoWoonplaats | undefined;
}

/** Enumerates all streets in order of identificatie; holds only the current woonplaats in memory. */
export function* streetPlaces(country: Country): Generator<StreetPlace> {
  for (const woonplaats of country.woonplaatsen) {
    yield* streetPlacesIn(country, woonplaats);
  }
}

export function* streetPlacesIn(country: Country, woonplaats: DemoWoonplaats): Generator<StreetPlace> {
  const neighbour = neighbourOf(country, woonplaats);
  for (const street of streetsOf(woonplaats)) {
    yield { woonplaats, street, neighbour };
  }
}

/** Returns the next woonplaats of the same provincie; for its last one the one before. */
function neighbourOf(country: Country, { index, gemeente }: DemoWoonplaats): DemoWoonplaats | undefined {
  return [country.woonplaatsen[index + 1], country.woonplaatsen[index - 1]].find(
    (other) => other?.gemeente.provincie === gemeente.provincie,
  );
}
