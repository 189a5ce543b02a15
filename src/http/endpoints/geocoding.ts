import type { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { AskedNumber, CertainAnswer } from "../../search/certain-answer.ts";
import { type GeocodeOptions, geocodeLine } from "../../search/geocode.ts";
import { geocodeKey } from "../../search/geocode-key.ts";
import { refusalText } from "../../search/refusal.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { oneOf, optional } from "../parameters/kinds.ts";
import { ForwardGeocoding } from "../schemas/search.ts";
import { lineParameter } from "./address-search.ts";
import { addressKeyExample, addressKeyParameters, addressNotFound } from "./addresses.ts";

const { postcode, number, letter, addition } = addressKeyParameters;

export const forwardGeocode = endpoint({
  path: "/geocode/forward",
  tag: "Geocoding",
  summary: "Find the one address that is meant, and where it is",
  description:
    "By `postcode` and `number`, or by `q`, which stands for both. `letter` and `addition` complete either, and beside `q` " +
    "so do `postcode` and `number`: all that is given must agree. Only a certain answer: the number equal, letter and " +
    "addition as given, street and place named within a few typing errors, and nothing that fits as well. A number that " +
    "exists only with letters or additions is answered by the first where they all lie in one building or within 25 m. " +
    "`match` says which it is. Otherwise 404 with the reason and up to 10 `candidates`.",
  query: {
    postcode: optional(postcode),
    number: optional(number),
    letter,
    addition,
    q: optional(lineParameter),
    match: optional(
      oneOf(["exact"], {
        description: "Accepts exact matches only: `corrected` and `one_of_several` give 404.",
        example: "exact",
      }),
    ),
  },
  response: ForwardGeocoding,
  errors: ["not_found"],
  example: (sample) => ({ ...addressKeyExample(sample), q: sample.lettered.full_address }),
  handler({ snapshot }, { q, match, ...key }) {
    const onlyExact = match === "exact";
    if (q !== undefined) {
      return toGeocoding(requireByLine(snapshot, q, { parameters: key, onlyExact }));
    }
    const { postcode, number } = key;
    if (postcode !== undefined && number !== undefined) {
      return toGeocoding(requireByKey(snapshot, { ...key, postcode, number }, onlyExact));
    }
    if (postcode === undefined && number === undefined) {
      throw validationFailed({ q: ["The q field is required when postcode and number are not present."] });
    }
    const missing = postcode === undefined ? "postcode" : "number";
    throw validationFailed({ [missing]: [`The ${missing} field is required when q is not present.`] });
  },
});

const MAX_CANDIDATES = 10;

/** Returns the address of a postcode and number; throws a 404 with fewer candidates than that of the lookup. */
function requireByKey(snapshot: Snapshot, key: AskedNumber, onlyExact: boolean): CertainAnswer {
  const found = geocodeKey(snapshot, key, { onlyExact });
  if ("adres" in found) {
    return found;
  }
  throw addressNotFound(key, { ...found, candidates: found.candidates.slice(0, MAX_CANDIDATES) });
}

function requireByLine(snapshot: Snapshot, line: string, options: GeocodeOptions): CertainAnswer {
  const found = geocodeLine(snapshot, line, options);
  if ("adres" in found) {
    return found;
  }
  const extra = {
    reason: found.refusal,
    candidates: found.candidates,
    candidates_total: found.total,
  };
  throw new AppError("not_found", refusalText(found.refusal), { extra });
}

function toGeocoding({ adres, match }: CertainAnswer): z.output<typeof ForwardGeocoding> {
  const { latitude, longitude, rd_x, rd_y } = adres;
  return {
    address: adres,
    match,
    coordinates: { wgs84: { latitude, longitude }, rd: { x: rd_x, y: rd_y } },
    geojson: {
      type: "Feature",
      geometry: { type: "Point", coordinates: [longitude, latitude] },
      properties: {
        nummeraanduiding_id: adres.nummeraanduiding_id,
        full_address: adres.full_address,
        postcode: adres.postcode,
        huisnummer: adres.huisnummer,
        straatnaam: adres.straatnaam,
        woonplaats: adres.woonplaats_naam,
        source: "BAG",
      },
    },
  };
}
