/** Folders that older releases made a demo's files in, and left when they were killed. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const FOLDER = /^\.demo-[A-Za-z0-9]{6}$/;
const FILES: readonly string[] = ["demo.zip", "demo-gemeenten.csv", "demo-pc4.geojson"];

/** Removes them; one that holds anything else stays. */
export function removeDemoLeftovers(dataDir: string): void {
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (!entry.isDirectory() || !FOLDER.test(entry.name)) continue;
    const folder = join(dataDir, entry.name);
    if (readdirSync(folder).every((file) => FILES.includes(file))) rmSync(folder, { recursive: true });
  }
}
