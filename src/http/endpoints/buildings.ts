import { AppError } from "../../base/errors.ts";
import { findPand } from "../../registry/panden.ts";
import { endpoint } from "../endpoint.ts";
import { digits } from "../parameters.ts";
import { Building } from "../schemas.ts";
import { addressKeyParameters, requireAddress } from "./addresses.ts";

export const getBuilding = endpoint({
  path: "/buildings/{pandId}",
  tag: "Buildings",
  summary: "Get one building",
  description: "A pand by its identificatie.",
  pathParameters: {
    pandId: digits(16, { description: "Identificatie of the pand.", example: "0457100000056230" }),
  },
  include: ["geometry", "addresses", "counts"],
  response: Building,
  errors: ["not_found"],
  handler({ snapshot }, { pandId, include }) {
    const pand = findPand(snapshot, pandId, include);
    if (pand === undefined) throw new AppError("not_found", `No building found with id ${pandId}.`);
    return pand;
  },
});

export const getBuildingAtAddress = endpoint({
  path: "/buildings/at-address",
  tag: "Buildings",
  summary: "Get the building of an address",
  description: "The address is found as in the lookup. Berths and pitches have no building: 404.",
  query: addressKeyParameters,
  include: ["geometry", "addresses", "counts"],
  response: Building,
  errors: ["not_found"],
  handler({ snapshot }, { include, ...key }) {
    const adres = requireAddress(snapshot, key);
    const pand = adres.pand_id === null ? undefined : findPand(snapshot, adres.pand_id, include);
    if (pand === undefined) throw new AppError("not_found", `No building found at ${adres.full_address}.`);
    return pand;
  },
});
