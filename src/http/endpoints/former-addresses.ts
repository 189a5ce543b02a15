import { faultOf } from "../../base/fault-rules.ts";
import { toDay } from "../../registry/history/days.ts";
import { Past } from "../../registry/history/past.ts";
import { gapOf } from "../../registry/history/records-on-day.ts";
import { type FormerKey, findFormerAdressen } from "../../search/former-key.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { HOUSE_NUMBER_PARTS, houseNumber } from "../parameters/house-number.ts";
import { dateParameter, optional, postcode, text, type Values } from "../parameters/kinds.ts";
import { FormerAddresses } from "../schemas/history.ts";

const keyParameters = {
  postcode: optional(
    postcode({ description: "Postcode, with or without a space, in any case.", example: "1381BK" }),
  ),
  street: optional(text({ description: "Name of the street then; with `city`.", example: "Achtergracht" })),
  city: optional(text({ description: "Name of the city then.", example: "Weesp" })),
  number: houseNumber({ description: "House number." }),
  ...HOUSE_NUMBER_PARTS,
};

export const formerAddresses = endpoint({
  path: "/addresses/former",
  auth: "key",
  tag: "Addresses",
  extension: true,
  summary: "Find what became of a former address",
  description:
    "Either by postcode and number, or by street, city and number, as the address was written then. `current` is " +
    "the address that has this key today. `former` lists the addresses that had it earlier: their last record, " +
    "their address today under the same identifier, and the addresses that replaced them. With `valid_on`, only " +
    "those that had it on that day.",
  query: {
    ...keyParameters,
    valid_on: optional(
      dateParameter({
        description:
          "Day (YYYY-MM-DD): lists only the `former` addresses that had the key on it. `current` is still " +
          "today's address.",
        example: "2011-03-28",
      }),
    ),
  },
  response: FormerAddresses,
  errors: ["history_not_kept"],
  example: ({ adres }) => ({
    postcode: adres.postcode,
    number: adres.huisnummer,
    letter: adres.huisletter,
    addition: adres.huisnummertoevoeging,
    street: null,
    city: null,
    valid_on: null,
  }),
  handler({ snapshot }, { valid_on, ...input }) {
    const past = new Past(snapshot);
    if (valid_on === undefined) {
      return findFormerAdressen(past, toKey(input));
    }
    const validOn = toDay(valid_on);
    return { ...findFormerAdressen(past, toKey(input), { validOn }), ...gapOf(past, validOn) };
  },
});

/** Returns the key of a request. Throws 422 unless it has either a postcode, or a street and a city. */
function toKey({ postcode, street, city, ...parts }: Values<typeof keyParameters>): FormerKey {
  const number = { huisnummer: parts.number, huisletter: parts.letter, huisnummertoevoeging: parts.addition };
  const [given, missing] = street === undefined ? ["city", "street"] : ["street", "city"];
  const hasName = street !== undefined || city !== undefined;
  if (postcode !== undefined) {
    if (hasName) {
      throw validationFailed({ [given!]: [faultOf("missing_with", { other: "postcode" })] });
    }
    return { postcode, ...number };
  }
  if (!hasName) {
    const names = { first: "street", second: "city" };
    throw validationFailed({ postcode: [faultOf("required_without_both", names)] });
  }
  if (street === undefined || city === undefined) {
    throw validationFailed({ [missing!]: [faultOf("required_with", { other: given! })] });
  }
  return { straatnaam: street, woonplaatsNaam: city, ...number };
}
