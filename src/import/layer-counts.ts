/** Numbers of rows of the layers: GDAL and QGIS read them in the GeoPackage, and those of a registry are among them. */
import type { Database } from "../base/sqlite.ts";
import type { RegistryMeta } from "../registry/file/registry-meta.ts";
import { ANALYST_LAYERS, tableBehind } from "../registry/schema/analyst-layers.ts";

/** Table of each count of a registry. */
const COUNTED_TABLES = {
  adressen: "adres",
  panden: "pand",
  woonplaatsen: "woonplaats",
  gemeenten: "gemeente",
} as const satisfies Record<keyof RegistryMeta["counts"], string>;

/**
 * Stores the number of rows of every layer but `import_log`, whose rows tell how a registry was made. `count` returns
 * the number of rows of a table or view. Returns the counts of the registry.
 */
export function storeLayerCounts(db: Database, count: (table: string) => number): RegistryMeta["counts"] {
  const layers = db
    .query<{ name: string }, []>(
      "SELECT table_name AS name FROM gpkg_contents WHERE table_name <> 'import_log'",
    )
    .all()
    .map(({ name }) => name);
  const tableOf = (layer: string) => {
    const view = ANALYST_LAYERS.find(({ name }) => name === layer);
    return (view && tableBehind(view)) ?? layer;
  };
  const counts = new Map([...new Set(layers.map(tableOf))].map((table) => [table, count(table)]));
  const store = db.query(
    "INSERT OR REPLACE INTO gpkg_ogr_contents (table_name, feature_count) VALUES (?, ?)",
  );
  for (const layer of layers) {
    store.run(layer, counts.get(tableOf(layer))!);
  }
  const counted = Object.entries(COUNTED_TABLES).map(([key, table]) => [key, counts.get(table)]);
  return Object.fromEntries(counted);
}
