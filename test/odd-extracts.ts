/**
 * Extracts unlike official ones that say the same all the same: what is unlike, as the table in docs/import.md names it,
 * the small country's extract changed so, and words that the notice must hold, where there is one.
 */
import type { OddExtract } from "./odd-extract.ts";
import { ODD_FILES } from "./odd-files.ts";
import { ODD_XML } from "./odd-xml.ts";

export const ODD_EXTRACTS: readonly OddExtract[] = [...ODD_XML, ...ODD_FILES];
