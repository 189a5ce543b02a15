/** Stages of objects (docs/records.md, "Stage"): of an address, and as a condition of queries. */
import type { Snapshot } from "../file/snapshot.ts";
import {
  ADDRESSABLE_CODES,
  type AddressableType,
  type ExistingStage,
  OBJECT_TYPES,
  type Stage,
  stageOf,
  type TypeCode,
} from "../schema/object-types.ts";
import { hasTextStatus } from "../schema/schema.ts";

/** Addressable object of an address, by its key. */
interface AddressableObject {
  readonly type: AddressableType;
  readonly adresseerbaar_object_id: number;
}

/** Reads the status and stage of the object of an address: about 1 µs. */
export function readObjectStage(
  s: Snapshot,
  { type, adresseerbaar_object_id }: AddressableObject,
): { object_status: string; stage: Stage } {
  const code = ADDRESSABLE_CODES[type];
  const { status } = s
    .statement<{ status: number }>(`SELECT status FROM ${type} WHERE fid = ?`)
    .get(adresseerbaar_object_id)!;
  const object_status = OBJECT_TYPES[code].statuses[status]!;
  return { object_status, stage: stageOf(code, object_status) };
}

/** Returns SQL that is true for a row of a type's table, with this alias, whose object is in the stage. */
export function stageSql(code: TypeCode, alias: string, stage: Stage): string {
  const asText = hasTextStatus(code);
  const statuses = OBJECT_TYPES[code].statuses.flatMap((status, at) => {
    const stored = asText ? `'${status}'` : at;
    return stageOf(code, status) === stage ? [stored] : [];
  });
  return `${alias}.status IN (${statuses.join(", ")})`;
}

/** Returns the same for a row of `adres`: of the addressable objects, only a verblijfsobject may be planned. */
export function adresStageSql(stage: ExistingStage): string {
  const isPlanned = `EXISTS (SELECT 1 FROM verblijfsobject planned
    WHERE planned.fid = adres.adresseerbaar_object_id AND ${stageSql("VBO", "planned", "planned")})`;
  return stage === "planned" ? isPlanned : `NOT ${isPlanned}`;
}
