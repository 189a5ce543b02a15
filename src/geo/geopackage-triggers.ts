/**
 * Triggers that keep the spatial index (OGC 12-128r17, annex F.3) and GDAL's count of features right when somebody
 * edits the file. Their functions ST_… belong to the program that edits, such as QGIS.
 */
import { quoteName, rtreeNameOf } from "./geopackage-tables.ts";

interface Trigger {
  readonly name: string;
  /** Statement that creates it. */
  readonly ddl: string;
}

/**
 * Returns the triggers of the index of a layer with columns `fid` and `geom`. Those of a changed key are `OF fid`,
 * which the annex leaves out: so a program without the functions ST_… can change attributes.
 */
export function indexTriggers(layer: string): Trigger[] {
  const filled = "NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom)";
  const empty = "NEW.geom ISNULL OR ST_IsEmpty(NEW.geom)";
  const index = rtreeNameOf(layer);
  const tree = quoteName(index);
  const box = ["ST_MinX", "ST_MaxX", "ST_MinY", "ST_MaxY"].map((side) => `${side}(NEW.geom)`);
  const put = `INSERT OR REPLACE INTO ${tree} VALUES (NEW.fid, ${box.join(", ")});`;
  const drop = `DELETE FROM ${tree} WHERE id = OLD.fid;`;
  const triggers: [event: string, on: string, condition: string, action: string][] = [
    ["insert", "INSERT", filled, put],
    ["update1", "UPDATE OF geom", `OLD.fid = NEW.fid AND (${filled})`, put],
    ["update2", "UPDATE OF geom", `OLD.fid = NEW.fid AND (${empty})`, drop],
    ["update3", "UPDATE OF fid", `OLD.fid != NEW.fid AND (${filled})`, `${drop} ${put}`],
    [
      "update4",
      "UPDATE OF fid",
      `OLD.fid != NEW.fid AND (${empty})`,
      `${drop} DELETE FROM ${tree} WHERE id = NEW.fid;`,
    ],
    ["delete", "DELETE", "OLD.geom NOTNULL", drop],
  ];
  return triggers.map(([event, on, condition, action]) => ({
    name: `${index}_${event}`,
    // A line of its own for ON: GDAL writes an update3 with "UPDATE OF … ON" anew, when it opens the file for editing.
    ddl: `CREATE TRIGGER ${quoteName(`${index}_${event}`)} AFTER ${on}
ON ${quoteName(layer)} WHEN (${condition}) BEGIN ${action} END`,
  }));
}

/** Returns the statements that create the triggers of `gpkg_ogr_contents`. */
export function countTriggers(layer: string): string[] {
  const name = `'${layer.replaceAll("'", "''")}'`;
  return [
    ["insert", "+"],
    ["delete", "-"],
  ].map(
    ([event, sign]) =>
      `CREATE TRIGGER ${quoteName(`trigger_${event}_feature_count_${layer}`)} AFTER ${event} ON ${quoteName(layer)}
        BEGIN UPDATE gpkg_ogr_contents SET feature_count = feature_count ${sign} 1
          WHERE lower(table_name) = lower(${name}); END`,
  );
}
