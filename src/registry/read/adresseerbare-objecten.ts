/** Addressable objects of any type: verblijfsobjecten, ligplaatsen, standplaatsen. */
import type { Snapshot } from "../file/snapshot.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { type AddressableType, formatIdentificatie, OBJECT_TYPES } from "../schema/object-types.ts";
import { readAdressen, splitList } from "./adres-record.ts";
import type { AdresRecord } from "./records.ts";
import { LISTED_KEYS } from "./rows-by-place.ts";

/** Position as published: degrees with 8 decimals, RD metres with 3. */
export type PublishedPoint = Pick<AdresRecord, "latitude" | "longitude" | "rd_x" | "rd_y">;

/** An addressable object by its own data; purposes, floor area and panden are of verblijfsobjecten alone. */
export interface AdresseerbaarObject extends PublishedPoint {
  readonly key: number;
  readonly type: AddressableType;
  readonly status: string;
  readonly gebruiksdoel: readonly string[];
  readonly oppervlakte: number | null;
  /** Identificaties of its panden; also of one that the registry lacks. */
  readonly pandIds: readonly string[];
  /** Nummeraanduidingen that it names: its addresses, and maybe others. */
  readonly hoofdadresKey: number;
  readonly nevenadresKeys: readonly number[];
  /** Geometry in RD (`geo/gpkg-geometry.ts`). */
  readonly geom: Uint8Array;
}

const CODES = { verblijfsobject: "VBO", ligplaats: "LIG", standplaats: "STA" } as const;
const TYPES = Object.keys(CODES) as AddressableType[];

interface ObjectRow extends PublishedPoint {
  readonly fid: number;
  readonly status: number;
  readonly hoofdadres_id: number;
  readonly nevenadres_ids: string | null;
  readonly geom: Uint8Array;
  /** The columns from here on are of verblijfsobjecten alone. */
  readonly gebruiksdoel?: string | null;
  readonly oppervlakte?: number | null;
  readonly pand_id?: number | null;
  readonly pand_ids?: string | null;
}

const COLUMNS = "fid, status, hoofdadres_id, nevenadres_ids, latitude, longitude, rd_x, rd_y, geom";
const OF_VERBLIJFSOBJECT = "gebruiksdoel, oppervlakte, pand_id, pand_ids";

/** Reads objects of a type by keys, in the order of these; leaves out those that do not exist. */
export function readObjecten(
  s: Snapshot,
  type: AddressableType,
  keys: readonly number[],
): AdresseerbaarObject[] {
  const columns = type === "verblijfsobject" ? `${COLUMNS}, ${OF_VERBLIJFSOBJECT}` : COLUMNS;
  const sql = `SELECT ${columns} FROM ${LISTED_KEYS} CROSS JOIN ${type} ON fid = listed`;
  const { statuses } = OBJECT_TYPES[CODES[type]];
  return s
    .statement<ObjectRow>(sql)
    .all(JSON.stringify(keys))
    .map((row) => ({
      key: row.fid,
      type,
      status: statuses[row.status]!,
      gebruiksdoel: splitList(row.gebruiksdoel ?? null),
      oppervlakte: row.oppervlakte ?? null,
      pandIds: pandIdsOf(row),
      hoofdadresKey: row.hoofdadres_id,
      nevenadresKeys: splitList(row.nevenadres_ids).map(Number),
      latitude: row.latitude,
      longitude: row.longitude,
      rd_x: row.rd_x,
      rd_y: row.rd_y,
      geom: row.geom,
    }));
}

function pandIdsOf({ pand_id, pand_ids }: ObjectRow): string[] {
  if (pand_ids) {
    return splitList(pand_ids).map((id) => formatIdentificatie(Number(id)));
  }
  return typeof pand_id === "number" ? [formatIdentificatie(pand_id)] : [];
}

/** Finds the object of an identificatie of any of the three types. */
export function findAdresseerbaarObject(s: Snapshot, id: string): AdresseerbaarObject | undefined {
  const type = TYPES.find((each) => parseIdentificatie(CODES[each], id) !== undefined);
  return type && readObjecten(s, type, [Number(id)])[0];
}

/** Lists the nummeraanduidingen that an object names, its hoofdadres first: its addresses, and maybe others. */
export function listAdresKeysOfObject(s: Snapshot, id: string): number[] {
  const object = findAdresseerbaarObject(s, id);
  return object === undefined ? [] : [...new Set([object.hoofdadresKey, ...object.nevenadresKeys])];
}

/** Lists the addresses of an object, its hoofdadres first; none for an id that is not in the registry. */
export function listAdressenOfObject(s: Snapshot, id: string): AdresRecord[] {
  return readAdressen(s, listAdresKeysOfObject(s, id)).filter(
    (adres) => adres.adresseerbaar_object_id === id,
  );
}
