/** Addressable objects of any type: verblijfsobjecten, ligplaatsen, standplaatsen. */
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { type AddressableType, formatIdentificatie, OBJECT_TYPES } from "../schema/object-types.ts";
import { readAdres, splitList } from "./adres-record.ts";
import type { AdresRecord } from "./records.ts";

/** An addressable object by its own data; purposes and floor area are of verblijfsobjecten alone. */
export interface AdresseerbaarObject {
  readonly type: AddressableType;
  readonly status: string;
  /** In RD. */
  readonly geometry: Geometry;
  /** Identificaties of its panden; also of one that the registry lacks. */
  readonly pandIds: readonly string[];
}

const CODES = { VBO: "verblijfsobject", LIG: "ligplaats", STA: "standplaats" } as const;
type Code = keyof typeof CODES;

/** Returns the type of an identificatie and its key; `undefined` for text that is none of an addressable object. */
function parseObjectId(id: string): { readonly code: Code; readonly key: number } | undefined {
  for (const code of Object.keys(CODES) as Code[]) {
    const key = parseIdentificatie(code, id);
    if (key !== undefined) {
      return { code, key };
    }
  }
  return undefined;
}

interface ObjectRow {
  readonly status: number;
  readonly geom: Uint8Array;
  readonly pand_id?: number | null;
  readonly pand_ids?: string | null;
}

export function findAdresseerbaarObject(s: Snapshot, id: string): AdresseerbaarObject | undefined {
  const parsed = parseObjectId(id);
  if (parsed === undefined) {
    return undefined;
  }
  const type = CODES[parsed.code];
  const columns = parsed.code === "VBO" ? "status, geom, pand_id, pand_ids" : "status, geom";
  const row = s.statement<ObjectRow>(`SELECT ${columns} FROM ${type} WHERE fid = ?`).get(parsed.key);
  if (row === null) {
    return undefined;
  }
  const { status, geom, pand_id, pand_ids } = row;
  const one = pand_id == null ? [] : [formatIdentificatie(pand_id)];
  return {
    type,
    status: OBJECT_TYPES[parsed.code].statuses[status]!,
    geometry: decodeGpkgGeometry(geom),
    pandIds: pand_ids ? splitList(pand_ids).map((pand) => formatIdentificatie(Number(pand))) : one,
  };
}

/** Lists the addresses of an object, its hoofdadres first; none for an id that is not in the registry. */
export function listAdressenOfObject(s: Snapshot, id: string): AdresRecord[] {
  const parsed = parseObjectId(id);
  const row =
    parsed &&
    s
      .statement<{ hoofdadres_id: number; nevenadres_ids: string | null }>(
        `SELECT hoofdadres_id, nevenadres_ids FROM ${CODES[parsed.code]} WHERE fid = ?`,
      )
      .get(parsed.key);
  if (!row) {
    return [];
  }
  const keys = [row.hoofdadres_id, ...splitList(row.nevenadres_ids).map(Number)];
  return [...new Set(keys)]
    .map((key) => readAdres(s, key))
    .filter((adres) => adres?.adresseerbaar_object_id === id) as AdresRecord[];
}
