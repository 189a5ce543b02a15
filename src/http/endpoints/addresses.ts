import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import {
  type AdresLookup,
  type AdresOptions,
  findAdres,
  listAdressenById,
  lookupAdres,
} from "../../registry/read/adressen.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import type { AskedNumber } from "../../search/certain-answer.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { HOUSE_NUMBER_PARTS, houseNumber } from "../parameters/house-number.ts";
import { digits, postcode, text } from "../parameters/kinds.ts";
import type { ExampleData } from "../sample.ts";
import { Address } from "../schemas/records.ts";

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

export function addressKeyExample({ lettered }: ExampleData) {
  return {
    postcode: lettered.postcode,
    number: lettered.huisnummer,
    letter: lettered.huisletter,
    addition: lettered.huisnummertoevoeging,
  };
}

/** Returns the address of a key; throws 404 with the candidates that differ only in letter or addition. */
export function requireAddress(
  snapshot: Snapshot,
  key: AskedNumber,
  options: AdresOptions = {},
): AdresRecord {
  const { postcode, number, letter, addition } = key;
  const found = lookupAdres(
    snapshot,
    { postcode, huisnummer: number, ...omitUndefined({ huisletter: letter, toevoeging: addition }) },
    options,
  );
  if ("adres" in found) {
    return found.adres;
  }
  throw addressNotFound(key, found);
}

/** Returns the 404 of a key, with `candidates` that differ from it only in letter or addition. */
export function addressNotFound(
  { postcode, number, letter, addition }: AskedNumber,
  { candidates, total }: Exclude<AdresLookup, { adres: unknown }>,
): AppError {
  const sought = [postcode, number, letter, addition].filter((part) => part !== undefined).join(" ");
  return new AppError("not_found", `No address found for ${sought}.`, {
    extra: { candidates, candidates_total: total },
  });
}

export const lookup = endpoint({
  path: "/addresses/lookup",
  tag: "Addresses",
  summary: "Find one address by postcode and number",
  description:
    "Letter and addition match in any case; none means the address without either. Given in one (`addition=c-1`, " +
    "`letter=A1`) they match when no address has exactly these. When the number exists only with others, the 404 lists " +
    "them as `candidates`.",
  query: addressKeyParameters,
  include: ["geometry", "stage", "areas"],
  response: Address,
  errors: ["not_found"],
  example: addressKeyExample,
  handler: ({ snapshot }, { include, ...key }) => requireAddress(snapshot, key, include),
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
  handler: ({ snapshot }, key) => requireAddress(snapshot, key),
});

export const getAddress = endpoint({
  path: "/addresses/{nummeraanduidingId}",
  tag: "Addresses",
  summary: "Get one address by its identifier",
  description: "The address of a nummeraanduiding.",
  pathParameters: {
    nummeraanduidingId: digits(16, {
      description: "Identificatie of the nummeraanduiding.",
      example: "0457200000521750",
    }),
  },
  include: ["geometry", "stage", "areas"],
  response: Address,
  errors: ["not_found"],
  example: ({ adres }) => ({ nummeraanduidingId: adres.nummeraanduiding_id }),
  handler({ snapshot }, { nummeraanduidingId, include }) {
    const adres = findAdres(snapshot, nummeraanduidingId, include);
    if (adres === undefined) {
      throw new AppError("not_found", `No address found with id ${nummeraanduidingId}.`);
    }
    return adres;
  },
});

export const batch = endpoint({
  path: "/addresses/batch",
  tag: "Addresses",
  summary: "Get up to 100 addresses by their identifiers",
  description:
    "In the order asked; an identifier that comes twice is answered once, an unknown one is left out.",
  query: {
    ids: text({
      max: 3_000,
      description: "Identificaties of nummeraanduidingen, joined by commas; at most 100.",
      example: "0457200000521750,0457200000521749",
    }),
  },
  include: ["geometry", "stage", "areas"],
  response: z.array(Address),
  example: ({ adres, lettered }) => ({
    ids: `${adres.nummeraanduiding_id},${lettered.nummeraanduiding_id}`,
  }),
  handler: ({ snapshot }, { ids, include }) => listAdressenById(snapshot, parseIds(ids), include),
});

function parseIds(text: string): string[] {
  const ids = text
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
  if (ids.length === 0) {
    throw validationFailed({ ids: ["The ids field is required."] });
  }
  if (ids.length > MAX_BATCH) {
    throw validationFailed({ ids: [`The ids field must not have more than ${MAX_BATCH} items.`] });
  }
  if (!ids.every((id) => /^[0-9]{16}$/.test(id))) {
    throw validationFailed({ ids: ["Each item of the ids field must be 16 digits."] });
  }
  return ids;
}
