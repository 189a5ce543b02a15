import { z } from "zod";
import { getBuilding } from "../../http/endpoints/buildings.ts";
import { Building } from "../../http/schemas/records.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { pageOf } from "../../registry/index/page.ts";
import { findAdres } from "../../registry/read/adressen.ts";
import { findPand } from "../../registry/read/panden.ts";
import { findVerblijfsobject } from "../../registry/read/verblijfsobjecten.ts";
import { ListedAddressUse, toListedAddressUse } from "./listed-addresses.ts";
import { MAX_LISTED, NEXT_PAGE, nextPage, pageParameter } from "./pages.ts";
import { withSimplifiedGeometry } from "./simplify-geometry.ts";
import { flag, tool } from "./tool.ts";
import { notFound, Unresolved } from "./unresolved.ts";

export const getBuildingInfo = tool({
  name: "get_building_info",
  title: "Building by identifier",
  description:
    "Construction year, status, whether it stands yet (stage), validity and counts of one building (pand), with ten of its addresses at a time and how " +
    "many there are. Needs the 16-digit pand_id that address answers carry: for an address call lookup_address or " +
    "geocode_address first. More addresses: call again with the page that next_page names. Costs one request; about 5 KB, " +
    "with include_geometry (the footprint as GeoJSON) some more.",
  input: {
    pand_id: getBuilding.pathParameters.pandId,
    include_geometry: flag("Add the footprint as GeoJSON, [longitude, latitude]."),
    include_addresses: flag("List its addresses, ten on a page.", true),
    page: pageParameter,
  },
  output: z.object({
    building: Building.omit({ addresses: true }).optional(),
    note: z.string().optional(),
    addresses: z.array(ListedAddressUse).optional(),
    addresses_total: z.int().optional(),
    ...NEXT_PAGE,
    unresolved: Unresolved.optional(),
  }),
  run(snapshot, { pand_id, include_geometry, include_addresses, page }) {
    const include = { counts: true, stage: true, geometry: include_geometry, addresses: include_addresses };
    const pand = findPand(snapshot, pand_id, include);
    if (pand === undefined) {
      return unknownBuilding(snapshot, pand_id);
    }
    const { addresses, ...record } = pand;
    const [building, note] = withSimplifiedGeometry(record);
    if (addresses === undefined) {
      return { building, ...note };
    }
    const request = { page, perPage: MAX_LISTED };
    const { rows, total } = pageOf(addresses, request);
    return {
      building,
      ...note,
      addresses: rows.map(toListedAddressUse),
      addresses_total: total,
      ...nextPage(total, request),
    };
  },
});

/**
 * Returns the result for an unknown pand_id, with the pand when it is an id of an address or a residence: people mix
 * these up, as all have 16 digits.
 */
function unknownBuilding(snapshot: Snapshot, id: string) {
  const other = findAdres(snapshot, id) ?? findVerblijfsobject(snapshot, id);
  if (!other?.pand_id) {
    return notFound(`No building found with id ${id}.`, {
      choices: [],
      next: "Look the address up with lookup_address or geocode_address and use the pand_id of the answer.",
    });
  }
  const kind = "full_address" in other ? `the address ${other.full_address}` : "a residence";
  const choice = { label: "Its building", tool: "get_building_info", arguments: { pand_id: other.pand_id } };
  return notFound(`${id} is not a building but ${kind}.`, {
    choices: [choice],
    next: "Call again with the pand_id shown.",
  });
}
