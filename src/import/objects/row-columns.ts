/** Computes columns of an object's row while it is read, which happens in the worker threads. */
import type { Geometry } from "../../geo/geometry.ts";
import { rdToWgs84Into, roundDegrees } from "../../geo/rd.ts";
import { rdPosition, representativePoint } from "../../geo/representative-point.ts";
import { findSelfIntersection } from "../../geo/self-intersection.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import type { TypeCode } from "../../registry/schema/object-types.ts";
import { sortKeyOf } from "../../registry/schema/sort-key.ts";
import { SLOT } from "../extract/extract-grammar.ts";
import type { OnNotice, RowValue } from "../extract/field-reader.ts";
import { type RecordValues, UnusableObjectError } from "../extract/record-values.ts";
import { type ComputedColumn, computedColumns, positionsOf } from "./row-layout.ts";
import type { WoonplaatsLocator } from "./woonplaats-locator.ts";

/** Data from outside the file that reading needs. */
export interface RowContext {
  /** Given when panden of an extract are read; without it they get no woonplaats. */
  readonly locator: WoonplaatsLocator | undefined;
}

export interface RowInput {
  /** Values of the declared fields; `computeColumns` adds the others. */
  readonly row: RowValue[];
  readonly values: RecordValues;
  readonly geometry: Geometry | undefined;
  readonly context: RowContext;
  readonly notice: OnNotice;
  /** True for a pand whose point lies in no woonplaats: its row names the nearest. */
  isOutside?: boolean;
}

/** Completes `input.row` to the values of a voorkomen. */
export function computeColumns(code: TypeCode, input: RowInput): void {
  const computed: Readonly<Record<string, RowValue>> = COMPUTE_BY_TYPE[code](input);
  for (const { name } of computedColumns(code)) {
    input.row.push(computed[name]!);
  }
}

type Compute<C extends TypeCode> = (input: RowInput) => Readonly<Record<ComputedColumn<C>, RowValue>>;

const WPL = positionsOf("WPL");
const OPR = positionsOf("OPR");
const NUM = positionsOf("NUM");
const VBO = positionsOf("VBO");

const COMPUTE_BY_TYPE: { readonly [C in TypeCode]: Compute<C> } = {
  WPL: ({ row }) => ({ name_key: nameKey(String(row[WPL.naam])) }),
  OPR: ({ row }) => ({ name_key: nameKey(String(row[OPR.naam])) }),
  NUM: ({ row }) => ({
    sort_key: sortKeyOf(
      row[NUM.huisnummer] as number,
      row[NUM.huisletter] as string | null,
      row[NUM.huisnummertoevoeging] as string | null,
    ),
  }),
  VBO: (input) => {
    const { row } = input;
    const panden = row[VBO.pand_ids] as string | null;
    const isOne = panden === null || !panden.includes("|");
    const pand_id = panden === null ? null : Number(isOne ? panden : panden.split("|", 1)[0]);
    row[VBO.pand_ids] = isOne ? null : panden;
    const { latitude, longitude, rd_x, rd_y } = computePosition(input);
    return { pand_id, latitude, longitude, rd_x, rd_y };
  },
  LIG: computePosition,
  STA: computePosition,
  PND: (input) => {
    const { values, geometry, context, notice } = input;
    if (geometry === undefined) {
      throw new UnusableObjectError("no geometry");
    }
    const crossing = findSelfIntersection(geometry);
    if (crossing !== undefined) {
      notice("invalid polygon (self-intersection), kept as delivered", `at ${crossing.x} ${crossing.y}`);
    }
    const point = representativePoint(geometry);
    const woonplaats = context.locator?.locate(point.x, point.y);
    input.isOutside = woonplaats?.isInside === false;
    return { begin_geldigheid: values.token(SLOT.begin), woonplaats_id: woonplaats?.id ?? null };
  },
};

const degrees = new Float64Array(2);

type Position = Readonly<Record<"latitude" | "longitude" | "rd_x" | "rd_y", number>>;

function computePosition({ geometry }: RowInput): Position {
  if (geometry === undefined) {
    throw new UnusableObjectError("no geometry");
  }
  const point = geometry.type === "Point" ? geometry : representativePoint(geometry);
  rdToWgs84Into(point.x, point.y, degrees);
  const lat = degrees[0]!;
  const lon = degrees[1]!;
  if (!(lat > 50 && lat < 54 && lon > 2.5 && lon < 8)) {
    throw new UnusableObjectError("position outside the Netherlands", `${point.x} ${point.y}`);
  }
  const { x, y } = rdPosition(geometry);
  return { latitude: roundDegrees(lat), longitude: roundDegrees(lon), rd_x: x, rd_y: y };
}
