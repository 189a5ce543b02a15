import { z } from "zod";
import { lineParameter } from "../../http/endpoints/address-search.ts";
import { geocodePoint, reverseGeocode as reverseEndpoint } from "../../http/endpoints/reverse-geocoding.ts";
import { ReverseGeocoding } from "../../http/schemas/aggregates.ts";
import { Address } from "../../http/schemas/records.ts";
import { ForwardGeocoding } from "../../http/schemas/search.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { judgeFormer } from "../../search/former.ts";
import { listFormerOfQuery } from "../../search/former-line.ts";
import { type GeocodeResult, geocodeQuery } from "../../search/geocode.ts";
import { createQuery } from "../../search/match/query.ts";
import { listNearestNumbers } from "../../search/nearest-numbers.ts";
import { refusalText } from "../../search/refusal.ts";
import { noLongerAddress } from "./history.ts";
import { tool } from "./tool.ts";
import { addressChoice, ambiguous, nextSearchPage, notFound, Unresolved } from "./unresolved.ts";
import { toWholeAddress, wholeOptions } from "./whole-address.ts";

export const geocodeAddress = tool({
  name: "geocode_address",
  title: "Position of an address in words",
  description:
    "The one address a line of text means, with its position in WGS84 (latitude, longitude) and in the national " +
    "grid RD (rd_x, rd_y, metres), whether it stands yet (stage), and the CBS buurt and wijk where known. Use it " +
    "for an address as people write it (Keurstraat 5a Weesp); with postcode and number lookup_address is surer. " +
    "When the line fits several addresses none is picked: they come back as choices to ask the user about. match " +
    "is exact, or corrected where a part was typed otherwise. When none fits, the reason says which part does " +
    "not, and the choices are the nearest addresses. PO boxes are not in the BAG. Costs one request; about 2 KB.",
  input: { q: lineParameter },
  output: z.object({
    address: Address.omit({ geometry: true }).optional(),
    match: ForwardGeocoding.shape.match.exclude(["former"]).optional(),
    unresolved: Unresolved.optional(),
  }),
  run(snapshot, { q }) {
    const query = createQuery(snapshot, q);
    const found = geocodeQuery(query);
    const ofToday = "adres" in found ? found : undefined;
    const { answer, former } = judgeFormer(ofToday, () => listFormerOfQuery(query), false);
    if (answer === undefined && former.length > 0) {
      return noLongerAddress(former[0]!);
    }
    if (!("adres" in found)) {
      const { refusal } = found;
      if (refusal.why === "no such number") {
        const candidates = listNearestNumbers(query, refusal.number);
        return unresolvedLine(q, { refusal, candidates, total: candidates.length });
      }
      return unresolvedLine(q, found);
    }
    const { adres, match } = found;
    return match === "one_of_several"
      ? severalAtNumber(q, found.all)
      : { address: toWholeAddress(snapshot, adres), match };
  },
});

const NEXT_STEPS = {
  severalFit: "Ask the user which one is meant, and call again with the part that distinguishes it.",
  nearest: "Check the line with the user; do not use a similar address without asking.",
  nothing:
    "Try street and city with search_addresses, check the spelling with the user, or look the city up with " +
    "get_city_info.",
  poBox: "Ask the user for the street address.",
} as const;

/**
 * Returns the addresses at one number as choices: all have the same position, but an assistant asks for an address,
 * so the user must say which.
 */
function severalAtNumber(q: string, all: readonly AdresRecord[]) {
  const reason = refusalText({ why: "several at the number" });
  const [choices, more, next] = [all.map(addressChoice), nextSearchPage(q), NEXT_STEPS.severalFit];
  return ambiguous(reason, { choices, more, next });
}

/**
 * Returns the refusal of a line, with the reason of `/geocode/forward`. Only candidates that fit equally well are
 * ambiguous; others contradict the line somewhere.
 */
function unresolvedLine(
  q: string,
  { refusal, candidates, total }: Exclude<GeocodeResult, { adres: unknown }>,
) {
  const reason = refusalText(refusal);
  const choices = candidates.map(addressChoice);
  const more = nextSearchPage(q);
  if (refusal.why === "several streets" || refusal.why === "several at the number") {
    return ambiguous(reason, { choices, total, more, next: NEXT_STEPS.severalFit });
  }
  if (refusal.why === "po box") {
    return notFound(reason, { choices, next: NEXT_STEPS.poBox });
  }
  const next = total === 0 ? NEXT_STEPS.nothing : NEXT_STEPS.nearest;
  return notFound(reason, { choices, total, more, next });
}

const { radius_m: radius, ...position } = reverseEndpoint.query;

export const reverseGeocode = tool({
  name: "reverse_geocode",
  title: "Address at a position",
  description:
    "The address at a point: in a building its nearest address, elsewhere the nearest address within the radius, " +
    "with the distance in metres. Give lat and lng, or rd_x and rd_y of the national grid. Only for points in " +
    "the Netherlands. Costs one request; about 2 KB.",
  input: {
    ...position,
    radius,
  },
  output: ReverseGeocoding.extend({ address: Address.omit({ geometry: true }) }),
  run: (snapshot, { radius, ...point }) => geocodePoint(snapshot, point, radius, wholeOptions(snapshot)),
});
