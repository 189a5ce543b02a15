import { absenceOfPostcode, listAdressenOfPostcodeOn } from "../../registry/history/adressen-on-day.ts";
import { gapOf } from "../../registry/history/records-on-day.ts";
import { listAdressenOfPostcode } from "../../registry/read/adressen.ts";
import { findPostcodeRange, validatePostcode } from "../../registry/read/postcodes.ts";
import { DETAILS, detailed } from "../details.ts";
import { endpoint } from "../endpoint.ts";
import { notFoundText, throwNotFound } from "../not-found.ts";
import { buurtFilters, NO_BUURT, toBuurtCodes } from "../parameters/buurt-codes.ts";
import { anyText, postcode } from "../parameters/kinds.ts";
import { stageParameter } from "../parameters/stage.ts";
import { Address, PostcodeRange, PostcodeValidation } from "../schemas/records.ts";
import { AREAS_OF_TODAY, noneOnDay, openPastDay, PAST_ERRORS, validOn } from "../valid-on.ts";

const pathParameters = {
  postcode: postcode({ description: "Postcode, with or without a space, in any case.", example: "1382KT" }),
};

export const listPostcodeAddresses = endpoint({
  path: "/postcodes/{postcode}",
  auth: "key",
  tag: "Postcodes",
  summary: "List the addresses of a postcode",
  description: "In the order of street, number, letter and addition.",
  pathParameters,
  query: { "filter[stage]": stageParameter, ...buurtFilters, valid_on: validOn },
  include: ["geometry", "stage", "areas", ...DETAILS],
  envelope: "page",
  response: Address,
  errors: PAST_ERRORS,
  example: ({ adres }) => ({
    postcode: adres.postcode,
    ...NO_BUURT,
    "filter[stage]": "standing",
    valid_on: null,
    per_page: 2,
  }),
  handler({ snapshot }, input) {
    const { postcode, page, include, valid_on } = input;
    const ofDay = { ...page, ...include, ofStage: input["filter[stage]"] };
    if (valid_on !== undefined) {
      const pastDay = openPastDay(snapshot, valid_on, input, AREAS_OF_TODAY);
      const { past, day } = pastDay;
      const found = listAdressenOfPostcodeOn(past, day, postcode, ofDay);
      if (found === undefined) {
        throw noneOnDay(pastDay, notFoundText("addresses", postcode), {
          reason: absenceOfPostcode(past, day, postcode),
        });
      }
      return { ...found, ...gapOf(past, day) };
    }
    const request = { ...ofDay, ...toBuurtCodes(input) };
    const found = listAdressenOfPostcode(snapshot, postcode, request) ?? throwNotFound("addresses", postcode);
    return { ...found, rows: found.rows.map(detailed(snapshot, include)) };
  },
});

export const getPostcodeRange = endpoint({
  path: "/postcodes/{postcode}/range",
  auth: "key",
  tag: "Postcodes",
  summary: "Get the lowest and highest number of a postcode",
  description: "With the number of addresses and their most frequent street and city.",
  pathParameters,
  response: PostcodeRange,
  errors: ["not_found"],
  example: ({ adres }) => ({ postcode: adres.postcode }),
  handler: ({ snapshot }, { postcode }) =>
    findPostcodeRange(snapshot, postcode) ?? throwNotFound("addresses", postcode),
});

export const getPostcodeValidation = endpoint({
  path: "/postcodes/validate/{postcode}",
  auth: "key",
  tag: "Postcodes",
  summary: "Check whether a postcode exists",
  description: "Always 200: an unknown postcode, or text that is not a postcode, gives `valid: false`.",
  pathParameters: { postcode: anyText({ description: "Text to check.", example: "1382KT" }) },
  response: PostcodeValidation,
  example: ({ adres }) => ({ postcode: adres.postcode }),
  handler: ({ snapshot }, { postcode }) => validatePostcode(snapshot, postcode),
});
