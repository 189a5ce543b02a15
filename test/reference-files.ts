/** Real data beside the repository, which tests use where it exists: never part of the product. */
import { existsSync } from "node:fs";
import { join } from "node:path";

const DATA = join(import.meta.dir, "../../shared/data");

export const WEESP = join(DATA, "bag/BAGGEM0457L-15102021.zip");
/** The national mutations of one day, none of them in Weesp. */
export const REAL_DELIVERY = join(DATA, "bag/BAGNLDM-13112021-14112021.zip");
export const BAD_PAND = join(DATA, "bag/pand-gml-bad.xml");
export const GEMEENTEN = join(DATA, "gemeenten/gemeentelijke-indeling.csv");
export const GEMEENTE_BORDERS = join(DATA, "boundaries/gemeenten-2022.geojson");
export const PC4_BORDERS = join(DATA, "boundaries/pc4-2018.geojson");
export const LOGIUS_RULES = join(DATA, "corpora/logius/linter.yaml");

/** Says on standard error which check did not run, and why. */
export function printSkipped(reason: string): void {
  process.stderr.write(`skipped: ${reason}\n`);
}

/** Whether the reference files exist; says so where they do not. */
export function hasReferenceFiles(tests: string): boolean {
  if (existsSync(WEESP)) return true;
  printSkipped(`${tests}: ${DATA} does not exist`);
  return false;
}
