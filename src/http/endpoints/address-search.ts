import { z } from "zod";
import { wgs84ToRd } from "../../geo/rd.ts";
import { lookupAdres } from "../../registry/read/adressen.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { listFormerOfKey } from "../../search/former.ts";
import { suggestNearMisses } from "../../search/match/near-misses.ts";
import { searchAdressen } from "../../search/search.ts";
import { suggestAdressen } from "../../search/suggest.ts";
import { DETAILS, detailed } from "../details.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { integer, number, oneOf, optional, text, withDefault } from "../parameters/kinds.ts";
import { faultOfPair } from "../position.ts";
import { Address } from "../schemas/records.ts";
import { AddressValidation, Suggestion } from "../schemas/search.ts";
import { addressKeyParameters, toAdresKey } from "./addresses.ts";

/**
 * Parameters of the position whose surroundings are preferred. Two decimals count, which is about a kilometre, so that
 * small moves of a map are answered from the cache of suggestions.
 */
const nearParameters = {
  lat: optional(
    number({
      ...{ min: 50, max: 56, example: 52.31 },
      description: "Latitude of the position to prefer, in degrees; goes with `lng`. Two decimals count.",
    }),
  ),
  lng: optional(
    number({
      ...{ min: 2, max: 8, example: 5.03 },
      description: "Longitude of the position to prefer, in degrees; goes with `lat`. Two decimals count.",
    }),
  ),
};

/** Returns the position to prefer, in RD; throws `validation_failed` for half of one. */
function nearOf(given: { readonly lat?: number | undefined; readonly lng?: number | undefined }) {
  const faults = faultOfPair(given, "lat", "lng");
  if (Object.keys(faults).length > 0) {
    throw validationFailed(faults);
  }
  const { lat, lng } = given;
  return lat === undefined || lng === undefined ? undefined : wgs84ToRd(round(lat), round(lng));
}

function round(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

const NEAR =
  "With `lat` and `lng`, addresses that fit equally well are sorted by the distance of their city from that " +
  "position, instead of by its size.";

const documentation = {
  description:
    "Street, number, letter, addition, postcode and place in any order and spelling; 2 to 200 characters.",
  example: "keurstraat 5a weesp",
};

type SuggestionRecord = z.output<typeof Suggestion>;

/** Schema of an address line. Collapses white space to single spaces: a pasted address may have several lines. */
export const lineParameter = z
  .preprocess(
    (value) => (typeof value === "string" ? value.replace(/\s+/g, " ") : value),
    text({ min: 2, max: 200, ...documentation }),
  )
  .meta({ ...documentation, override: { type: "string", minLength: 2, maxLength: 200 } }) as z.ZodType<
  string,
  string
>;

export const searchAddresses = endpoint({
  path: "/addresses/search",
  auth: "key",
  tag: "Addresses",
  summary: "Find addresses by free text",
  description:
    "Best first: the addresses that satisfy every part read from the line. A number without letter or addition " +
    "also finds those with one. Typing errors and other cities are accepted only when nothing matches as typed. " +
    `\`total\` is exact. ${NEAR} When the line names a former address and no current one, \`meta.former\` says what ` +
    "became of it. With `explain=1` and a server key (or the session of the page), `meta.explain` shows how the " +
    "line was parsed and scored.",
  query: {
    q: lineParameter,
    explain: optional(oneOf(["0", "1"], { description: "1 adds the trace to `meta`; server keys only." })),
    ...nearParameters,
  },
  include: ["geometry", "stage", "areas", ...DETAILS],
  envelope: "page",
  response: Address,
  errors: ["history_not_kept"],
  example: ({ adres }) => ({ q: adres.full_address }),
  handler({ snapshot }, { q, explain, page, include, ...position }, { key, isPageSession }) {
    const found = searchAdressen(snapshot, q, {
      ...page,
      ...include,
      near: nearOf(position),
      former: page.page === 1,
      explain: explain === "1" && (isPageSession === true || key?.kind === "server"),
    });
    return { ...found, rows: found.rows.map(detailed(snapshot, include)) };
  },
});

export const autocomplete = endpoint({
  path: "/addresses/autocomplete",
  auth: "key",
  tag: "Addresses",
  summary: "Complete an address while it is typed",
  description:
    "The last word or number may be incomplete. While no number is typed there is one suggestion for each " +
    "street. With `include=address` each suggestion carries its whole record, so that choosing one needs no " +
    "second request. " +
    NEAR,
  query: {
    q: lineParameter,
    limit: withDefault(integer({ min: 1, max: 20, description: "Suggestions, 1 to 20.", example: 10 }), 10),
    ...nearParameters,
  },
  include: ["address"],
  response: z.array(Suggestion),
  example: ({ adres }) => ({ q: adres.straatnaam }),
  handler({ snapshot }, { q, limit, include, ...position }) {
    const suggestions = suggestAdressen(snapshot, q, { limit, near: nearOf(position) });
    return suggestions.map((adres) => toSuggestion(adres, include));
  },
});

function toSuggestion(adres: AdresRecord, include: { readonly address?: boolean }): SuggestionRecord {
  const { nummeraanduiding_id, full_address, postcode, woonplaats_naam } = adres;
  const suggestion = { id: nummeraanduiding_id, label: full_address, postcode, city: woonplaats_naam };
  return include.address ? { ...suggestion, address: adres } : suggestion;
}

export const validateAddress = endpoint({
  path: "/addresses/validate",
  auth: "key",
  tag: "Addresses",
  summary: "Check whether an address exists",
  description:
    "Always 200. Suggestions, best first: other letters or additions of the number, the postcode's nearest " +
    "numbers, the number under other postcodes of the street, and under postcodes one edit away. `former` says " +
    "what became of a former address.",
  query: addressKeyParameters,
  response: AddressValidation,
  example: ({ lettered }) => ({ postcode: lettered.postcode, number: lettered.huisnummer, letter: "zz" }),
  handler({ snapshot }, input) {
    const key = toAdresKey(input);
    const found = lookupAdres(snapshot, key);
    if ("adres" in found) {
      return { valid: true, address: found.adres, suggestions: [] };
    }
    const former = listFormerOfKey(snapshot, key);
    return {
      valid: false,
      address: null,
      suggestions: suggestNearMisses(snapshot, key),
      ...(former.length > 0 && { former }),
    };
  },
});
