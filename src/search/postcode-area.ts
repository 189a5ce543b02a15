/** A line that is only the beginning of a postcode: `1382`, `1382 k`. */
import { type AdresOptions, listAdressenOfPostcode } from "../registry/adressen.ts";
import { type Page, type PageRequest, pageOffset } from "../registry/page.ts";
import type { AdresRecord } from "../registry/records.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { listPostcodesByPrefix } from "../registry/street-numbers.ts";

/** A PC4 area has at most 26 × 26 postcodes. */
const MAX_POSTCODES = 676;

/** The beginning as the registry writes it; `undefined` for a line that is anything else. */
export function parsePostcodeBeginning(line: string): string | undefined {
  const parts = /^\s*([1-9]\d{3})\s*([a-z]?)\s*$/i.exec(line);
  return parts === null ? undefined : parts[1]! + parts[2]!.toUpperCase();
}

/** The addresses of all postcodes that begin so, by postcode; `undefined` when the line is no such beginning or has none. */
export function searchPostcodeArea(
  snapshot: Snapshot,
  line: string,
  request: PageRequest,
  options?: AdresOptions,
): Page<AdresRecord> | undefined {
  const beginning = parsePostcodeBeginning(line);
  if (beginning === undefined) return undefined;
  const postcodes = listPostcodesByPrefix(snapshot, beginning, MAX_POSTCODES);
  if (postcodes.length === 0) return undefined;
  const rows: AdresRecord[] = [];
  let skip = pageOffset(request);
  for (const { postcode, adres_aantal } of postcodes) {
    const missing = request.perPage - rows.length;
    if (missing === 0) break;
    if (skip < adres_aantal) {
      const all = listAdressenOfPostcode(snapshot, postcode, { page: 1, perPage: skip + missing }, options)!;
      rows.push(...all.rows.slice(skip));
    }
    skip = Math.max(0, skip - adres_aantal);
  }
  return { rows, total: postcodes.reduce((sum, { adres_aantal }) => sum + adres_aantal, 0) };
}
