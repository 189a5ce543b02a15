import { z } from "zod";
import { ReverseGeocoding } from "../../http/aggregate-schemas.ts";
import { reverseGeocode as reverseEndpoint } from "../../http/endpoints/reverse-geocoding.ts";
import { number, text } from "../../http/parameters.ts";
import { positionParameters } from "../../http/position.ts";
import { Address } from "../../http/schemas.ts";
import { geocodeLine } from "../../search/geocode.ts";
import { ask } from "../ask.ts";
import { tool } from "../tool.ts";
import { addressChoice, ambiguous, Unresolved } from "../unresolved.ts";
import { nothingFound } from "./addresses.ts";

const MAX_CHOICES = 10;

export const geocodeAddress = tool({
  name: "geocode_address",
  title: "Position of an address in words",
  description:
    "The one address a line of text means, with its position in WGS84 (latitude, longitude) and in the national grid RD " +
    "(rd_x, rd_y, metres). Use it for an address as people write it (Keurstraat 5a Weesp); with postcode and number " +
    "lookup_address is surer. When the line fits several addresses none is picked: they come back as choices to ask the " +
    "user about. PO boxes are not in the BAG. Costs one request; about 2 KB.",
  input: {
    q: text({
      min: 2,
      max: 200,
      description: "Address with a house number, in any order.",
      example: "Keurstraat 5a Weesp",
    }),
  },
  output: z.object({
    address: Address.omit({ geometry: true }).optional(),
    unresolved: Unresolved.optional(),
  }),
  run(snapshot, { q }) {
    const found = geocodeLine(snapshot, q);
    if ("adres" in found && found.match !== "one_of_several") return { address: found.adres };
    const { candidates, total } =
      "adres" in found ? { candidates: found.all.slice(0, MAX_CHOICES), total: found.all.length } : found;
    if (total === 0) return nothingFound(q);
    return ambiguous(`"${q}" does not name one address for certain; these fit.`, {
      choices: candidates.map(addressChoice),
      total,
      next: "Ask the user which one is meant, or for the house number, the city or the postcode if it is not given.",
    });
  },
});

export const reverseGeocode = tool({
  name: "reverse_geocode",
  title: "Address at a position",
  description:
    "The address at a point: in a building its nearest address, elsewhere the nearest address within the radius, with " +
    "the distance in metres. Give lat and lng, or rd_x and rd_y of the national grid. Only for points in the Netherlands. " +
    "Costs one request; about 2 KB.",
  input: {
    ...positionParameters,
    radius: number({ min: 0, max: 1000, description: "How far to look, in metres, at most 1000." }).default(
      100,
    ),
  },
  output: ReverseGeocoding.extend({ address: Address.omit({ geometry: true }) }),
  run: (snapshot, { radius, ...point }) => ask(reverseEndpoint, snapshot, { radius_m: radius, ...point }),
});
