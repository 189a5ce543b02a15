import { AppError } from "../../base/errors.ts";
import { listAdressenOfPostcode } from "../../registry/read/adressen.ts";
import { findPostcodeRange, validatePostcode } from "../../registry/read/postcodes.ts";
import { endpoint } from "../endpoint.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { buurtFilters, NO_BUURT, toBuurtCodes } from "../parameters/buurt-codes.ts";
import { anyText, postcode } from "../parameters/kinds.ts";
import { stageParameter } from "../parameters/stage.ts";
import { Address, PostcodeRange, PostcodeValidation } from "../schemas/records.ts";

const pathParameters = {
  postcode: postcode({ description: "Postcode, with or without a space, in any case.", example: "1382KT" }),
};

export const listPostcodeAddresses = endpoint({
  path: "/postcodes/{postcode}",
  tag: "Postcodes",
  summary: "List the addresses of a postcode",
  description: "In the order of street, number, letter and addition.",
  pathParameters,
  query: { "filter[stage]": stageParameter, ...buurtFilters },
  include: ["geometry", "stage", "areas"],
  envelope: "page",
  response: Address,
  errors: ["not_found"],
  example: ({ adres }) => ({
    postcode: adres.postcode,
    ...NO_BUURT,
    "filter[stage]": "standing",
    per_page: 2,
  }),
  handler({ snapshot }, { postcode, page, include, "filter[stage]": ofStage, ...input }) {
    const request = { ...page, ...include, ...omitUndefined({ ofStage }), ...toBuurtCodes(input) };
    return listAdressenOfPostcode(snapshot, postcode, request) ?? throwNotFound(postcode);
  },
});

export const getPostcodeRange = endpoint({
  path: "/postcodes/{postcode}/range",
  tag: "Postcodes",
  summary: "Get the lowest and highest number of a postcode",
  description: "With the number of addresses and their most frequent street and city.",
  pathParameters,
  response: PostcodeRange,
  errors: ["not_found"],
  example: ({ adres }) => ({ postcode: adres.postcode }),
  handler: ({ snapshot }, { postcode }) => findPostcodeRange(snapshot, postcode) ?? throwNotFound(postcode),
});

export const getPostcodeValidation = endpoint({
  path: "/postcodes/validate/{postcode}",
  tag: "Postcodes",
  summary: "Check whether a postcode exists",
  description: "Always 200: an unknown postcode, or text that is not a postcode, gives `valid: false`.",
  pathParameters: { postcode: anyText({ description: "Text to check.", example: "1382KT" }) },
  response: PostcodeValidation,
  example: ({ adres }) => ({ postcode: adres.postcode }),
  handler: ({ snapshot }, { postcode }) => validatePostcode(snapshot, postcode),
});

function throwNotFound(postcode: string): never {
  throw new AppError("not_found", `No addresses found with postcode ${postcode}.`);
}
