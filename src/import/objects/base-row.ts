/**
 * Values of a voorkomen and of its row in the base table. A voorkomen's values (`voorkomenColumns`) are the same on
 * every date; the row has null for values that are not yet believed in the year of the reference date.
 */
import {
  byTypeCode,
  OBJECT_TYPES,
  type ObjectField,
  type TypeCode,
} from "../../registry/schema/object-types.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { positionsOf } from "./row-layout.ts";

/** Row of a base table. */
export interface BaseRow {
  readonly fid: number;
  readonly voorkomen: number;
  /** YYYY-MM-DD; null without an end. */
  readonly endDate: string | null;
  /** In the order of `voorkomenColumns`. */
  readonly values: readonly RowValue[];
  /** GeoPackage blob; undefined for types without geometry. */
  readonly geom: Uint8Array | undefined;
}

interface BelievedField {
  readonly at: number;
  readonly believedFrom: (value: number) => number;
}

/** Fields that are believed only from some year on, by type. */
const BELIEVED_FIELDS = byTypeCode((code): BelievedField[] => {
  const positions: Readonly<Record<string, number>> = positionsOf(code);
  return (OBJECT_TYPES[code].fields as readonly ObjectField[]).flatMap(({ column, plausibleFrom }) =>
    plausibleFrom === undefined ? [] : [{ at: positions[column]!, believedFrom: plausibleFrom }],
  );
});

/** Returns the first year after `year` in which time alone changes a row of these values; undefined for nearly all. */
export function findNextChangeYear(
  code: TypeCode,
  values: readonly RowValue[],
  year: number,
): number | undefined {
  for (const { at, believedFrom } of BELIEVED_FIELDS[code]) {
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
  for (const { at, believedFrom } of BELIEVED_FIELDS[code]) {
    if (believedFrom(Number(values[at])) > year) {
      believed[at] = null;
    }
  }
  return believed;
}

const PND = positionsOf("PND");
const VBO = positionsOf("VBO");

/**
 * Returns the values of a voorkomen without those that depend on other objects: the chosen pand of a verblijfsobject
 * and whether it exists, the woonplaats of a pand. Accepts rows as read and as stored.
 */
export function intrinsicValues(code: TypeCode, values: readonly RowValue[]): readonly RowValue[] {
  if (code === "PND") {
    return values.with(PND.woonplaats_id, null);
  }
  if (code !== "VBO" || values[VBO.pand_ids] === null) {
    return values;
  }
  const panden = String(values[VBO.pand_ids]).split("|");
  return values
    .with(VBO.pand_ids, panden.length > 1 ? panden.join("|") : null)
    .with(VBO.pand_id, Number(panden[0]));
}
