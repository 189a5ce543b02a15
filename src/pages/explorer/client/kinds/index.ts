import { RequestFailed } from "../../../../http/client/client.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import type { ExplorerView, ViewKind } from "../../view.ts";
import { pageData } from "../page-data.ts";
import { address, point } from "./address.tsx";
import { area } from "./area.tsx";
import { building } from "./building.tsx";
import type { CardValue, Kind } from "./kind.ts";
import { line } from "./line.tsx";
import { municipality } from "./municipality.tsx";
import { place } from "./place.tsx";
import { postcode } from "./postcode.tsx";
import { province } from "./province.tsx";
import { residence } from "./residence.tsx";
import { street } from "./street.tsx";

const KINDS = {
  ...{ line, address, building, residence, street, postcode, area, place, municipality, province, point },
  former: async () => (await import("./former.tsx")).former,
} satisfies Readonly<Record<ViewKind, unknown>>;

const IDENTIFICATIE = /^\d{16}$/;

/**
 * Yields the card of a view as its data grow. For an object that no longer exists, yields the card of its past, if
 * known.
 */
export async function* loadCard(ask: Ask, view: NonNullable<ExplorerView>): AsyncGenerator<CardValue> {
  const known = KINDS[view.kind];
  // Each kind only ever receives the data that it loaded itself, so their type is of no interest outside.
  const kind = (typeof known === "function" ? await known() : known) as Kind<unknown>;
  try {
    for await (const data of kind.load(ask, view.id)) {
      yield { view, kind, data };
    }
  } catch (error) {
    const isNotFound = error instanceof RequestFailed && error.status === 404;
    const isKept = pageData.registry?.hasHistory && IDENTIFICATIE.test(view.id);
    if (!isNotFound || kind.life === undefined || !isKept) {
      throw error;
    }
    yield* (await import("../time/gone.tsx")).loadGone(ask, view, kind.life);
  }
}
