import { z } from "zod";
import { nearbyPostcodes } from "../../http/endpoints/nearby-postcodes.ts";
import { listPostcodeAddresses } from "../../http/endpoints/postcodes.ts";
import { NearbyPostcodes } from "../../http/schemas/aggregates.ts";
import { PostcodeArea, PostcodeRange, PostcodeValidation } from "../../http/schemas/records.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { pageOf } from "../../registry/index/page.ts";
import { listAdressenOfPostcode } from "../../registry/read/adressen.ts";
import { postcodegebieden } from "../../registry/read/areas.ts";
import { findPostcodeRange, validatePostcode } from "../../registry/read/postcodes.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { readPostcodegebiedStatistics } from "../../registry/read/statistics.ts";
import { callEndpoint } from "./call-endpoint.ts";
import { ListedAddressUse, toListedAddressUse } from "./listed-addresses.ts";
import { MAX_LISTED, NEXT_PAGE, nextPage, pageParameter } from "./pages.ts";
import { withSimplifiedGeometry } from "./simplify-geometry.ts";
import { flag, tool } from "./tool.ts";
import { notFound, Unresolved } from "./unresolved.ts";

/** Page with all addresses of a postcode: it has tens of them, never this many. */
const ALL = { page: 1, perPage: 5000 };

export const getPostcodeInfo = tool({
  name: "get_postcode_info",
  title: "Postcode: street, numbers, place",
  description:
    "Street, city, municipality, province, lowest and highest house number of a full postcode (1382KT), every " +
    "street in it when there are several, and its addresses, ten at a time, with the total. Use lookup_address " +
    "when the house number is known too, and get_statistics for a four-digit area. More addresses: call again " +
    "with the page that next_page names. Costs one request; about 5 KB. include_geometry adds the border of its " +
    "four-digit area, simplified.",
  input: {
    ...listPostcodeAddresses.pathParameters,
    include_geometry: flag("Add the border of its four-digit area, as GeoJSON."),
    page: pageParameter,
  },
  output: z.object({
    postcode: PostcodeRange.extend(
      PostcodeValidation.pick({ municipality: true, province: true }).shape,
    ).optional(),
    streets: z.array(z.string()).optional(),
    addresses: z.array(ListedAddressUse).optional(),
    addresses_total: z.int().optional(),
    ...NEXT_PAGE,
    area: PostcodeArea.optional(),
    note: z.string().optional(),
    unresolved: Unresolved.optional(),
  }),
  run(snapshot, { postcode, include_geometry, page }) {
    const range = findPostcodeRange(snapshot, postcode);
    const adressen = listAdressenOfPostcode(snapshot, postcode, ALL);
    if (range === undefined || adressen === undefined) {
      return unknownPostcode(snapshot, postcode);
    }
    const { municipality, province } = validatePostcode(snapshot, postcode);
    const request = { page, perPage: MAX_LISTED };
    return {
      postcode: { ...range, municipality, province },
      streets: streetsOf(adressen.rows),
      addresses: pageOf(adressen.rows, request).rows.map(toListedAddressUse),
      addresses_total: adressen.total,
      ...nextPage(adressen.total, request),
      ...(include_geometry ? areaOf(snapshot, postcode) : {}),
    };
  },
});

/** Returns the streets with their cities: `Keurstraat, Weesp`. A postcode can have several streets, in two cities. */
function streetsOf(adressen: readonly AdresRecord[]): string[] {
  const streets = new Set(adressen.map((adres) => `${adres.straatnaam}, ${adres.woonplaats_naam}`));
  return [...streets].slice(0, MAX_LISTED);
}

function areaOf(snapshot: Snapshot, postcode: string) {
  const request = { page: 1, perPage: 1, geometry: true };
  const [area] = postcodegebieden.list(snapshot, { prefix: postcode.slice(0, 4) }, request).rows;
  if (area === undefined) {
    return {};
  }
  const [simplified, note] = withSimplifiedGeometry(area);
  return { area: { ...simplified, geometry: simplified.geometry! }, ...note };
}

function unknownPostcode(snapshot: Snapshot, postcode: string) {
  const area = postcode.slice(0, 4);
  const statistics = readPostcodegebiedStatistics(snapshot, area);
  if (statistics === undefined) {
    return notFound(`No addresses found with postcode ${postcode}, nor in the area ${area}.`, {
      choices: [],
      next: "Check the digits with the user, or find the address with geocode_address. PO boxes are not in the BAG.",
    });
  }
  const { cities, total_addresses } = statistics;
  return notFound(`No addresses found with postcode ${postcode}.`, {
    choices: [
      {
        label: `The area ${area} (${cities.join(", ")}) has ${total_addresses} addresses`,
        tool: "get_statistics",
        arguments: { area_type: "postcode_area", area_name: area },
      },
    ],
    next: "Check the two letters with the user, or find the address with geocode_address.",
  });
}

const { radius_km: radius, ...start } = nearbyPostcodes.query;

export const getNearbyPostcodes = tool({
  name: "get_nearby_postcodes",
  title: "Postcodes around an address or point",
  description:
    "The nearest postcodes within a radius of an address (postcode and number) or of a point (lat and lng), ten " +
    "at a time, with distance and number of addresses, and the total; next_page is the page to request next. " +
    "precision 4 gives areas of four digits, 6 whole postcodes. Use it for delivery areas and neighbourhoods, " +
    "not to find an address. Costs one request; about 3 KB.",
  input: { ...start, radius, page: pageParameter },
  output: NearbyPostcodes.extend(NEXT_PAGE),
  run(snapshot, { radius, page, ...input }) {
    const nearby = callEndpoint(nearbyPostcodes, snapshot, { radius_km: radius, ...input });
    const request = { page, perPage: MAX_LISTED };
    const { rows, total } = pageOf(nearby.postcodes, request);
    return { ...nearby, postcodes: rows, ...nextPage(total, request) };
  },
});
