import { z } from "zod";
import { digits } from "../../http/parameters.ts";
import { Building } from "../../http/schemas.ts";
import { findAdres } from "../../registry/adressen.ts";
import { findPand } from "../../registry/panden.ts";
import type { Snapshot } from "../../registry/snapshot.ts";
import { findVerblijfsobject } from "../../registry/verblijfsobjecten.ts";
import { flag } from "../parameters.ts";
import { thinned } from "../thin-geometry.ts";
import { tool } from "../tool.ts";
import { MAX_LISTED, notFound, Unresolved } from "../unresolved.ts";
import { ListedUse, toListedUse } from "./listed.ts";

export const getBuildingInfo = tool({
  name: "get_building_info",
  title: "Building by identifier",
  description:
    "Construction year, status, validity and counts of one building (pand), with the first ten of its addresses and how " +
    "many there are. Needs the 16-digit pand_id that address answers carry: for an address call lookup_address or " +
    "geocode_address first. Costs one request; about 3 KB, with include_geometry (the footprint as GeoJSON) some more.",
  input: {
    pand_id: digits(16, {
      description: "Identifier of the building, 16 digits: the pand_id of an address.",
      example: "0457100000056230",
    }),
    include_geometry: flag("Add the footprint as GeoJSON, [longitude, latitude]."),
    include_addresses: flag("List up to ten of its addresses.", true),
  },
  output: z.object({
    building: Building.omit({ addresses: true }).optional(),
    note: z.string().optional(),
    addresses: z.array(ListedUse).optional(),
    addresses_total: z.int().optional(),
    unresolved: Unresolved.optional(),
  }),
  run(snapshot, { pand_id, include_geometry, include_addresses }) {
    const include = { counts: true, geometry: include_geometry, addresses: include_addresses };
    const pand = findPand(snapshot, pand_id, include);
    if (pand === undefined) return unknownBuilding(snapshot, pand_id);
    const { addresses, ...record } = pand;
    const [building, note] = thinned(record);
    if (addresses === undefined) return { building, ...note };
    return {
      building,
      ...note,
      addresses: addresses.slice(0, MAX_LISTED).map(toListedUse),
      addresses_total: addresses.length,
    };
  },
});

/** People mix up the identifiers of a building, its addresses and its residences: all have 16 digits. */
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
