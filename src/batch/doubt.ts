/** Refuses an exact answer that a column which is not used contradicts. */
import type { Snapshot } from "../registry/file/snapshot.ts";
import { readAdressen } from "../search/index/address-rows.ts";
import { compact } from "../search/line/designation-key.ts";
import type { Row } from "../tables/table.ts";
import { filledText } from "./cells/cell-text.ts";
import { type Found, refused } from "./geocode-address.ts";
import type { GeocodePlan } from "./plan.ts";
import { NumberSite } from "./siblings.ts";

/** Longer cells are no letters and additions. */
const MAX_TEXT = 24;

/** Returns what was found, or the refusal of an exact answer when a doubtful column names another address there. */
export function refuseDoubtful(
  s: Snapshot,
  { doubtful }: Pick<GeocodePlan, "doubtful">,
  row: Row,
  found: Found,
): Found {
  const cells = found.match === "exact" ? doubtful.filter(({ index }) => isShort(row, index)) : [];
  if (cells.length === 0 || found.match !== "exact") {
    return found;
  }
  const { adres } = found;
  const own = Number(adres.nummeraanduiding_id);
  const run = compact((adres.huisletter ?? "") + (adres.huisnummertoevoeging ?? ""));
  const site = NumberSite.of(s, adres);
  for (const { index, name } of cells) {
    const text = filledText(row[index]);
    const other = site.named(text, { run, own });
    if (other !== undefined) {
      return refused({ why: "doubtful column", column: name, text }, [adres, ...readAdressen(s, [other])]);
    }
  }
  return found;
}

function isShort(row: Row, index: number): boolean {
  const { length } = filledText(row[index]);
  return length > 0 && length <= MAX_TEXT;
}
