import { AppError } from "../../base/errors.ts";
import { findVerblijfsobject } from "../../registry/verblijfsobjecten.ts";
import { endpoint } from "../endpoint.ts";
import { digits } from "../parameters.ts";
import { Residence } from "../schemas.ts";

export const getResidence = endpoint({
  path: "/residences/{verblijfsobjectId}",
  tag: "Residences",
  summary: "Get one residence",
  description: "A verblijfsobject by its identificatie.",
  pathParameters: {
    verblijfsobjectId: digits(16, {
      description: "Identificatie of the verblijfsobject.",
      example: "0457010000005191",
    }),
  },
  include: ["geometry", "address"],
  response: Residence,
  errors: ["not_found"],
  handler({ snapshot }, { verblijfsobjectId, include }) {
    const verblijfsobject = findVerblijfsobject(snapshot, verblijfsobjectId, include);
    if (verblijfsobject === undefined) {
      throw new AppError("not_found", `No residence found with id ${verblijfsobjectId}.`);
    }
    return verblijfsobject;
  },
});
