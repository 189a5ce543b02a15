/** Statuses as tables store them, and SQL of statuses and stages (docs/records.md, "Stage"). */
import {
  ADDRESSABLE_CODES,
  ADDRESSABLE_TYPES,
  type ExistingStage,
  OBJECT_TYPES,
  stageOf,
  type TypeCode,
} from "./object-types.ts";

const WITH_TEXTS: readonly TypeCode[] = ["PND", "WPL"];

/**
 * Returns true when the status column of a type is text: in the layers, for users of a GIS. In the tables that only
 * baken reads it is the position in the type's `statuses`, which saves 20 bytes on each of 20 million rows.
 */
export function hasTextStatus(code: TypeCode): boolean {
  return WITH_TEXTS.includes(code);
}

/** Returns SQL for a status that a column stores as a position. */
export function statusSql(code: TypeCode, column = "t.status"): string {
  const cases = OBJECT_TYPES[code].statuses.map((status, at) => `WHEN ${at} THEN '${status}'`);
  return `CASE ${column} ${cases.join(" ")} END`;
}

/** Returns SQL for the status of the object of a row of `adres`. */
export function adresStatusSql(alias: string): string {
  const cases = ADDRESSABLE_TYPES.map(
    (type) => `WHEN '${type}' THEN ${statusSql(ADDRESSABLE_CODES[type], `${alias}.object_status`)}`,
  );
  return `CASE ${alias}.type ${cases.join(" ")} END`;
}

/** Returns SQL that is true for a row of a type's table, with this alias, whose object is in the stage. */
export function isOfStageSql(code: TypeCode, alias: string, stage: ExistingStage): string {
  const asText = hasTextStatus(code);
  return isOneOfSql(`${alias}.status`, code, { stage, asText });
}

/** Returns the same for a row of `adres`: of the addressable objects, only a verblijfsobject may be planned. */
export function isAdresOfStageSql(alias: string, stage: ExistingStage): string {
  const code = ADDRESSABLE_CODES.verblijfsobject;
  const status = isOneOfSql(`${alias}.object_status`, code, { stage: "planned", asText: false });
  const isPlanned = `(${alias}.type = 'verblijfsobject' AND ${status})`;
  return stage === "planned" ? isPlanned : `NOT ${isPlanned}`;
}

function isOneOfSql(
  column: string,
  code: TypeCode,
  { stage, asText }: { stage: ExistingStage; asText: boolean },
): string {
  const statuses = OBJECT_TYPES[code].statuses.flatMap((status, at) => {
    const stored = asText ? `'${status}'` : at;
    return stageOf(code, status) === stage ? [stored] : [];
  });
  return `${column} IN (${statuses.join(", ")})`;
}

/** Returns SQL for the stage of a row, from SQL that is true for a planned one. */
export function stageSql(isPlanned: string): string {
  return `CASE WHEN ${isPlanned} THEN 'planned' ELSE 'standing' END`;
}
