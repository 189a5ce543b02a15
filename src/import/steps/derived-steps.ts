/** The derived tables of a registry, in the order in which an update derives them. */
import type { Database } from "../../base/sqlite.ts";
import { derivePostcodegebieden, setGemeenteBorders, setGemeenten } from "../derive/areas-derive.ts";
import { updateGemeenteBorders, updatePostcodegebieden } from "../derive/areas-update.ts";
import { COUNTS, COUNTS_OF_LARGER_AREAS } from "../derive/counts.ts";
import {
  ALL,
  type DerivedStep,
  own,
  type Place,
  type PlainStep,
  smallValues,
} from "../derive/derived-step.ts";
import { DOELEN } from "../derive/doelen.ts";
import { updateAdressen } from "../derive/links/link-adressen.ts";
import { updatePanden } from "../derive/links/link-panden.ts";
import { POSTCODES } from "../derive/postcodes.ts";
import { deriveSearch, updateSearch } from "../derive/search-index.ts";
import { deriveOutlines, updateOutlines } from "../derive/spatial/outlines.ts";
import { updatePandCells } from "../derive/spatial/pand-cells.ts";
import { updatePandRaster } from "../derive/spatial/pand-raster.ts";
import { updateRtrees } from "../derive/spatial/rtrees.ts";
import { BOUWJAREN, STATISTICS } from "../derive/statistics.ts";

const GEMEENTEN = smallValues({
  name: "gemeenten",
  place: "load",
  reads: { woonplaats: ["fid", "naam"], gemeentenaam: ALL },
  writes: {
    provincie: ["fid", "code", "naam"],
    gemeente: ["fid", "naam", "name_key", "provincie_id"],
    woonplaats: ["gemeente_code"],
  },
  make: (db, { gemeenten }) => setGemeenten(db, gemeenten),
});

/** Links addresses, objects and panden. Of `unresolved_reference` it reads and writes the references of addresses. */
const ADRESSEN = own({
  name: "adressen",
  place: "main",
  reads: {
    nummeraanduiding: ALL,
    openbare_ruimte: ["fid", "naam", "verkorte_naam", "woonplaats_id"],
    woonplaats: ["fid", "gemeente_code"],
    verblijfsobject: ALL,
    ligplaats: ALL,
    standplaats: ALL,
    pand: ["fid", "bouwjaar", "geom"],
    buurt: ["fid", "gemeente_code", "geom"],
  },
  writes: {
    adres: ALL,
    pand_adres: ALL,
    verblijfsobject: ["pand_id", "pand_ids"],
    unresolved_reference: ALL,
  },
  update: (db, { report }) => updateAdressen(db, report),
});

/** Columns of panden, and references of panden to the nearest woonplaats. */
const PANDEN = own({
  name: "panden",
  place: "load",
  reads: {
    adres: ["woonplaats_id", "adresseerbaar_object_id"],
    pand_adres: ALL,
    pand: ["fid", "geom"],
    woonplaats: ["fid", "geom"],
    verblijfsobject: ["fid"],
  },
  writes: {
    pand: ["woonplaats_id", "adres_count", "verblijfsobject_count"],
    unresolved_reference: ALL,
  },
  update: updatePanden,
});

const SEARCH = own({
  name: "search index",
  place: "search",
  reads: {
    openbare_ruimte: ["fid", "naam", "verkorte_naam", "adres_count"],
    adres: ["openbare_ruimte_id", "woonplaats_id", "sort_key"],
  },
  writes: { search_index: ALL },
  derive: deriveSearch,
  update: updateSearch,
});

const BORDERS = own({
  name: "borders of gemeenten",
  place: "main",
  reads: { gemeente: ["fid"], woonplaats: ["gemeente_code", "geom"], boundary: ALL },
  writes: { gemeente: ["boundary_source", "geom"] },
  derive: (db, { report }) => setGemeenteBorders(db, "SELECT fid FROM gemeente", report),
  update: (db, { report }) => updateGemeenteBorders(db, report),
});

const POSTCODEGEBIEDEN = own({
  name: "postcodegebieden",
  place: "last",
  reads: {
    adres: ["postcode", "latitude", "longitude"],
    postcode: ALL,
    postcodegebied_tally: ALL,
    woonplaats: ["fid", "naam"],
    boundary: ALL,
  },
  writes: { postcodegebied: ALL },
  derive: (db, { report }) => derivePostcodegebieden(db, report),
  update: (db, { report }) => updatePostcodegebieden(db, report),
});

const PAND_CELLS = own({
  name: "built-up area",
  place: "panden",
  reads: { pand: ["geom", "bouwjaar", "status"] },
  writes: { pand_cells: ALL },
  update: updatePandCells,
});

const GEOMETRIES = {
  adres: ["geom"],
  pand: ["geom"],
  woonplaats: ["geom"],
  gemeente: ["geom"],
  postcodegebied: ["geom"],
};

/** R*Trees of the layers, and their extents. */
const RTREES = own({
  name: "spatial indexes",
  place: "file",
  reads: GEOMETRIES,
  writes: { gpkg_contents: ["min_x", "min_y", "max_x", "max_y"], rtree: ALL },
  update: updateRtrees,
});

const OUTLINES = own({
  name: "outlines of areas",
  place: "last",
  reads: {
    gemeente: ["fid", "provincie_id", "geom"],
    woonplaats: ["fid", "geom"],
    postcodegebied: ["fid", "geom"],
    rtree: ALL,
  },
  writes: { area_outline: ALL },
  derive: (db, { report }) => deriveOutlines(db, report),
  update: (db, { report }) => updateOutlines(db, report),
});

/** Counts of panden in leaves, and the squares derived from these counts. */
const PAND_RASTER: DerivedStep = {
  name: "raster of panden",
  kind: "tally",
  place: "panden",
  reads: { pand: ["geom", "bouwjaar", "status"] },
  writes: { pand_leaf: ALL, pand_raster: ALL },
  update: updatePandRaster,
};

export const DERIVED_STEPS: readonly DerivedStep[] = [
  ...[GEMEENTEN, ADRESSEN, PANDEN, COUNTS, COUNTS_OF_LARGER_AREAS, POSTCODES, SEARCH, BORDERS],
  ...[STATISTICS, BOUWJAREN, POSTCODEGEBIEDEN, DOELEN, PAND_CELLS, RTREES, OUTLINES, PAND_RASTER],
];

/** Steps that threads of an import run one by one (import/threads). */
const THREAD_STEPS: readonly PlainStep[] = [POSTCODES, SEARCH, STATISTICS, BOUWJAREN];

/** Runs the steps of a thread, which fill the tables of its file. */
export function deriveInThread(place: Place, db: Database): void {
  for (const { derive } of THREAD_STEPS.filter((step) => step.place === place)) {
    derive(db);
  }
}

/** Returns the steps that an import runs one by one at a place. */
export function stepsAt(place: Place): (DerivedStep & Required<Pick<DerivedStep, "derive">>)[] {
  return DERIVED_STEPS.flatMap((step) => {
    const { derive } = step;
    return step.place === place && derive !== undefined ? [{ ...step, derive }] : [];
  });
}

/** Returns the tables that an import fills at a place. */
export function tablesAt(place: Place): string[] {
  return DERIVED_STEPS.filter((step) => step.place === place).flatMap(({ writes }) => Object.keys(writes));
}
