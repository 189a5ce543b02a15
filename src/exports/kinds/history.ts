/** Exports of history: a row for each period of an address or voorkomen of an object, in order of identificatie. */
import { formatDayNumber } from "../../base/day-number.ts";
import { positionOf } from "../../geo/position.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { DayView } from "../../registry/history/day-view.ts";
import { formatBound, isEmpty } from "../../registry/history/days.ts";
import { sourceOf } from "../../registry/history/details.ts";
import { listViewed } from "../../registry/history/object-history.ts";
import { type ListedCode, listObjectsInOrder } from "../../registry/history/objects-in-order.ts";
import {
  pandRecordOn,
  readingOfAdres,
  verblijfsobjectRecordOn,
} from "../../registry/history/objects-on-day.ts";
import { Past } from "../../registry/history/past.ts";
import { listPeriods } from "../../registry/history/periods.ts";
import { geometryOf, type UsableVoorkomen } from "../../registry/history/voorkomens.ts";
import { acceptedWoonplaatsen } from "../../registry/read/adres-filter.ts";
import type { Selection } from "../../registry/read/rows-by-place.ts";
import type { ExportOf } from "../../registry/schema/field-types.ts";
import {
  ADDRESS_HISTORY,
  BUILDING_HISTORY,
  RESIDENCE_HISTORY,
} from "../../registry/schema/history-fields.ts";
import { stageOf } from "../../registry/schema/object-types.ts";
import { exportColumns } from "./export-columns.ts";
import type { ExportKind, ExportRow } from "./export-kind.ts";

/** Reads the rows of one object; the readers of a list of objects share a past, which keeps its pages. */
type ReadRows<R> = (past: Past, id: number) => ExportRow<R>[];

interface PastKind<R> {
  readonly code: ListedCode;
  readonly readRows: ReadRows<R>;
  /** Field of a woonplaats with its number of current objects. */
  readonly counted: "adresCount" | "pandCount";
  /** Rows for each current object, measured in Weesp. */
  readonly rowsOfEach: number;
}

/** Makes the parts that the kinds of history share. */
function pastKind<R>({ code, readRows, counted, rowsOfEach }: PastKind<R>) {
  return {
    conditions: ["provincieNaam", "gemeenteCode", "woonplaatsId"],
    takesRegion: false,
    count(s: Snapshot, { filter }: Selection) {
      // Throws `history_not_kept` before a job is made.
      new Past(s);
      const { woonplaatsen } = s.areas;
      const counts = Array.from(acceptedWoonplaatsen(s, filter), (id) => woonplaatsen.get(id)![counted]);
      return Math.round(rowsOfEach * counts.reduce((sum, count) => sum + count, 0));
    },
    *read(s: Snapshot, { filter }: Selection): Generator<ExportRow<R>[]> {
      for (const ids of listObjectsInOrder(new Past(s), code, filter)) {
        const past = new Past(s);
        yield ids.flatMap((id) => readRows(past, id));
      }
    },
  } as const;
}

type AddressPeriod = ExportOf<typeof ADDRESS_HISTORY>;

export const address_history: ExportKind<AddressPeriod> = {
  subject: "period in which an address did not change",
  plural: "periods of addresses",
  columns: exportColumns(ADDRESS_HISTORY),
  geometryType: "Point",
  textBytes: 420,
  geometryBytes: 21,
  ...pastKind<AddressPeriod>({ code: "NUM", readRows: readPeriods, counted: "adresCount", rowsOfEach: 3 }),
};

function readPeriods(past: Past, id: number): ExportRow<AddressPeriod>[] {
  return listPeriods(past, readingOfAdres(id, { stage: true })).flatMap(({ record, begin, end }) => {
    if (typeof record !== "object") {
      return [];
    }
    const { nummeraanduiding_id, object_status, stage, valid_from: _, valid_until: __, ...fields } = record;
    const days = { valid_from: formatDayNumber(begin), valid_until: formatBound(end) };
    return [
      { record: { nummeraanduiding_id, ...days, ...fields, object_status: object_status!, stage: stage! } },
    ];
  });
}

type BuildingVoorkomen = ExportOf<typeof BUILDING_HISTORY>;

export const building_history: ExportKind<BuildingVoorkomen> = {
  subject: "voorkomen of a building (pand)",
  plural: "voorkomens of buildings",
  columns: exportColumns(BUILDING_HISTORY),
  geometryType: "MultiPolygon",
  textBytes: 260,
  geometryBytes: 190,
  ...pastKind<BuildingVoorkomen>({
    code: "PND",
    readRows: (past, id) =>
      readVoorkomens(past, "PND", id, (view, voorkomen) => {
        const { identificatie, ...fields } = pandRecordOn(view, id, voorkomen);
        const geometry = geometryOf(voorkomen);
        const placed = { ...fields, ...positionOf(geometry) };
        return { record: { identificatie, ...describe("PND", voorkomen, placed) }, geometry };
      }),
    counted: "pandCount",
    rowsOfEach: 1.9,
  }),
};

type ResidenceVoorkomen = ExportOf<typeof RESIDENCE_HISTORY>;

export const residence_history: ExportKind<ResidenceVoorkomen> = {
  subject: "voorkomen of a residence (verblijfsobject)",
  plural: "voorkomens of residences",
  columns: exportColumns(RESIDENCE_HISTORY),
  geometryType: "Point",
  textBytes: 260,
  geometryBytes: 21,
  ...pastKind<ResidenceVoorkomen>({
    code: "VBO",
    readRows: (past, id) =>
      readVoorkomens(past, "VBO", id, (view, voorkomen) => {
        const { identificatie, ...fields } = verblijfsobjectRecordOn(view, id, voorkomen);
        return { record: { identificatie, ...describe("VBO", voorkomen, fields) } };
      }),
    counted: "adresCount",
    rowsOfEach: 2.1,
  }),
};

/** Reads the voorkomens of an object that were valid on some day. */
function readVoorkomens<C extends ListedCode, R>(
  past: Past,
  code: C,
  id: number,
  toRow: (view: DayView, voorkomen: UsableVoorkomen<C>) => ExportRow<R>,
): ExportRow<R>[] {
  return listViewed(past, code, id)
    .filter(({ voorkomen }) => !isEmpty(voorkomen))
    .map(({ view, voorkomen }) => toRow(view, voorkomen));
}

/** Returns the columns of a voorkomen after its identificatie, with the columns of its record between. */
function describe<C extends "VBO" | "PND", F extends { readonly status: string }>(
  code: C,
  { stored, begin, end }: UsableVoorkomen<C>,
  fields: F,
) {
  return {
    voorkomen_identificatie: stored.nr,
    begin_geldigheid: formatDayNumber(begin),
    eind_geldigheid: formatBound(end),
    stage: stageOf(code, fields.status),
    ...fields,
    ...sourceOf(stored),
  };
}
