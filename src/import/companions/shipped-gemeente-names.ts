/**
 * Reads the gemeenten that are shipped with baken: every one that existed after 2009-01-01, when the BAG began, with
 * its provincie and the dates between which it existed, as of 2026. `gemeenten-since-2009.csv` holds the columns and
 * rows of CBS's Gemeentelijke indelingen (CC BY 4.0) that are needed here, in the layout of NLExtract's
 * gemeentelijke-indeling.csv: rows whose einddatum is empty or after 2009-01-01, by code and begindatum. The open rows
 * are those of CBS's list of 2026.
 */
import { programFile } from "../../base/program-files.ts";
import { type GemeenteNameRow, readGemeenteNames } from "./gemeente-names.ts";

const LIST = programFile("src/import/companions/gemeenten-since-2009.csv");

export function readShippedNames(): GemeenteNameRow[] {
  return readGemeenteNames(LIST);
}
