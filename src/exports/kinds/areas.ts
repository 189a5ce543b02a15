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
import { toGemeenteRecord } from "../../registry/read/gemeenten.ts";
import { type PostcodegebiedRecord, postcodegebiedenOf } from "../../registry/read/postcodegebieden.ts";
import type { GemeenteRecord, WoonplaatsRecord } from "../../registry/read/records.ts";
import type { Selection } from "../../registry/read/rows-by-place.ts";
import { toWoonplaatsRecord } from "../../registry/read/woonplaatsen.ts";
import type { ExportKind } from "./export-kind.ts";
import { describedAs, FREE_TEXT, WOONPLAATS_COLUMNS } from "./layer-columns.ts";

type City = Omit<WoonplaatsRecord, "counts" | "geometry"> & {
  readonly address_count: number;
  readonly building_count: number;
  readonly street_count: number;
};

export const cities: ExportKind<City> = {
  subject: "city (woonplaats)",
  columns: describedAs("city", {
    identificatie: "text",
    naam: FREE_TEXT,
    gemeente_code: WOONPLAATS_COLUMNS.gemeente_code,
    gemeente_naam: FREE_TEXT,
    provincie_naam: "text",
    status: "text",
    address_count: "integer",
    building_count: "integer",
    street_count: "integer",
  }),
  ...areaKind("woonplaats", ["provincieNaam", "gemeenteCode", "woonplaatsId"], listCities, (s, city) => ({
    ...toWoonplaatsRecord(s, city),
    address_count: city.adresCount,
    building_count: city.pandCount,
    street_count: city.openbareRuimteCount,
  })),
};

type Municipality = Omit<GemeenteRecord, "counts" | "geometry"> & {
  readonly address_count: number;
  readonly building_count: number;
  readonly city_count: number;
  readonly street_count: number;
};

export const municipalities: ExportKind<Municipality> = {
  subject: "municipality (gemeente)",
  columns: describedAs("municipality", {
    gemeente_code: "text",
    gemeente_naam: FREE_TEXT,
    provincie_naam: "text",
    provincie_code: "text",
    address_count: "integer",
    building_count: "integer",
    city_count: "integer",
    street_count: "integer",
  }),
  ...areaKind("gemeente", ["provincieNaam", "gemeenteCode"], listMunicipalities, (s, gemeente) => ({
    ...toGemeenteRecord(s, gemeente),
    address_count: gemeente.adresCount,
    building_count: gemeente.pandCount,
    city_count: gemeente.woonplaatsCount,
    street_count: gemeente.openbareRuimteCount,
  })),
};

type Area = Omit<PostcodegebiedRecord, "boundary_source" | "geometry"> & { readonly boundary_source: string };

export const areas: ExportKind<Area> = {
  subject: "postcode area (the four digits of its postcodes)",
  columns: describedAs("area", {
    area: "text",
    address_count: "integer",
    sample_city: FREE_TEXT,
    centroid_latitude: "real",
    centroid_longitude: "real",
    boundary_source: FREE_TEXT,
  }),
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

/** Makes what the kinds of areas share from the list of their areas and the record of one. */
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
