import type { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { AdresRecord } from "../../registry/records.ts";
import type { Snapshot } from "../../registry/snapshot.ts";
import { geocodeLine } from "../../search/geocode.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { optional } from "../parameters.ts";
import { refusalText } from "../refusal-text.ts";
import { ForwardGeocoding } from "../search-schemas.ts";
import { lineParameter } from "./address-search.ts";
import { addressKeyExample, addressKeyParameters, requireAddress } from "./addresses.ts";

const { postcode, number, letter, addition } = addressKeyParameters;

export const forwardGeocode = endpoint({
  path: "/geocode/forward",
  tag: "Geocoding",
  summary: "Find the one address that is meant, and where it is",
  description:
    "By `postcode` and `number`, else by `q`. Only a certain answer: the number equal, letter and addition as given, street " +
    "and place named within a few typing errors, and nothing that fits as well. Otherwise 404 with up to 10 `candidates`.",
  query: {
    postcode: optional(postcode),
    number: optional(number),
    letter,
    addition,
    q: optional(lineParameter),
  },
  response: ForwardGeocoding,
  errors: ["not_found"],
  example: (sample) => ({ ...addressKeyExample(sample), q: sample.lettered.full_address }),
  handler({ snapshot }, input) {
    if (input.postcode !== undefined && input.number !== undefined) {
      return toGeocoding(
        requireKnown(snapshot, { ...input, postcode: input.postcode, number: input.number }),
      );
    }
    if (input.q !== undefined) return toGeocoding(requireCertain(snapshot, input.q));
    const missing = input.postcode === undefined && input.number !== undefined ? "postcode" : "number";
    if (input.postcode === undefined && input.number === undefined) {
      throw validationFailed({ q: ["The q field is required when postcode and number are not present."] });
    }
    throw validationFailed({ [missing]: [`The ${missing} field is required when q is not present.`] });
  },
});

const MAX_CANDIDATES = 10;

/** The address of a postcode and number; a 404 names fewer candidates than the lookup's. */
function requireKnown(snapshot: Snapshot, key: Parameters<typeof requireAddress>[1]): AdresRecord {
  try {
    return requireAddress(snapshot, key);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { candidates, ...extra } = error.details.extra as { candidates: AdresRecord[] };
    throw new AppError(error.code, error.message, {
      extra: { candidates: candidates.slice(0, MAX_CANDIDATES), ...extra },
    });
  }
}

function requireCertain(snapshot: Snapshot, line: string): AdresRecord {
  const found = geocodeLine(snapshot, line);
  if ("adres" in found) return found.adres;
  const extra = { candidates: found.candidates, candidates_total: found.total };
  throw new AppError("not_found", refusalText(found.refusal), { extra });
}

function toGeocoding(adres: AdresRecord): z.output<typeof ForwardGeocoding> {
  const { latitude, longitude, rd_x, rd_y } = adres;
  return {
    address: adres,
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
