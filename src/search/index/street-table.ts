/** Columns of streets before they get positions in the index: from the registry's tables or an existing index. */
import { HouseNumberWriter, type NumberEntry } from "./house-numbers.ts";
import { joinArrays, joinLists, type Lists, listsOf, sizesOf } from "./index-lists.ts";
import type { StreetIndex } from "./street-index.ts";

/** Streets as columns, one row for each street. */
export interface StreetColumns {
  /** Keys of the openbare ruimten. */
  readonly ids: Float64Array;
  /** Keys of the woonplaatsen. */
  readonly placeIds: Uint16Array;
  /** Numbers of each street's names in the NameTable: the full one, and the short one if it differs. */
  readonly names: Lists;
  /** Number of addresses of each street. */
  readonly addresses: Uint32Array;
  /** House numbers of each street, as encoded by house-numbers.ts. */
  readonly numbers: Lists<Uint8Array>;
}

export interface IndexedStreet {
  readonly id: number;
  readonly placeId: number;
  readonly names: readonly number[];
  /** Ascending. */
  readonly numbers: readonly NumberEntry[];
}

/** Encodes streets one by one: objects for all numbers of the country would take a gigabyte. */
export class StreetWriter {
  readonly #streets: Pick<IndexedStreet, "id" | "placeId" | "names">[] = [];
  readonly #addresses: number[] = [];
  readonly #starts: number[] = [0];
  readonly #numbers = new HouseNumberWriter();

  add({ id, placeId, names, numbers }: IndexedStreet): void {
    this.#streets.push({ id, placeId, names });
    this.#addresses.push(this.#numbers.add(numbers));
    this.#starts.push(this.#numbers.size);
  }

  columns(): StreetColumns {
    return {
      ids: Float64Array.from(this.#streets, ({ id }) => id),
      placeIds: Uint16Array.from(this.#streets, ({ placeId }) => placeId),
      names: listsOf(this.#streets.map(({ names }) => names)),
      addresses: Uint32Array.from(this.#addresses),
      numbers: { starts: Uint32Array.from(this.#starts), items: this.#numbers.bytes() },
    };
  }
}

/** Returns the streets of an index; their names have the numbers that a NameTable of that index gives them. */
export function streetColumnsOf({ arrays }: StreetIndex): StreetColumns {
  return {
    ids: arrays.streetIds,
    placeIds: arrays.streetPlaces.map((place) => arrays.placeIds[place]!),
    names: { starts: arrays.streetNameStarts, items: arrays.streetNames },
    addresses: sizesOf({ starts: arrays.streetAddressStarts }),
    numbers: { starts: arrays.streetNumberStarts, items: arrays.numberBytes },
  };
}

export function joinColumns(a: StreetColumns, b: StreetColumns): StreetColumns {
  return {
    ids: joinArrays(a.ids, b.ids),
    placeIds: joinArrays(a.placeIds, b.placeIds),
    names: joinLists(a.names, b.names),
    addresses: joinArrays(a.addresses, b.addresses),
    numbers: joinLists(a.numbers, b.numbers),
  };
}
