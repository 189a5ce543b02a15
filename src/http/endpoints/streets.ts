import { AppError } from "../../base/errors.ts";
import { listAdressenOfOpenbareRuimte } from "../../registry/read/adressen.ts";
import { findOpenbareRuimte, listOpenbareRuimten } from "../../registry/read/openbare-ruimten.ts";
import { endpoint } from "../endpoint.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { buurtFilters, NO_BUURT, toBuurtCodes } from "../parameters/buurt-codes.ts";
import { digits, optional, text } from "../parameters/kinds.ts";
import { stageParameter } from "../parameters/stage.ts";
import { Address, Street } from "../schemas/records.ts";

const pathParameters = {
  openbareRuimteId: digits(16, {
    description: "Identificatie of the openbare ruimte.",
    example: "0457300000000099",
  }),
};

const woonplaatsId = { description: "Identificatie of the woonplaats.", example: "3631" };

export const listStreets = endpoint({
  path: "/streets",
  tag: "Streets",
  summary: "List streets",
  description: "By name. Names match without regard to case and diacritics. All filters given must hold.",
  query: {
    "filter[naam]": optional(text({ description: "Part of the name.", example: "Keurstraat" })),
    "filter[woonplaats_id]": optional(text(woonplaatsId)),
    woonplaats_id: optional(
      text({
        ...woonplaatsId,
        description: "The same as `filter[woonplaats_id]`, which wins when both are given.",
      }),
    ),
    city: optional(text({ description: "Part of the city's name.", example: "Weesp" })),
    "filter[type]": optional(text({ description: "Kind of openbare ruimte.", example: "Weg" })),
  },
  sort: ["naam"],
  envelope: "page",
  response: Street,
  example: ({ street }) => ({
    "filter[naam]": street.naam,
    "filter[woonplaats_id]": street.woonplaats_id,
    woonplaats_id: street.woonplaats_id,
    city: street.woonplaats_naam,
    "filter[type]": street.type,
    per_page: 2,
  }),
  handler({ snapshot }, input) {
    const filter = omitUndefined({
      naam: input["filter[naam]"],
      woonplaatsId: input["filter[woonplaats_id]"] ?? input.woonplaats_id,
      city: input.city,
      type: input["filter[type]"],
      descending: input.sort?.descending,
    });
    return listOpenbareRuimten(snapshot, filter, input.page);
  },
});

export const getStreet = endpoint({
  path: "/streets/{openbareRuimteId}",
  tag: "Streets",
  summary: "Get one street",
  description: "An openbare ruimte by its identificatie.",
  pathParameters,
  include: ["counts"],
  response: Street,
  errors: ["not_found"],
  example: ({ street }) => ({ openbareRuimteId: street.identificatie }),
  handler({ snapshot }, { openbareRuimteId, include }) {
    return findOpenbareRuimte(snapshot, openbareRuimteId, include) ?? throwNotFound(openbareRuimteId);
  },
});

export const listStreetAddresses = endpoint({
  path: "/streets/{openbareRuimteId}/addresses",
  tag: "Streets",
  summary: "List the addresses of a street",
  description: "In the order of number, letter and addition; addresses without a postcode too.",
  pathParameters,
  query: { "filter[stage]": stageParameter, ...buurtFilters },
  include: ["geometry", "stage", "areas"],
  envelope: "page",
  response: Address,
  errors: ["not_found"],
  example: ({ street }) => ({
    openbareRuimteId: street.identificatie,
    ...NO_BUURT,
    "filter[stage]": "standing",
    per_page: 2,
  }),
  handler({ snapshot }, { openbareRuimteId, page, include, "filter[stage]": ofStage, ...input }) {
    const request = { ...page, ...include, ...omitUndefined({ ofStage }), ...toBuurtCodes(input) };
    const adressen = listAdressenOfOpenbareRuimte(snapshot, openbareRuimteId, request);
    return adressen ?? throwNotFound(openbareRuimteId);
  },
});

function throwNotFound(openbareRuimteId: string): never {
  throw new AppError("not_found", `No street found with id ${openbareRuimteId}.`);
}
