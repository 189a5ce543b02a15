import type { ComponentChildren } from "preact";
import { numberLineOf } from "../../../kit/client/address-line.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import type { ExplorerView } from "../../view.ts";
import type { Address } from "../known-addresses.ts";
import type { MapSelection } from "../map/map-selection.ts";
import type { Downloadable } from "../parts/download.tsx";
import type { ShownRequest } from "../parts/request-forms.tsx";
import type { Life } from "../time/life.ts";

/** One kind of object or search: how its data is loaded and shown. `view.ts` has its parameter and name. */
export interface Kind<D> {
  /** Yields the data as it grows: known fields first, then fields that take further requests. */
  load(ask: Ask, id: string): AsyncGenerator<D>;
  title(data: D): string;
  /** Line below the title. */
  detail?(data: D): string;
  /** Text that the search box shows; the title by default. */
  searchText?(data: D): string;
  /** Nothing by default. */
  selection?(data: D): MapSelection;
  /** View under the lasting identifier, where the URL may have another. */
  lastingView?(data: D): ExplorerView;
  /** View of a copied link when it is another one: the object that a search found. */
  sharedView?(data: D): ExplorerView;
  /** Downloads and links; absent without any. */
  download?(data: D): Downloadable | undefined;
  /** Absent where there is nothing to ask for. */
  request?(data: D): ShownRequest | undefined;
  Body(props: { data: D }): ComponentChildren;
  /** History of the object; absent for kinds without one. */
  readonly life?: Life;
}

/** Data of a view with the kind that loaded and shows them. */
export interface CardValue {
  readonly view: NonNullable<ExplorerView>;
  readonly kind: Kind<unknown>;
  readonly data: unknown;
}

/** Returns the addresses that the map shows in addition to the selection. */
export function othersOf(addresses: readonly Address[]) {
  return addresses.map((address) => ({
    id: address.nummeraanduiding_id,
    lat: address.latitude,
    lng: address.longitude,
    label: numberLineOf(address),
  }));
}

export function pointOf({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { lat: latitude, lng: longitude };
}
