/** The oldest buildings of a place, each with an address: loaded when they are asked for. */
import type { ComponentChildren } from "preact";
import type { AnswerOf } from "../../../../http/client/client.ts";
import { streetLineOf } from "../../../kit/client/address-line.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { type Address, rememberAddress } from "../known-addresses.ts";
import { selectionBounds } from "../map/selection-features.ts";
import { ViewLink } from "../navigation.tsx";
import type { AreaChartsProps } from "./area-charts.tsx";

export interface OldestOf {
  /** With its geometry. */
  readonly city: AnswerOf<"/cities/{woonplaatsId}">["data"];
  readonly years: AreaChartsProps["years"];
}

const texts = pickTexts({
  hint: {
    nl: "Panden met een adres, naar het bouwjaar dat de gemeente heeft geregistreerd.",
    en: "Buildings with an address, by the year of construction that the municipality registered.",
  },
  none: {
    nl: "Geen van de oudste panden heeft een adres.",
    en: "None of the oldest buildings has an address.",
  },
});

/** Buildings to show, unless more are of the oldest year. */
const WANTED = 5;
/** Buildings whose addresses are asked for; some may lie in other places of the box. */
const MAX_ASKED = 12;

/** Loads the oldest buildings with an address in the place, and returns them as a list of links. */
export async function openOldest(ask: Ask, { city, years }: OldestOf): Promise<ComponentChildren> {
  const box = selectionBounds({ area: city.geometry });
  if (box === undefined) {
    return <p class="hint">{texts.none}</p>;
  }
  const [west, south, east, north] = box;
  const { data: found } = await ask("/buildings/within-bbox", {
    ...{ north, south, east, west },
    ...oldestYears(years),
    "filter[stage]": "standing",
    limit: 500,
  });
  const candidates = found.toSorted((a, b) => a.bouwjaar! - b.bouwjaar!).slice(0, MAX_ASKED);
  const buildings = await Promise.all(
    candidates.map(({ identificatie }) =>
      ask("/buildings/{pandId}", { pandId: identificatie, include: "addresses" }),
    ),
  );
  const addresses = buildings.flatMap(({ data }) => {
    const inPlace = data.addresses?.find(({ woonplaats_id }) => woonplaats_id === city.identificatie);
    return inPlace ?? [];
  });
  addresses.forEach(rememberAddress);
  return addresses.length === 0 ? (
    <p class="hint">{texts.none}</p>
  ) : (
    <>
      <ul class="rows">{addresses.map(OldestRow)}</ul>
      <p class="hint">{texts.hint}</p>
    </>
  );
}

/** Returns the first and last of the oldest years that have at most the wanted number of buildings, or one year. */
function oldestYears(years: OldestOf["years"]) {
  let total = 0;
  const after = years.findIndex(({ count }, i) => {
    total += count;
    return i > 0 && total > WANTED;
  });
  const last = years.at(after === -1 ? -1 : after - 1)!;
  return { "filter[bouwjaar_min]": years[0]!.period, "filter[bouwjaar_max]": last.period };
}

function OldestRow(address: Address) {
  return (
    <li key={address.nummeraanduiding_id}>
      <ViewLink to={{ kind: "address", id: address.nummeraanduiding_id }}>{streetLineOf(address)}</ViewLink>
      <span class="hint">{address.bouwjaar}</span>
    </li>
  );
}
