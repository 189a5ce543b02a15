/** Computes which object has which address, and which references are dangling, one by one from the definitions. */
import { listNamedPanden } from "../../../src/import/derive/links/link-panden.ts";
import {
  ADDRESSABLE_TYPES,
  type AddressableType,
  typeCodeOf,
} from "../../../src/registry/schema/object-types.ts";
import type { DeliveredTables, Row } from "../registries/base-changes.ts";

interface Reference {
  readonly nummeraanduiding: number;
  readonly object: number;
  readonly type: AddressableType;
  readonly isNevenadres: boolean;
}

/** Row of nummeraanduiding, object, its type, 1 for a nevenadres; in order of nummeraanduiding. */
export type LinkRow = [number, number, AddressableType, 0 | 1];

export function adressenByDefinition(delivered: DeliveredTables): LinkRow[] {
  const best = new Map<number, Reference>();
  for (const reference of listReferences(delivered)) {
    if (!hasWoonplaats(delivered, reference.nummeraanduiding)) {
      continue;
    }
    const other = best.get(reference.nummeraanduiding);
    if (other === undefined || rank(reference) < rank(other)) {
      best.set(reference.nummeraanduiding, reference);
    }
  }
  return [...best.values()]
    .map(({ nummeraanduiding, object, type, isNevenadres }): LinkRow => {
      return [nummeraanduiding, object, type, isNevenadres ? 1 : 0];
    })
    .sort((a, b) => a[0] - b[0]);
}

/** Returns the rows of pand and address, in order. */
export function pandAdressenByDefinition(delivered: DeliveredTables): [number, number][] {
  const { verblijfsobject, pand } = delivered.tables;
  return adressenByDefinition(delivered)
    .flatMap(([adres, object]) => {
      const row = verblijfsobject.get(object);
      const named = row === undefined ? [] : listNamedPanden(row as unknown as PandColumns);
      return named.filter((id) => pand.has(id)).map((id): [number, number] => [id, adres]);
    })
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

type PandColumns = Parameters<typeof listNamedPanden>[0];

/** Returns the rows of `target_id` and `source_id` except those of panden in no woonplaats, in order. */
export function unresolvedReferencesByDefinition(delivered: DeliveredTables): [number, number][] {
  const ownerOf = new Map(adressenByDefinition(delivered).map(([num, object]) => [num, object]));
  const owners = new Set(ownerOf.values());
  const unresolved = new Map<string, [number, number]>();
  const add = (to: number, from: number) => void unresolved.set(`${to} ${from}`, [to, from]);
  for (const { nummeraanduiding, object } of listReferences(delivered)) {
    if (typeCodeOf(nummeraanduiding) !== "NUM" || ownerOf.get(nummeraanduiding) === object) {
      continue;
    }
    add(nummeraanduiding, object);
    const row = delivered.tables.nummeraanduiding.get(nummeraanduiding);
    if (row === undefined || ownerOf.has(nummeraanduiding)) {
      continue;
    }
    add(Number(row.openbare_ruimte_id), nummeraanduiding);
    const woonplaats = woonplaatsOf(delivered, row);
    if (woonplaats !== undefined) {
      add(woonplaats, nummeraanduiding);
    }
  }
  for (const [object, row] of delivered.tables.verblijfsobject) {
    for (const pand of listNamedPanden(row as unknown as PandColumns)) {
      if (!delivered.tables.pand.has(pand) || !owners.has(object)) {
        add(pand, object);
      }
    }
  }
  return [...unresolved.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function listReferences({ tables }: DeliveredTables): Reference[] {
  return ADDRESSABLE_TYPES.flatMap((type) =>
    [...tables[type]].flatMap(([object, { hoofdadres_id, nevenadres_ids }]) => {
      const neven = nevenadres_ids === null ? [] : String(nevenadres_ids).split("|");
      return [
        { object, type, nummeraanduiding: Number(hoofdadres_id), isNevenadres: false },
        ...neven.map((id) => ({ object, type, nummeraanduiding: Number(id), isNevenadres: true })),
      ];
    }),
  );
}

/** Returns a sort key, compared as text: hoofdadres first, then by object type, then the lowest identificatie. */
function rank({ isNevenadres, type, object }: Reference): string {
  return `${isNevenadres ? 1 : 0}${ADDRESSABLE_TYPES.indexOf(type)}${String(object).padStart(16, "0")}`;
}

/**
 * Returns the woonplaats of a nummeraanduiding whose openbare ruimte exists: its own, else the street's; it may not
 * exist.
 */
function woonplaatsOf({ tables }: DeliveredTables, nummeraanduiding: Row): number | undefined {
  const street = tables.openbare_ruimte.get(Number(nummeraanduiding.openbare_ruimte_id));
  return street && Number(nummeraanduiding.woonplaats_id ?? street.woonplaats_id);
}

function hasWoonplaats(delivered: DeliveredTables, id: number): boolean {
  const row = delivered.tables.nummeraanduiding.get(id);
  const woonplaats = row && woonplaatsOf(delivered, row);
  return woonplaats !== undefined && delivered.tables.woonplaats.has(woonplaats);
}
