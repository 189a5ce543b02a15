/** Computes columns of an object's row while it is read, which happens in the worker threads. */
import type { Geometry } from "../../geo/geometry.ts";
import { type Position, positionOf } from "../../geo/position.ts";
import { representativePoint } from "../../geo/representative-point.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import type { TypeCode } from "../../registry/schema/object-types.ts";
import { sortKeyOf } from "../../registry/schema/sort-key.ts";
import { formatBagDate } from "../extract/dates.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { UnusableObjectError } from "../extract/record-values.ts";
import { type ComputedColumn, computedColumns, positionsOf } from "./row-layout.ts";
import type { WoonplaatsLocator } from "./woonplaats-locator.ts";

/**
 * Computes columns from the values of the declared fields, which it may change, and sets `isOutside`. Throws
 * UnusableObjectError.
 */
type Compute<C extends TypeCode> = (
  row: RowValue[],
  geometry: Geometry | undefined,
  read: { readonly begin: number; isOutside?: boolean | undefined },
  locator: WoonplaatsLocator | undefined,
) => Readonly<Record<ComputedColumn<C>, RowValue>>;

/** Returns a function that completes a row of this type from the values of its declared fields. */
export function rowCompleter(code: TypeCode): (...input: Parameters<Compute<TypeCode>>) => void {
  const compute = COMPUTE_BY_TYPE[code];
  const names = computedColumns(code).map(({ name }) => name);
  return (row, geometry, read, locator) => {
    const computed: Readonly<Record<string, RowValue>> = compute(row, geometry, read, locator);
    for (const name of names) {
      row.push(computed[name]!);
    }
  };
}

const WPL = positionsOf("WPL");
const OPR = positionsOf("OPR");
const NUM = positionsOf("NUM");
const VBO = positionsOf("VBO");

const COMPUTE_BY_TYPE: { readonly [C in TypeCode]: Compute<C> } = {
  WPL: (row) => ({ name_key: nameKey(String(row[WPL.naam])) }),
  OPR: (row) => ({ name_key: nameKey(String(row[OPR.naam])) }),
  NUM: (row) => ({
    sort_key: sortKeyOf(
      row[NUM.huisnummer] as number,
      row[NUM.huisletter] as string | null,
      row[NUM.huisnummertoevoeging] as string | null,
    ),
  }),
  VBO: (row, geometry) => {
    const panden = row[VBO.pand_ids] as string | null;
    const isOne = panden === null || !panden.includes("|");
    const pand_id = panden === null ? null : Number(isOne ? panden : panden.split("|", 1)[0]);
    row[VBO.pand_ids] = isOne ? null : panden;
    return { pand_id, ...computePosition(row, geometry) };
  },
  LIG: computePosition,
  STA: computePosition,
  PND: (_row, geometry, read, locator) => {
    if (geometry === undefined) {
      throw new UnusableObjectError("no geometry");
    }
    const point = representativePoint(geometry);
    const woonplaats = locator?.locate(point.x, point.y);
    read.isOutside = woonplaats?.isInside === false;
    return { begin_geldigheid: formatBagDate(read.begin), woonplaats_id: woonplaats?.id ?? null };
  },
};

/** Types whose objects have a position, from their own geometry. */
const LOCATED: ReadonlySet<TypeCode> = new Set(["VBO", "LIG", "STA"]);

/** Throws UnusableObjectError for a geometry that makes an object of this type unusable. */
export function assertUsableGeometry(code: TypeCode, geometry: Geometry | undefined): void {
  if (LOCATED.has(code)) {
    computePosition([], geometry);
  }
}

/** The geometry whose position was computed last: most voorkomens have the geometry of the previous one. */
let known: { readonly geometry: Geometry; readonly position: Position } | undefined;

function computePosition(_row: RowValue[], geometry: Geometry | undefined): Position {
  if (geometry === undefined) {
    throw new UnusableObjectError("no geometry");
  }
  if (known?.geometry === geometry) {
    return known.position;
  }
  const position = positionOf(geometry);
  const { latitude: lat, longitude: lon, rd_x, rd_y } = position;
  if (!(lat > 50 && lat < 54 && lon > 2.5 && lon < 8)) {
    throw new UnusableObjectError("position outside the Netherlands", `${rd_x} ${rd_y}`);
  }
  known = { geometry, position };
  return position;
}
