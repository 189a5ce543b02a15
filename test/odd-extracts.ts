/**
 * Lists extracts that differ from official ones but have the same content: the difference as named in the table in
 * docs/import.md, the small country's extract changed accordingly, and words of the notice, if there is one.
 */
import type { OddExtract } from "./odd-extract.ts";
import { ODD_FILES } from "./odd-files.ts";
import { ODD_XML } from "./odd-xml.ts";

export const ODD_EXTRACTS: readonly OddExtract[] = [...ODD_XML, ...ODD_FILES];
