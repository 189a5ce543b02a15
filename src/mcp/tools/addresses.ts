import { z } from "zod";
import { lineParameter } from "../../http/endpoints/address-search.ts";
import { addressKeyParameters } from "../../http/endpoints/addresses.ts";
import { omitUndefined } from "../../http/omit-undefined.ts";
import { integer, withDefault } from "../../http/parameters/kinds.ts";
import { Address } from "../../http/schemas/records.ts";
import { lookupAdres } from "../../registry/read/adressen.ts";
import { listFormerOfKey } from "../../search/former.ts";
import { parseLine } from "../../search/line/parse-line.ts";
import { suggestNearMisses } from "../../search/match/near-misses.ts";
import { searchAdressen } from "../../search/search.ts";
import { formerChoice, noLongerAddress } from "./history.ts";
import { ListedAddress, toListedAddress } from "./listed-addresses.ts";
import { MAX_LISTED, NEXT_PAGE, nextPage, pageParameter } from "./pages.ts";
import { withSimplifiedGeometry } from "./simplify-geometry.ts";
import { flag, tool } from "./tool.ts";
import {
  addressChoice,
  ambiguous,
  Choice,
  nextSearchPage,
  notFound,
  searchCall,
  Unresolved,
} from "./unresolved.ts";
import { wholeOptions } from "./whole-address.ts";

export const lookupAddress = tool({
  name: "lookup_address",
  title: "Address by postcode and number",
  description:
    "The one Dutch address with this postcode and house number: street, city, municipality, province, use, floor " +
    "area, building, coordinates, whether it stands yet (stage), and the CBS buurt and wijk where known. Use it " +
    "whenever postcode and number are known; for an address in words use geocode_address. A number that exists " +
    "only with letters or additions comes back as choices: ask the user which. An unknown one comes back with " +
    "near misses. Answers describe today: for a former address or another day call resolve_former_address. Costs " +
    "one request; about 2 KB.",
  input: {
    ...addressKeyParameters,
    include_geometry: flag(
      "Add the geometry of the object as GeoJSON: a point, or the outline of a berth or pitch.",
    ),
  },
  output: z.object({
    address: Address.optional(),
    note: z.string().optional(),
    unresolved: Unresolved.optional(),
  }),
  run(snapshot, { postcode, number, letter, addition, include_geometry }) {
    const key = { postcode, huisnummer: number, huisletter: letter, huisnummertoevoeging: addition };
    const found = lookupAdres(snapshot, key, { ...wholeOptions(snapshot), geometry: include_geometry });
    if ("adres" in found) {
      const [address, note] = withSimplifiedGeometry(found.adres);
      return { address, ...note };
    }
    const { candidates, total } = found;
    const line = `${postcode} ${number}`;
    const asked = { postcode, number, ...omitUndefined({ letter, addition }) };
    const [former] = listFormerOfKey(snapshot, key);
    if (former !== undefined) {
      return noLongerAddress(former, { key: asked, candidates, total, more: searchCall(line) });
    }
    const sought = Object.values(asked).join(" ");
    if (total > 0) {
      const existing = {
        choices: candidates.map(addressChoice),
        total,
        more: nextSearchPage(line),
        next: "Ask the user which letter or addition is on the door, and call again with it.",
      };
      if (letter !== undefined || addition !== undefined) {
        const reason = `No address found for ${sought}: the number exists, with these letters and additions only.`;
        return notFound(reason, existing);
      }
      const reason = `${sought} is not an address by itself; these addresses have that postcode and number.`;
      return ambiguous(reason, existing);
    }
    return notFound(`No address found for ${sought}. The choices are similar addresses.`, {
      choices: suggestNearMisses(snapshot, key).map(addressChoice),
      next: "Check postcode and number with the user; do not use a similar address without asking.",
    });
  },
});

export const searchAddresses = tool({
  name: "search_addresses",
  title: "Addresses by free text",
  description:
    "Addresses that fit a line such as a street, a street and city, or part of an address, best first, with how " +
    "many there are. Forgives typing errors and abbreviations. Use it to list or explore; for one address in " +
    "words use geocode_address, for postcode and number lookup_address. Add a city or number when the total is " +
    "large, or call again with the page that next_page names. former lists former addresses that the line names. " +
    "Costs one request; about 6 KB for ten addresses.",
  input: {
    q: lineParameter,
    limit: withDefault(
      integer({ min: 1, max: 50, description: "Addresses on a page, 1 to 50." }),
      MAX_LISTED,
    ),
    page: pageParameter,
  },
  output: z.object({
    addresses: z.array(ListedAddress).optional(),
    total: z.int().optional(),
    ...NEXT_PAGE,
    former: Choice.optional(),
    unresolved: Unresolved.optional(),
  }),
  run(snapshot, { q, limit, page }) {
    const request = { page, perPage: limit };
    const { rows, total, former = [] } = searchAdressen(snapshot, q, { ...request, former: page === 1 });
    const [last] = former;
    if (total === 0) {
      return last === undefined ? nothingFound(q) : noLongerAddress(last);
    }
    return {
      addresses: rows.map(toListedAddress),
      total,
      ...nextPage(total, request),
      ...(last && { former: formerChoice(last) }),
    };
  },
});

/** Returns the result for a line that finds no address. */
function nothingFound(line: string) {
  if (parseLine(line).isPoBox) {
    return notFound(
      "PO boxes and answer numbers are not in the BAG, which only has places that can be visited.",
      {
        choices: [],
        next: "Ask the user for the street address.",
      },
    );
  }
  return notFound(`No address matches "${line}".`, {
    choices: [],
    next: "Try street and city only, check the spelling with the user, or look the city up with get_city_info.",
  });
}
