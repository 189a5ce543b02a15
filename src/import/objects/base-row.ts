/**
 * Values of a voorkomen and of its row in the base table. A voorkomen's values (`voorkomenColumns`) are the same on
 * every date; the row adds the head (`ROW_HEAD`) and has null for values that are not yet believed in the year of the
 * reference date.
 */
import { type Field, OBJECT_TYPES, type TypeCode } from "../../registry/object-types.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { voorkomenColumns } from "./object-columns.ts";

/** Fields that are believed only from some year on, by type, with their positions. */
const BELIEVED_FROM = Object.fromEntries(
  Object.entries(OBJECT_TYPES).map(([code, type]) => [
    code,
    (type.fields as readonly Field[]).flatMap(({ plausibleFrom }, at) =>
      plausibleFrom === undefined ? [] : [{ at, believedFrom: plausibleFrom }],
    ),
  ]),
) as Record<TypeCode, { at: number; believedFrom: (value: number) => number }[]>;

/** Returns the first year after `year` in which time alone changes a row of these values; undefined for nearly all. */
export function findNextChangeYear(
  code: TypeCode,
  values: readonly RowValue[],
  year: number,
): number | undefined {
  for (const { at, believedFrom } of BELIEVED_FROM[code]) {
    const value = values[at];
    if (typeof value === "number" && believedFrom(value) > year) {
      return believedFrom(value);
    }
  }
  return undefined;
}

/** Returns the values that a row holds in a year: null for those not yet believed. */
export function valuesInYear(code: TypeCode, values: readonly RowValue[], year: number): readonly RowValue[] {
  if (findNextChangeYear(code, values, year) === undefined) {
    return values;
  }
  const believed = [...values];
  for (const { at, believedFrom } of BELIEVED_FROM[code]) {
    if (believedFrom(Number(values[at])) > year) {
      believed[at] = null;
    }
  }
  return believed;
}

const PAND_IDS = columnAt("VBO", "pand_ids");
const PAND_ID = columnAt("VBO", "pand_id");
const WOONPLAATS_ID = columnAt("PND", "woonplaats_id");

/**
 * Returns the values of a voorkomen without those that depend on other objects: the chosen pand of a verblijfsobject
 * and whether it exists, the woonplaats of a pand. Accepts rows as read and as stored.
 */
export function intrinsicValues(code: TypeCode, values: readonly RowValue[]): readonly RowValue[] {
  if (code === "PND") {
    return values.with(WOONPLAATS_ID, null);
  }
  if (code !== "VBO" || values[PAND_IDS] === null) {
    return values;
  }
  const panden = String(values[PAND_IDS]).split("|");
  return values.with(PAND_IDS, panden.length > 1 ? panden.join("|") : null).with(PAND_ID, Number(panden[0]));
}

function columnAt(code: TypeCode, name: string): number {
  return voorkomenColumns(code).findIndex((column) => column.name === name);
}
