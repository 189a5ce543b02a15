/** Publishes copies of one registry as imports do. */
import { copyFileSync } from "node:fs";
import { openScratch } from "../../../src/base/sqlite.ts";
import { openImportFolder } from "../../../src/import/publish.ts";

/** Returns a function that publishes a copy in a data folder and returns its file name. */
export function createPublisher(template: string): (dataDir: string) => string {
  let publishes = 0;
  return (dataDir) => {
    const folder = openImportFolder(dataDir, { keepRegistries: 100 });
    copyFileSync(template, folder.draft);
    // A distinct moment of import tells the copies apart.
    const importedAt = `2026-11-08T00:00:00.${String(++publishes).padStart(3, "0")}Z`;
    using db = openScratch(folder.draft);
    db.query("UPDATE registry SET value = ? WHERE key = 'imported_at'").run(importedAt);
    db.close();
    const name = folder.publish("2026-11-08");
    folder.close();
    return name;
  };
}
