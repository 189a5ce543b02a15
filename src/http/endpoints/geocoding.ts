import type { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { faultOf } from "../../base/fault-rules.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { FormerAdres } from "../../registry/history/former-adressen.ts";
import type { AdresKey } from "../../registry/read/adressen.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import type { CertainAnswer } from "../../search/certain-answer.ts";
import { type FormerAnswer, formerRefusal, judgeFormer, listFormerOfKey } from "../../search/former.ts";
import { listFormerOfQuery } from "../../search/former-line.ts";
import { type GeocodeOptions, type GeocodeResult, geocodeQuery } from "../../search/geocode.ts";
import { geocodeKey } from "../../search/geocode-key.ts";
import { findListedOfKey } from "../../search/listed-additions.ts";
import { nearestOfKey } from "../../search/match/near-misses.ts";
import { createQuery, type Query } from "../../search/match/query.ts";
import { listNearestNumbers } from "../../search/nearest-numbers.ts";
import { type Refusal, refusalText } from "../../search/refusal.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { oneOf, optional } from "../parameters/kinds.ts";
import { ForwardGeocoding } from "../schemas/search.ts";
import { PAST_ERRORS, requirePastIf } from "../valid-on.ts";
import { lineParameter } from "./address-search.ts";
import { addressKeyExample, addressKeyParameters, addressNotFound, toAdresKey } from "./addresses.ts";

const { postcode, number, letter, addition } = addressKeyParameters;

export const forwardGeocode = endpoint({
  path: "/geocode/forward",
  auth: "key",
  tag: "Geocoding",
  summary: "Find the one address that is meant, and its position",
  description:
    "By `postcode` and `number`, or by `q` as one line. Both can be completed by `letter` and `addition`, and " +
    "`q` also by `postcode` and `number`: all values that are given must agree. Returns only a certain answer: " +
    "the number equal, letter and addition as given, street and place named within a few typing errors, and no " +
    "other address that fits as well. For a number that only exists with letters or additions the first is " +
    "returned if all of them are in one building or within 25 m. `match` says which kind of match it is. " +
    "Otherwise 404 with the reason and up to 10 `candidates`. A former address is never returned as a current " +
    "one, nor corrected to the nearest: the 404 has it as `former`, unless `former=true` asks for it.",
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
    former: optional(
      oneOf(["true", "false"], {
        description:
          "`true` also returns former addresses, with `match` `former`: the last record, its position, and what " +
          "became of the address. 404 `history_not_kept` where the data has no history.",
        example: "true",
      }),
    ),
  },
  response: ForwardGeocoding,
  errors: PAST_ERRORS,
  example: (sample) => ({ ...addressKeyExample(sample), q: sample.lettered.full_address }),
  handler({ snapshot }, { q, match, former, ...key }) {
    const accepted = { onlyExact: match === "exact", takesFormer: former === "true" };
    requirePastIf(accepted.takesFormer, snapshot);
    if (q !== undefined) {
      return toGeocoding(requireByLine(snapshot, q, { parameters: key, ...accepted }));
    }
    const { postcode, number } = key;
    if (postcode !== undefined && number !== undefined) {
      return toGeocoding(requireByKey(snapshot, toAdresKey({ ...key, postcode, number }), accepted));
    }
    if (postcode === undefined && number === undefined) {
      const other = { first: "postcode", second: "number" };
      throw validationFailed({ q: [faultOf("required_without_both", other)] });
    }
    const missing = postcode === undefined ? "postcode" : "number";
    throw validationFailed({ [missing]: [faultOf("required_without", { other: "q" })] });
  },
});

const MAX_CANDIDATES = 10;

/** Kinds of answers that a request accepts. */
interface Accepted {
  readonly onlyExact: boolean;
  readonly takesFormer: boolean;
}

/** Returns the address of a postcode and number; throws a 404 with fewer candidates than the lookup lists. */
function requireByKey(
  snapshot: Snapshot,
  key: AdresKey,
  { onlyExact, takesFormer }: Accepted,
): CertainAnswer | FormerAnswer {
  const found = geocodeKey(snapshot, key, { onlyExact });
  const ofToday = "adres" in found ? found : undefined;
  const { answer, former } = judgeFormer(ofToday, () => listFormerOfKey(snapshot, key), takesFormer);
  if (answer !== undefined) {
    return answer;
  }
  const near = nearOf(found);
  const [last] = former;
  if (last === undefined) {
    const listed = findListedOfKey(snapshot, key);
    if (listed?.isRange) {
      throw notCertain(listed.refusal, { candidates: listed.addresses, total: listed.addresses.length }, []);
    }
    const candidates = nearestOfKey(snapshot, key, MAX_CANDIDATES);
    throw addressNotFound(key, { ...near, candidates });
  }
  throw notCertain(formerRefusal(last), near.total > 0 ? near : nearOfFormer(last), former);
}

function requireByLine(
  snapshot: Snapshot,
  line: string,
  { takesFormer, ...options }: GeocodeOptions & Accepted,
): CertainAnswer | FormerAnswer {
  const query = createQuery(snapshot, line);
  const found = geocodeQuery(query, options);
  const ofToday = "adres" in found ? found : undefined;
  const listFormer = () => listFormerOfQuery(query, options.parameters);
  const { answer, former } = judgeFormer(ofToday, listFormer, takesFormer);
  if (answer !== undefined) {
    return answer;
  }
  const [last] = former;
  // Without a former address there is no current answer either.
  const refusal = last === undefined ? (found as Refused).refusal : formerRefusal(last);
  throw notCertain(
    refusal,
    refusal.why === "no such number" ? nearInStreet(query, refusal) : nearOf(found),
    former,
  );
}

/** Returns the nearest numbers in a street that does not have `number`. */
function nearInStreet(query: Query, { number }: { readonly number: number }): Near {
  const candidates = listNearestNumbers(query, number);
  return { candidates, total: candidates.length };
}

/** Current addresses that a 404 lists, out of `total`. */
interface Near {
  readonly candidates: AdresRecord[];
  readonly total: number;
}

function nearOf(found: CertainAnswer | Near): Near {
  return "adres" in found ? { candidates: [found.adres], total: 1 } : found;
}

/** Returns the current form of a former address, or its successors when it has none. */
function nearOfFormer({ today, successors }: FormerAdres): Near {
  const candidates = today === null ? successors.map(({ address }) => address) : [today];
  return { candidates, total: candidates.length };
}

function notCertain(refusal: Refusal, { candidates, total }: Near, former: readonly FormerAdres[]): AppError {
  return new AppError("not_found", refusalText(refusal), {
    extra: {
      reason: refusal,
      candidates: candidates.slice(0, MAX_CANDIDATES),
      candidates_total: total,
      ...(former.length > 0 && { former }),
    },
  });
}

type Refused = Exclude<GeocodeResult, CertainAnswer>;

function toGeocoding(answer: CertainAnswer | FormerAnswer): z.output<typeof ForwardGeocoding> {
  const { adres, match } = answer;
  const { latitude, longitude, rd_x, rd_y } = adres;
  return {
    address: adres,
    match,
    ...(answer.match === "former" && { former: answer.former }),
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
