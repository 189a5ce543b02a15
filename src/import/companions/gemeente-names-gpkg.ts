import { type Database, openReadOnly } from "../../base/sqlite.ts";
import { quoteName } from "../../geo/geopackage-tables.ts";
import { refuse } from "../refuse.ts";

/** Gemeente with codes as in Kadaster's Bestuurlijke Gebieden: `0363` or `GM0363`, `27` or `PV27`. */
export interface NameFeature {
  readonly code: string;
  readonly naam: string;
  readonly provincie: string;
  /** For messages: file, layer and row. */
  readonly where: string;
}

/** Layers that name gemeenten with their provincie (docs/bag-format.md §5.1). */
const LAYERS_SQL = `
SELECT c.table_name AS name FROM gpkg_contents c
WHERE (SELECT count(*) FROM pragma_table_info(c.table_name)
  WHERE LOWER(name) IN ('code', 'naam', 'ligt_in_provincie_code')) = 3`;

/** Returns the gemeenten of a GeoPackage; empty when it has no layer that names them. */
export function readNameFeatures(path: string): NameFeature[] {
  let db: Database | undefined;
  try {
    db = openReadOnly(path);
    const layers = db.query<{ name: string }, []>(LAYERS_SQL).all();
    return layers.flatMap(({ name }) => readLayer(db!, name, path));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "SQLiteError") {
      throw error;
    }
    return refuse(`${path} cannot be read as a GeoPackage: ${error.message}.`, error);
  } finally {
    db?.close();
  }
}

function readLayer(db: Database, layer: string, path: string): NameFeature[] {
  const sql = `SELECT code, naam, ligt_in_provincie_code AS provincie FROM ${quoteName(layer)}`;
  return db
    .query<Record<"code" | "naam" | "provincie", unknown>, []>(sql)
    .all()
    .map(({ code, naam, provincie }, row) => ({
      code: String(code ?? ""),
      naam: String(naam ?? ""),
      provincie: String(provincie ?? ""),
      where: `${path} layer ${layer} row ${row + 1}`,
    }));
}
