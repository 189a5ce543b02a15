/** Declares what a thread derives beside the draft: tables that follow from one layer, and the layer's R*Tree. */
import type { Database } from "../../base/sqlite.ts";
import type { BoxCollector } from "../../geo/build-rtree.ts";
import type { FeatureTable } from "../../registry/schema.ts";
import { derivePostcodes } from "../derive/postcodes-derive.ts";
import { deriveSearch } from "../derive/search-derive.ts";
import { collectBoxes } from "../derive/spatial/layer-boxes.ts";
import { derivePandTables } from "../derive/spatial/pand-tables-derive.ts";
import { deriveStatistics } from "../derive/statistics-derive.ts";

interface SideLayer {
  /** Tables that it fills, from tables that are complete and change no more. */
  readonly tables: readonly string[];
  /** Fills the tables; returns the boxes of the layer. */
  readonly derive: (db: Database) => BoxCollector;
}

export const SIDE_LAYERS = {
  pand: { tables: ["pand_cells", "pand_raster"], derive: derivePandTables },
  adres: {
    tables: ["postcode", "woonplaats_tally", "postcodegebied_tally", "woonplaats_bouwjaar", "search_index"],
    derive(db) {
      derivePostcodes(db);
      deriveStatistics(db);
      deriveSearch(db);
      return collectBoxes(db, "adres");
    },
  },
} as const satisfies Partial<Record<FeatureTable, SideLayer>>;

export type SideLayerName = keyof typeof SIDE_LAYERS;
