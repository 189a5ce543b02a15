/** Computes derived columns of an object's row during reading, so that it happens in the worker threads. */
import type { Geometry } from "../../geo/geometry.ts";
import { rdToWgs84Into, roundDegrees } from "../../geo/rd.ts";
import { representativePoint } from "../../geo/representative-point.ts";
import { findSelfIntersection } from "../../geo/self-intersection.ts";
import { nameKey } from "../../registry/name-key.ts";
import type { TypeCode } from "../../registry/object-types.ts";
import { sortKeyOf } from "../../registry/sort-key.ts";
import { SLOT } from "../extract/extract-grammar.ts";
import type { OnNotice, RowValue } from "../extract/field-reader.ts";
import { type RecordValues, UnusableObjectError } from "../extract/record-values.ts";
import type { WoonplaatsLocator } from "./woonplaats-locator.ts";

/** Data from outside the file that reading needs. */
export interface RowContext {
  /** Given when panden of an extract are read; without it they get no woonplaats. */
  readonly locator: WoonplaatsLocator | undefined;
}

export interface RowInput {
  /** Values in the order of `voorkomenColumns`; the declared ones are filled, the computed ones are appended. */
  readonly row: RowValue[];
  readonly values: RecordValues;
  readonly geometry: Geometry | undefined;
  readonly context: RowContext;
  readonly notice: OnNotice;
  /** True for a pand whose point lies in no woonplaats: its row names the nearest. */
  isOutside?: boolean;
}

export function computeColumns(code: TypeCode, input: RowInput): void {
  COMPUTE_BY_TYPE[code](input);
}

const degrees = new Float64Array(2);

const COMPUTE_BY_TYPE: Record<TypeCode, (input: RowInput) => void> = {
  WPL: ({ row }) => void row.push(nameKey(String(row[0]))),
  OPR: ({ row }) => void row.push(nameKey(String(row[0]))),
  NUM: ({ row }) =>
    void row.push(sortKeyOf(row[0] as number, row[1] as string | null, row[2] as string | null)),
  VBO: (input) => {
    const { row } = input;
    const panden = (row[PAND_IDS] as string | null)?.split("|") ?? [];
    row[PAND_IDS] = panden.length > 1 ? panden.join("|") : null;
    row.push(panden.length > 0 ? Number(panden[0]) : null);
    pushPosition(input);
  },
  LIG: pushPosition,
  STA: pushPosition,
  PND: (input) => {
    const { row, values, geometry, context, notice } = input;
    if (geometry === undefined) {
      throw new UnusableObjectError("no geometry");
    }
    const crossing = findSelfIntersection(geometry);
    if (crossing !== undefined) {
      notice("invalid polygon (self-intersection), kept as delivered", `at ${crossing.x} ${crossing.y}`);
    }
    const point = representativePoint(geometry);
    const woonplaats = context.locator?.locate(point.x, point.y);
    row.push(values.token(SLOT.begin), woonplaats?.id ?? null);
    input.isOutside = woonplaats?.isInside === false;
  },
};

/** Position of `pand_ids` in a verblijfsobject's row: after hoofdadres, nevenadressen, gebruiksdoel, oppervlakte. */
const PAND_IDS = 4;

function pushPosition({ row, geometry }: RowInput): void {
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
  row.push(roundDegrees(lat), roundDegrees(lon));
}
