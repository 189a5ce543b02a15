import { RequestFailed } from "../../../../http/client/client.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { type ExplorerView, isArea, type ViewKind } from "../../view.ts";
import { pageData } from "../page-data.ts";
import { addressCard, pointCard } from "./address-card.tsx";
import { areaCard } from "./area-card.tsx";
import { buildingCard } from "./building-card.tsx";
import type { CardKind, CardValue } from "./card-kind.ts";
import { lineCard } from "./line-card.tsx";
import { municipalityCard } from "./municipality-card.tsx";
import { placeCard } from "./place-card.tsx";
import { postcodeCard } from "./postcode-card.tsx";
import { provinceCard } from "./province-card.tsx";
import { residenceCard } from "./residence-card.tsx";
import { streetCard } from "./street-card.tsx";

const CARDS: Readonly<Record<Exclude<ViewKind, "former">, CardKind<unknown>>> = {
  line: erase(lineCard),
  address: erase(addressCard),
  building: erase(buildingCard),
  residence: erase(residenceCard),
  street: erase(streetCard),
  postcode: erase(postcodeCard),
  place: erase(placeCard),
  municipality: erase(municipalityCard),
  province: erase(provinceCard),
  point: erase(pointCard),
};
const AREA_CARD = erase(areaCard);

/** Yields the card of a view as its data grow; of an object that is gone the card of its past, if it is known. */
export async function* loadCard(ask: Ask, view: NonNullable<ExplorerView>): AsyncGenerator<CardValue> {
  try {
    const card = await cardOf(view);
    for await (const data of card.load(ask, view.id)) {
      yield { view, card, data };
    }
  } catch (error) {
    if (!isNotFound(error) || !pageData.registry?.hasHistory) {
      throw error;
    }
    yield* (await import("../time/gone-card.tsx")).loadGone(ask, view, error);
  }
}

/** Returns the card of a view; four digits as a postcode are an area. */
async function cardOf(view: NonNullable<ExplorerView>): Promise<CardKind<unknown>> {
  if (view.kind === "former") {
    return erase((await import("../time/former-card.tsx")).formerCard);
  }
  return isArea(view) ? AREA_CARD : CARDS[view.kind];
}

function isNotFound(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 404;
}

/** Each card only ever receives the data that it loaded itself, so its type is of no interest outside. */
function erase<D>(card: CardKind<D>): CardKind<unknown> {
  return card as CardKind<unknown>;
}
