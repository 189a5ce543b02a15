import type { Database } from "../../base/sqlite.ts";
import { assembleIndex } from "./assemble-index.ts";
import { loadIndexBuffer, openIndex, storeIndex } from "./index-store.ts";
import { NameTable } from "./name-table.ts";
import { readStreetsOf } from "./read-streets.ts";
import { joinColumns, streetColumnsOf } from "./street-table.ts";

/**
 * Updates the stored index from the tables; the result is byte for byte what buildIndex makes of them.
 * `openbareRuimten` are the keys of the streets that appeared, vanished or changed in name, verkorte naam or
 * woonplaats, or with an address that did so in number, letter, addition or woonplaats. Reads only the addresses of
 * those; reorders the rest of the index as arrays, some 300 ms for the country.
 */
export function updateIndex(db: Database, openbareRuimten: ReadonlySet<number>): void {
  if (openbareRuimten.size === 0) {
    return;
  }
  const known = openIndex(loadIndexBuffer(db));
  const names = new NameTable(known);
  const streets = joinColumns(streetColumnsOf(known), readStreetsOf(db, names, openbareRuimten));
  const isCurrent = (street: number) =>
    street >= known.streetCount || !openbareRuimten.has(streets.ids[street]!);
  storeIndex(db, assembleIndex(names, streets, Uint32Array.from(streets.ids.keys()).filter(isCurrent)));
}
