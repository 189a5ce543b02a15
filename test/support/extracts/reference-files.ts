/**
 * Paths of third-party files that tests read: real extracts, official names, borders and points. Origins and licences:
 * test/data/SOURCES.md.
 */
import { join } from "node:path";

const DATA = join(import.meta.dir, "../../data");

/** The sample that baken ships. */
export const WEESP = join(import.meta.dir, "../../../src/import/sample/BAGGEM0457L-15102021.zip");
/** National mutations of one day, none of them in Weesp. */
export const REAL_DELIVERY = join(DATA, "bag/BAGNLDM-13112021-14112021.zip");
export const BAD_PAND = join(DATA, "bag/pand-gml-bad.xml");
export const GEMEENTEN = join(DATA, "gemeenten/gemeentelijke-indeling.csv");
export const GEMEENTEN_2026 = join(DATA, "gemeenten/gemeenten-2026.csv");
export const GEMEENTE_BORDERS = join(DATA, "boundaries/gemeenten-2022.geojson");
export const PC4_BORDERS = join(DATA, "boundaries/pc4-2018-weesp.geojson");
export const PROVINCIE_BORDERS = join(DATA, "boundaries/provincie-utrecht-2025.geojson");
export const RD_POINTS = join(DATA, "rd/Z001_ETRS89andRDNAP.txt");
export const RD_GRID = join(DATA, "rd/rdcorr2018_481x301_int16le_1e-9deg_latlon.bin");
export const CORPORA = join(DATA, "corpora");
export const LOGIUS_RULES = join(CORPORA, "logius/linter.yaml");

/** Reports on standard error that a check was skipped, and why. */
export function printSkipped(reason: string): void {
  process.stderr.write(`skipped: ${reason}\n`);
}
