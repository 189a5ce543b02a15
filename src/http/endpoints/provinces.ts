import { z } from "zod";
import { listProvincies, provincies } from "../../registry/read/areas.ts";
import { endpoint } from "../endpoint.ts";
import { throwNotFound } from "../not-found.ts";
import { text } from "../parameters/kinds.ts";
import { Province } from "../schemas/records.ts";

/** Parameter that identifies a provincie in filters and exports. */
export const provinceParameter = text({
  description: "Name of the province, without regard to case and diacritics, or its two letters.",
  example: "Noord-Holland",
});

export const listProvinces = endpoint({
  path: "/provinces",
  auth: "key",
  tag: "Provinces",
  summary: "List the twelve provinces",
  description: "By name.",
  include: ["counts"],
  response: z.array(Province),
  handler: ({ snapshot }, { include }) => listProvincies(snapshot, include),
});

export const getProvince = endpoint({
  path: "/provinces/{provinceName}",
  auth: "key",
  tag: "Provinces",
  summary: "Get one province",
  description: "By name, without regard to case and diacritics, or by its two letters.",
  pathParameters: {
    provinceName: text({ description: "Name or two-letter code.", example: "noord-holland" }),
  },
  include: ["municipalities", "counts"],
  response: Province,
  errors: ["not_found"],
  example: ({ adres }) => ({ provinceName: adres.provincie_naam }),
  handler({ snapshot }, { provinceName, include }) {
    return provincies.find(snapshot, provinceName, include) ?? throwNotFound("province", provinceName);
  },
});
