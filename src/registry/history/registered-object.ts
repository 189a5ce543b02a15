/** Objects as registered: the values of a voorkomen alone, without the fields that other objects give a record. */
import { splitList } from "../read/adres-record.ts";
import { type HistoryField, historyFields } from "../schema/history-schema.ts";
import {
  formatIdentificatie,
  type ObjectField,
  type Stage,
  stageOf,
  TYPE_CODES,
  type TypeCode,
} from "../schema/object-types.ts";
import { type Day, firstDayOf } from "./days.ts";
import type { UsableVoorkomen } from "./voorkomens.ts";

/** Values of an object in a voorkomen: the common ones, and the values of its type. */
export interface RegisteredObject {
  status: string;
  stage: Stage;
  geconstateerd: boolean;
  [field: string]: string | number | boolean | string[] | null;
}

/** Columns that have another name in answers, as in the record of a residence. */
const NAMES = {
  hoofdadres_id: "hoofdadres_nummeraanduiding_id",
  nevenadres_ids: "nevenadres_nummeraanduiding_ids",
} as const;

type Column = Exclude<HistoryField["column"], "status">;
type RegisteredField = Exclude<Column, keyof typeof NAMES> | (typeof NAMES)[keyof typeof NAMES];

function nameOf({ column }: ObjectField): RegisteredField {
  return (NAMES as Readonly<Record<string, RegisteredField>>)[column] ?? (column as RegisteredField);
}

/** The fields of the types by their names in answers; without the fields of every object. */
export const REGISTERED_FIELDS: ReadonlyMap<RegisteredField, ObjectField> = new Map(
  TYPE_CODES.flatMap(historyFields)
    .filter(({ kind }) => kind !== "status")
    .map((field) => [nameOf(field), field]),
);

/** Returns the values of a voorkomen; a year that is not plausible by `today` is null. */
export function registeredObject<C extends TypeCode>(
  code: C,
  { row, stored }: UsableVoorkomen<C>,
  today: Day,
): RegisteredObject {
  const values = row as Readonly<Record<string, string | number | null>>;
  const status = values.status as string;
  const ofType = historyFields(code)
    .filter(({ kind }) => kind !== "status")
    .map((field) => [nameOf(field), toAnswer(field, values[field.column] ?? null, today)] as const);
  const { geconstateerd } = stored;
  return { ...Object.fromEntries(ofType), status, stage: stageOf(code, status), geconstateerd };
}

/** Returns a value as answers give it; a year that is not plausible on the day is null. */
function toAnswer(field: ObjectField, value: string | number | null, day: number) {
  const { kind, repeated, plausibleFrom, column } = field;
  if (repeated) {
    return splitList(value as string | null);
  }
  if (value === null || (plausibleFrom !== undefined && day < firstDayOf(plausibleFrom(value as number)))) {
    return null;
  }
  return kind === "id" ? formatIdentificatie(value as number, column === "woonplaats_id" ? 4 : 16) : value;
}
