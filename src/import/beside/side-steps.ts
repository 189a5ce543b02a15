/** Declares what threads derive beside the draft: tables that follow from finished ones, and R*Trees of layers. */
import type { Database } from "../../base/sqlite.ts";
import type { BoxCollector } from "../../geo/build-rtree.ts";
import type { FeatureTable } from "../../registry/schema/schema.ts";
import { derivePostcodes } from "../derive/postcodes-derive.ts";
import { deriveSearch } from "../derive/search-derive.ts";
import { collectBoxes } from "../derive/spatial/layer-boxes.ts";
import { derivePandTables } from "../derive/spatial/pand-tables-derive.ts";
import { deriveStatistics } from "../derive/statistics-derive.ts";

export type SideStepName = "panden" | "adressen" | "search";

interface SideStep {
  /** Layer whose R*Tree it makes. */
  readonly layer?: FeatureTable;
  /** Tables that it fills, from tables that are complete and change no more. */
  readonly tables: readonly string[];
  /** Fills the tables; returns the boxes of the layer, if it has one. */
  readonly derive: (db: Database) => BoxCollector | undefined;
}

export const SIDE_STEPS: Readonly<Record<SideStepName, SideStep>> = {
  panden: { layer: "pand", tables: ["pand_cells", "pand_raster"], derive: derivePandTables },
  adressen: {
    layer: "adres",
    tables: ["postcode", "woonplaats_tally", "postcodegebied_tally", "woonplaats_bouwjaar"],
    derive(db) {
      derivePostcodes(db);
      deriveStatistics(db);
      return collectBoxes(db, "adres");
    },
  },
  // Apart from adressen: it needs their index by street, and streets that have their counts.
  search: {
    tables: ["search_index"],
    derive(db) {
      deriveSearch(db);
      return undefined;
    },
  },
};
