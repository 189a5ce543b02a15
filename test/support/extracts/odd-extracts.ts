/**
 * Lists extracts that differ from official ones but have the same content: the difference as named in the table in
 * docs/import.md, the small country's extract changed accordingly, and words of the notice, if there is one.
 */
import type { OddExtract } from "./make-odd-extract.ts";
import { ODD_FILES } from "./odd-extract-files.ts";
import { ODD_XML } from "./odd-extract-xml.ts";

export const ODD_EXTRACTS: readonly OddExtract[] = [...ODD_XML, ...ODD_FILES];
