import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { faultOf } from "../../base/fault-rules.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { absenceOfKey, lookupAdresOn } from "../../registry/history/adressen-on-day.ts";
import { toDay } from "../../registry/history/days.ts";
import type { DetailOptions } from "../../registry/history/details.ts";
import type { FormerAdres } from "../../registry/history/former-adressen.ts";
import { readingOfAdres } from "../../registry/history/objects-on-day.ts";
import { type AbsenceReason, datedRecord, gapOf } from "../../registry/history/records-on-day.ts";
import {
  type AdresKey,
  type AdresLookup,
  type AdresOptions,
  findAdres,
  listAdressenById,
  lookupAdres,
} from "../../registry/read/adressen.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { FORMER_LIMIT, listFormerOfKey } from "../../search/former.ts";
import { findFormerAdressen } from "../../search/former-key.ts";
import { DETAILS, detailed } from "../details.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { HOUSE_NUMBER_PARTS, type HouseNumberParts, houseNumber } from "../parameters/house-number.ts";
import { postcode, text, type Values } from "../parameters/kinds.ts";
import { nummeraanduidingId } from "../parameters/object-ids.ts";
import type { ExampleData } from "../sample.ts";
import { Address } from "../schemas/records.ts";
import { openPastDay, PAST_ERRORS, type PastDay, requireRecord, validOn } from "../valid-on.ts";

const MAX_BATCH = 100;

const plainKeyParameters = {
  postcode: postcode({ description: "Postcode, with or without a space, in any case.", example: "1382KT" }),
  number: houseNumber({ description: "House number." }),
};

/** Parameters that identify one address, in the order in which users write them. */
export const addressKeyParameters = {
  ...plainKeyParameters,
  ...HOUSE_NUMBER_PARTS,
};

type KeyInput = Values<typeof plainKeyParameters> & HouseNumberParts;

export function addressKeyExample({ lettered }: ExampleData) {
  return {
    postcode: lettered.postcode,
    number: lettered.huisnummer,
    letter: lettered.huisletter,
    addition: lettered.huisnummertoevoeging,
  };
}

/** Returns the address of a key; throws 404 with the candidates that differ only in letter or addition. */
export function requireAddress(snapshot: Snapshot, key: AdresKey, options: AdresOptions = {}): AdresRecord {
  const found = lookupAdres(snapshot, key, options);
  if ("adres" in found) {
    return found.adres;
  }
  throw addressNotFound(key, { ...found, former: listFormerOfKey(snapshot, key) });
}

/** Returns the address that had a key on a day; throws 404 as {@link requireAddress}, with the reason. */
export function requireAddressOn(
  { past, day }: PastDay,
  key: AdresKey,
  options: AdresOptions & DetailOptions = {},
): AdresRecord {
  const found = lookupAdresOn(past, day, key, options);
  if ("adres" in found) {
    return found.adres;
  }
  throw addressNotFound(key, {
    ...found,
    ...omitUndefined({ reason: absenceOfKey(past, day, key) }),
    former: listFormerOn({ past, day }, key),
    ...gapOf(past, day),
  });
}

/** Lists the former addresses that had a key before a day, the latest first. */
function listFormerOn({ past, day }: PastDay, key: AdresKey): FormerAdres[] {
  const { former } = findFormerAdressen(past, key);
  return former.filter(({ valid_until }) => toDay(valid_until!) <= day).slice(0, FORMER_LIMIT.limit);
}

/** Returns the key of an address that a request names. */
export function toAdresKey({ postcode, number, letter, addition }: KeyInput): AdresKey {
  return { postcode, huisnummer: number, huisletter: letter, huisnummertoevoeging: addition };
}

/** Returns the 404 of a key, with `candidates` that differ from it only in letter or addition, and former holders. */
export function addressNotFound(
  { postcode, huisnummer, huisletter, huisnummertoevoeging }: AdresKey,
  { candidates, total, former = [], ...rest }: AddressesInstead,
): AppError {
  const sought = [postcode, huisnummer, huisletter, huisnummertoevoeging]
    .filter((part) => part !== undefined)
    .join(" ");
  return new AppError("not_found", `No address found for ${sought}.`, {
    extra: { candidates, candidates_total: total, ...(former.length > 0 && { former }), ...rest },
  });
}

/** Addresses that a 404 lists instead of the requested address. */
type AddressesInstead = Exclude<AdresLookup, { adres: unknown }> & {
  readonly former?: readonly FormerAdres[];
  readonly reason?: AbsenceReason;
  readonly gap?: true;
};

export const lookup = endpoint({
  path: "/addresses/lookup",
  auth: "key",
  tag: "Addresses",
  summary: "Find one address by postcode and number",
  description:
    "Letter and addition match in any case; without them, only the address that has neither matches. Given " +
    "together in one parameter (`addition=c-1`, `letter=A1`) they match when no address has exactly these. When " +
    "the number only exists with other letters or additions, the 404 lists these as `candidates`; `former` says " +
    "what became of a former address.",
  query: { ...addressKeyParameters, valid_on: validOn },
  include: ["geometry", "stage", "areas", ...DETAILS],
  response: Address,
  errors: PAST_ERRORS,
  example: (sample) => ({ ...addressKeyExample(sample), valid_on: null }),
  handler({ snapshot }, input) {
    const { valid_on, include } = input;
    const key = toAdresKey(input);
    return valid_on === undefined
      ? detailed(snapshot, include)(requireAddress(snapshot, key, include))
      : requireAddressOn(openPastDay(snapshot, valid_on, { include }, ["areas"]), key, include);
  },
});

export const demoLookup = endpoint({
  path: "/demo/lookup",
  tag: "Addresses",
  summary: "Try the lookup without a key",
  description: "The lookup with postcode and number alone.",
  auth: "demo",
  query: plainKeyParameters,
  response: Address,
  errors: ["not_found"],
  example: ({ adres }) => ({ postcode: adres.postcode, number: adres.huisnummer }),
  handler: ({ snapshot }, input) => requireAddress(snapshot, toAdresKey(input)),
});

export const getAddress = endpoint({
  path: "/addresses/{nummeraanduidingId}",
  auth: "key",
  tag: "Addresses",
  summary: "Get one address by its identifier",
  description: "The address of a nummeraanduiding.",
  pathParameters: { nummeraanduidingId },
  query: { valid_on: validOn },
  include: ["geometry", "stage", "areas", ...DETAILS],
  response: Address,
  errors: PAST_ERRORS,
  example: ({ adres }) => ({ nummeraanduidingId: adres.nummeraanduiding_id, valid_on: null }),
  handler({ snapshot }, input) {
    const { nummeraanduidingId: id, include } = input;
    return requireRecord(snapshot, input, {
      kind: "address",
      id,
      today: () => findAdres(snapshot, id, include),
      onDay: readingOfAdres(Number(id), include),
      ofTodayOnly: ["areas"],
    });
  },
});

export const batch = endpoint({
  path: "/addresses/batch",
  auth: "key",
  tag: "Addresses",
  summary: "Get up to 100 addresses by their identifiers",
  description: "In the requested order. A repeated identifier is returned once; an unknown one is left out.",
  query: {
    ids: text({
      max: 3_000,
      description: "Identificaties of nummeraanduidingen, joined by commas; at most 100.",
      example: "0457200000521750,0457200000521749",
    }),
    valid_on: validOn,
  },
  include: ["geometry", "stage", "areas", ...DETAILS],
  response: z.array(Address),
  errors: ["history_not_kept"],
  example: ({ adres, lettered }) => ({
    ids: `${adres.nummeraanduiding_id},${lettered.nummeraanduiding_id}`,
    valid_on: null,
  }),
  handler({ snapshot }, { ids, valid_on, ...input }) {
    const asked = parseIds(ids);
    if (valid_on === undefined) {
      return listAdressenById(snapshot, asked, input.include).map(detailed(snapshot, input.include));
    }
    const { past, day } = openPastDay(snapshot, valid_on, input, ["areas"]);
    const readings = [...new Set(asked)].map((id) => readingOfAdres(Number(id), input.include));
    return readings.flatMap((reading) => datedRecord(past, reading, day) ?? []);
  },
});

function parseIds(text: string): string[] {
  const ids = text
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
  if (ids.length === 0) {
    throw validationFailed({ ids: [faultOf("required")] });
  }
  if (ids.length > MAX_BATCH) {
    throw validationFailed({ ids: [faultOf("max_items", { max: MAX_BATCH })] });
  }
  if (!ids.every((id) => /^[0-9]{16}$/.test(id))) {
    throw validationFailed({ ids: [faultOf("each_digits", { count: 16 })] });
  }
  return ids;
}
