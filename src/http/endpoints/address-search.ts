import { z } from "zod";
import { lookupAdres } from "../../registry/read/adressen.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { listFormerOfKey } from "../../search/former.ts";
import { suggestNearMisses } from "../../search/match/near-misses.ts";
import { searchAdressen } from "../../search/search.ts";
import { suggestAdressen } from "../../search/suggest.ts";
import { endpoint } from "../endpoint.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { integer, oneOf, optional, text, withDefault } from "../parameters/kinds.ts";
import { Address } from "../schemas/records.ts";
import { AddressValidation, Suggestion } from "../schemas/search.ts";
import { addressKeyParameters } from "./addresses.ts";

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
  tag: "Addresses",
  summary: "Find addresses by free text",
  description:
    "Best first: the addresses that satisfy every part read from the line. A number without letter or addition also finds " +
    "those with one. Typing errors and other cities are accepted only when nothing matches as typed. `total` is exact. " +
    "When no address is as the line says, but one was, `meta.former` tells what became of it. " +
    "With `explain=1` and a server key (or the session of the page), `meta.explain` shows how the line was parsed and scored.",
  query: {
    q: lineParameter,
    explain: optional(oneOf(["0", "1"], { description: "1 adds the trace to `meta`; server keys only." })),
  },
  include: ["geometry", "stage", "areas"],
  envelope: "page",
  response: Address,
  example: ({ adres }) => ({ q: adres.full_address }),
  handler({ snapshot }, { q, explain, page, include }, { key, isPageSession }) {
    return searchAdressen(snapshot, q, {
      ...page,
      ...include,
      former: page.page === 1,
      explain: explain === "1" && (isPageSession === true || key?.kind === "server"),
    });
  },
});

export const autocomplete = endpoint({
  path: "/addresses/autocomplete",
  tag: "Addresses",
  summary: "Complete an address while it is typed",
  description:
    "The last word or number may be incomplete. While no number is typed there is one suggestion for each street. " +
    "With `include=address` each suggestion carries its whole record, so that choosing one needs no second request.",
  query: {
    q: lineParameter,
    limit: withDefault(integer({ min: 1, max: 20, description: "Suggestions, 1 to 20.", example: 10 }), 10),
  },
  include: ["address"],
  response: z.array(Suggestion),
  example: ({ adres }) => ({ q: adres.straatnaam }),
  handler({ snapshot }, { q, limit, include }) {
    const suggestions = suggestAdressen(snapshot, q, { limit });
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
  tag: "Addresses",
  summary: "Check whether an address exists",
  description:
    "Always 200. Suggestions, best first: other letters or additions of the number, the postcode's nearest numbers, the " +
    "number under other postcodes of the street, and under postcodes one edit away. `former` tells what became of an " +
    "address that existed once.",
  query: addressKeyParameters,
  response: AddressValidation,
  example: ({ lettered }) => ({ postcode: lettered.postcode, number: lettered.huisnummer, letter: "zz" }),
  handler({ snapshot }, { postcode, number, letter, addition }) {
    const key = {
      postcode,
      huisnummer: number,
      ...omitUndefined({ huisletter: letter, toevoeging: addition }),
    };
    const found = lookupAdres(snapshot, key);
    if ("adres" in found) {
      return { valid: true, address: found.adres, suggestions: [] };
    }
    const former = listFormerOfKey(snapshot, { postcode, number, letter, addition });
    return {
      valid: false,
      address: null,
      suggestions: suggestNearMisses(snapshot, key),
      ...(former.length > 0 && { former }),
    };
  },
});
