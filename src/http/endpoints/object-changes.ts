import { faultOf } from "../../base/fault-rules.ts";
import { type Period, toDay } from "../../registry/history/days.ts";
import {
  listObjectChanges,
  OBJECT_TYPE_NAMES,
  type ObjectChangesCursor,
} from "../../registry/history/object-changes.ts";
import { Past } from "../../registry/history/past.ts";
import { monthOf } from "../../registry/schema/change-months.ts";
import { formatIdentificatie } from "../../registry/schema/object-types.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { dateParameter, oneOf, optional } from "../parameters/kinds.ts";
import { pastAreaParameters, requireWoonplaatsen } from "../past-area.ts";
import { CHANGED_FIELDS, ObjectChanges } from "../schemas/object-changes.ts";
import { PAST_ERRORS } from "../valid-on.ts";
import { partParameters } from "./record-changes.ts";

const MAX_DAYS = 366;

export const listChangesOfObjects = endpoint({
  path: "/changes/objects",
  auth: "key",
  tag: "Service",
  extension: true,
  summary: "List the objects of an area that were added, changed or ended",
  description:
    "Lists the changes in a municipality or a city by the first day of each change, as the registry knows it " +
    "now. Sorted by month, identificatie and voorkomen, in parts: request the `next_cursor` of each part until " +
    "it is null. Corrections, which were valid on no day, are left out. An object belongs to the area in which " +
    "it is today or was last.",
  query: {
    ...pastAreaParameters,
    from: dateParameter({
      description: "First day (YYYY-MM-DD) of the changes.",
      example: "2021-04-01",
    }),
    to: dateParameter({
      description: "The day after the last day; at most 366 days after `from`.",
      example: "2021-05-01",
    }),
    type: optional(oneOf(OBJECT_TYPE_NAMES, { description: "Type of object.", example: "nummeraanduiding" })),
    field: optional(
      oneOf(CHANGED_FIELDS, {
        description: "Name that must be among the `fields` of a change.",
        example: "postcode",
      }),
    ),
    ...partParameters,
  },
  response: ObjectChanges,
  errors: PAST_ERRORS,
  example: ({ adres }) => ({
    gemeente_code: adres.gemeente_code,
    woonplaats_id: adres.woonplaats_id,
    from: "2021-04-01",
    to: "2021-05-01",
    type: "nummeraanduiding",
    field: "postcode",
    cursor: null,
    per_page: 2,
  }),
  handler({ snapshot }, { from, to, type, field, cursor, per_page: limit, ...area }) {
    const past = new Past(snapshot);
    const period = toPeriod(from, to);
    const { changes, next } = listObjectChanges(past, {
      woonplaatsen: requireWoonplaatsen(past, area),
      ...period,
      ...{ type, field, limit, cursor: parseCursor(cursor, period) },
    });
    return { changes, next_cursor: next === undefined ? null : formatCursor(next) };
  },
});

/** Returns the requested days; throws 422 unless there are 1 to 366 of them. */
function toPeriod(from: string, to: string): Period {
  const [begin, end] = [toDay(from), toDay(to)];
  if (end <= begin) {
    throw validationFailed({ to: [faultOf("after", { other: "from" })] });
  }
  if (end - begin > MAX_DAYS) {
    throw validationFailed({ to: [faultOf("max_days", { max: MAX_DAYS, other: "from" })] });
  }
  return { begin, end };
}

function formatCursor({ month, id, nr }: ObjectChangesCursor): string {
  return `${month}.${formatIdentificatie(id)}.${nr}`;
}

/** Parses a cursor; throws `validation_failed` for text that is not a cursor, and for a cursor outside the period. */
function parseCursor(text: string | undefined, { begin, end }: Period): ObjectChangesCursor | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [, month, id, nr] = /^(\d{1,6})\.(\d{16})\.(\d{1,6})$/.exec(text) ?? [];
  if (month === undefined) {
    throw validationFailed({ cursor: [faultOf("format")] });
  }
  const cursor = { month: Number(month), id: Number(id), nr: Number(nr) };
  if (cursor.month < monthOf(begin) || cursor.month > monthOf(end - 1)) {
    throw validationFailed({ cursor: [faultOf("other_days")] });
  }
  return cursor;
}
