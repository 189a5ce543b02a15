/** Cities, municipalities and postcode areas: thousands at most, with their borders, in the order of lists. */
import { findProvincieByNameOrCode } from "../../registry/file/areas.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { type AdresFilter, acceptedWoonplaatsen } from "../../registry/read/adres-filter.ts";
import {
  type AreaTable,
  estimateAreasInRegion,
  listAreasInRegion,
  readBoundary,
} from "../../registry/read/area-geometry.ts";
import { gemeenten, woonplaatsen } from "../../registry/read/areas.ts";
import { postcodegebiedenOf } from "../../registry/read/postcodegebieden.ts";
import type { Selection } from "../../registry/read/rows-by-place.ts";
import type { ExportOf } from "../../registry/schema/field-types.ts";
import { CITY, MUNICIPALITY, POSTCODE_AREA } from "../../registry/schema/record-fields.ts";
import { countsIn } from "../../registry/schema/shared-fields.ts";
import { exportColumns } from "./export-columns.ts";
import type { ExportKind } from "./export-kind.ts";

export const cities: ExportKind<ExportOf<typeof CITY>> = {
  subject: "city (woonplaats)",
  columns: exportColumns(CITY),
  ...areaKind("woonplaats", ["provincieNaam", "gemeenteCode", "woonplaatsId"], listCities, (s, city) => ({
    ...woonplaatsen.toRecord(s, city),
    ...countsIn("woonplaats", city).columns,
  })),
};

export const municipalities: ExportKind<ExportOf<typeof MUNICIPALITY>> = {
  subject: "municipality (gemeente)",
  columns: exportColumns(MUNICIPALITY),
  ...areaKind("gemeente", ["provincieNaam", "gemeenteCode"], listMunicipalities, (s, gemeente) => ({
    ...gemeenten.toRecord(s, gemeente),
    ...countsIn("gemeente", gemeente).columns,
  })),
};

export const areas: ExportKind<ExportOf<typeof POSTCODE_AREA>> = {
  subject: "postcode area (the four digits of its postcodes)",
  columns: exportColumns(POSTCODE_AREA),
  ...areaKind("postcodegebied", ["postcodegebied"], listAreas, (_, { record, boundarySource }) => ({
    ...record,
    boundary_source: boundarySource,
  })),
};

function listCities(s: Snapshot, filter: AdresFilter) {
  const accepted = acceptedWoonplaatsen(s, filter);
  return [...s.areas.woonplaatsen.values()].filter(({ id }) => accepted.has(id));
}

function listMunicipalities({ areas: { gemeenten }, areas: all }: Snapshot, filter: AdresFilter) {
  const { gemeenteCode, provincieNaam } = filter;
  const provincie = provincieNaam === undefined ? undefined : findProvincieByNameOrCode(all, provincieNaam);
  return [...gemeenten.values()].filter(
    (gemeente) =>
      (gemeenteCode === undefined || gemeente.code === gemeenteCode) &&
      (provincieNaam === undefined || gemeente.provincie === provincie),
  );
}

function listAreas(s: Snapshot, { postcodegebied }: AdresFilter) {
  return postcodegebiedenOf(s).filter(
    ({ record }) => postcodegebied === undefined || record.area === postcodegebied,
  );
}

/** Makes the parts that the kinds of areas share, from the list of their areas and the record of one. */
function areaKind<A extends { readonly id: number }, R>(
  table: AreaTable,
  conditions: ExportKind["conditions"],
  list: (s: Snapshot, filter: AdresFilter) => readonly A[],
  toRecord: (s: Snapshot, area: A) => R,
): Omit<ExportKind<R>, "subject" | "columns"> {
  return {
    geometryType: "MultiPolygon",
    textBytes: 110,
    geometryBytes: 30_000,
    conditions,
    count(s, { filter, region }: Selection) {
      const { length } = list(s, filter);
      return region === undefined ? length : Math.min(length, estimateAreasInRegion(s, table, region));
    },
    *read(s, { filter, region }) {
      const inRegion = region && listAreasInRegion(s, table, region);
      for (const area of list(s, filter)) {
        if (inRegion?.has(area.id) ?? true) {
          yield [{ record: toRecord(s, area), geometry: readBoundary(s, table, area.id) }];
        }
      }
    },
  };
}
