/** Cleans up folders in which older releases wrote a demo's files, and that a kill left behind. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const FOLDER = /^\.demo-[A-Za-z0-9]{6}$/;
const FILES: readonly string[] = ["demo.zip", "demo-gemeenten.csv", "demo-pc4.geojson"];

/** Removes these folders; keeps one that holds any other file. */
export function removeDemoLeftovers(dataDir: string): void {
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (!entry.isDirectory() || !FOLDER.test(entry.name)) {
      continue;
    }
    const folder = join(dataDir, entry.name);
    if (readdirSync(folder).every((file) => FILES.includes(file))) {
      rmSync(folder, { recursive: true });
    }
  }
}
