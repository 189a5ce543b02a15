/** The script that the form component loads for `src`: answers from a folder of static files (docs/static.md). */
import { createStaticClient, type StaticSuggestion } from "../../../http/client/static/static-client.ts";
import type { AddressService, Answer, StreetOnly } from "./component/address-service.ts";
import type { Address } from "./component/typed-address.ts";

/** For pages that send their own requests. */
export { createStaticClient };

const MAX_SUGGESTIONS = 10;

/** Opens the folder that holds `latest.json`. */
export function openStaticFiles(baseUrl: string): AddressService {
  const client = createStaticClient({ baseUrl });
  return {
    async lookup({ postcode, number, addition }, signal): Promise<Answer> {
      const key = { postcode, number, ...(addition !== "" && { addition }) };
      const found = await client.lookup(key, { signal }).catch((error) => {
        // A number that no house has: 0.
        if (error instanceof TypeError) {
          return { address: null, candidates: [] };
        }
        throw error;
      });
      const candidates = found.candidates as readonly Address[];
      if (found.address !== null) {
        return { kind: "found", address: found.address as Address };
      }
      return candidates.length > 0 ? { kind: "ambiguous", candidates } : { kind: "unknown" };
    },
    async suggest(q, signal) {
      const suggestions = await client.autocomplete(q, { signal, limit: MAX_SUGGESTIONS });
      return { kind: "suggestions", addresses: suggestions.flatMap(addressOf) };
    },
    async recognise(q, signal): Promise<Answer> {
      const suggestions = await client.autocomplete(q, { signal, limit: MAX_SUGGESTIONS });
      const [first, second] = suggestions.filter((each) => each.kind === "address" && each.exact);
      return first?.kind === "address" && second === undefined
        ? { kind: "found", address: first.address as Address }
        : { kind: "unknown" };
    },
    prepare: (postcode) => client.prepare(postcode.trim().slice(0, 4)),
  };
}

/** Returns what the component shows: an address, or a street; places alone complete nothing. */
function addressOf(suggestion: StaticSuggestion): (Address | StreetOnly)[] {
  if (suggestion.kind === "address") {
    return [suggestion.address as Address];
  }
  return suggestion.kind === "street"
    ? [{ straatnaam: suggestion.street, woonplaats_naam: suggestion.city, huisnummer: null }]
    : [];
}
