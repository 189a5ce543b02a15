import { findGemeenteLife, listGemeentenOfWoonplaats } from "../../registry/history/area-history.ts";
import {
  listOpenbareRuimteLife,
  listPandLife,
  listVerblijfsobjectLife,
  listWoonplaatsLife,
} from "../../registry/history/object-history.ts";
import { Past } from "../../registry/history/past.ts";
import { endpoint } from "../endpoint.ts";
import { throwNotFound } from "../not-found.ts";
import {
  gemeenteCode,
  openbareRuimteId,
  pandId,
  verblijfsobjectId,
  woonplaatsId,
} from "../parameters/object-ids.ts";
import {
  BuildingHistory,
  CityHistory,
  MunicipalityHistory,
  ResidenceHistory,
  StreetHistory,
} from "../schemas/history.ts";
import { PAST_ERRORS } from "../valid-on.ts";

const LIFE =
  "Lists its voorkomens with their periods and what changed, oldest first, also for an object that no longer " +
  "exists. Voorkomens that others replaced for their whole period are left out, unless `include=corrections`. " +
  "`include=source` adds the document and the times of registration.";

export const getBuildingHistory = endpoint({
  path: "/buildings/{pandId}/history",
  auth: "key",
  tag: "Buildings",
  extension: true,
  summary: "Get the life of a building",
  description: LIFE,
  pathParameters: { pandId },
  include: ["geometry", "source", "corrections"],
  response: BuildingHistory,
  errors: PAST_ERRORS,
  example: ({ pand }) => ({ pandId: pand.identificatie }),
  handler({ snapshot }, { pandId, include }) {
    const voorkomens = listPandLife(new Past(snapshot), Number(pandId), include);
    return { identificatie: pandId, voorkomens: voorkomens ?? throwNotFound("building", pandId) };
  },
});

export const getResidenceHistory = endpoint({
  path: "/residences/{verblijfsobjectId}/history",
  auth: "key",
  tag: "Residences",
  extension: true,
  summary: "Get the life of a residence",
  description: LIFE,
  pathParameters: { verblijfsobjectId },
  include: ["geometry", "source", "corrections"],
  response: ResidenceHistory,
  errors: PAST_ERRORS,
  example: ({ adres }) => ({ verblijfsobjectId: adres.adresseerbaar_object_id }),
  handler({ snapshot }, { verblijfsobjectId, include }) {
    const voorkomens = listVerblijfsobjectLife(new Past(snapshot), Number(verblijfsobjectId), include);
    return {
      identificatie: verblijfsobjectId,
      voorkomens: voorkomens ?? throwNotFound("residence", verblijfsobjectId),
    };
  },
});

export const getStreetHistory = endpoint({
  path: "/streets/{openbareRuimteId}/history",
  auth: "key",
  tag: "Streets",
  extension: true,
  summary: "Get the life of a street",
  description: LIFE,
  pathParameters: { openbareRuimteId },
  include: ["source", "corrections"],
  response: StreetHistory,
  errors: PAST_ERRORS,
  example: ({ street }) => ({ openbareRuimteId: street.identificatie }),
  handler({ snapshot }, { openbareRuimteId, include }) {
    const voorkomens = listOpenbareRuimteLife(new Past(snapshot), Number(openbareRuimteId), include);
    return {
      identificatie: openbareRuimteId,
      voorkomens: voorkomens ?? throwNotFound("street", openbareRuimteId),
    };
  },
});

export const getCityHistory = endpoint({
  path: "/cities/{woonplaatsId}/history",
  auth: "key",
  tag: "Cities",
  extension: true,
  summary: "Get the life of a city",
  description: `${LIFE} Also lists the gemeenten that it was in.`,
  pathParameters: { woonplaatsId },
  include: ["geometry", "source", "corrections"],
  response: CityHistory,
  errors: PAST_ERRORS,
  example: ({ adres }) => ({ woonplaatsId: adres.woonplaats_id }),
  handler({ snapshot }, { woonplaatsId, include }) {
    const past = new Past(snapshot);
    const id = Number(woonplaatsId);
    const voorkomens = listWoonplaatsLife(past, id, include) ?? throwNotFound("city", woonplaatsId);
    return { identificatie: woonplaatsId, voorkomens, gemeenten: listGemeentenOfWoonplaats(past, id) };
  },
});

export const getMunicipalityHistory = endpoint({
  path: "/municipalities/{gemeenteCode}/history",
  auth: "key",
  tag: "Municipalities",
  extension: true,
  summary: "Get the life of a municipality",
  description:
    "Lists the names of a gemeente and the woonplaatsen that were in it, also for a gemeente that no longer " +
    "exists. Each woonplaats says in which gemeente it is today.",
  pathParameters: { gemeenteCode },
  response: MunicipalityHistory,
  errors: PAST_ERRORS,
  example: ({ adres }) => ({ gemeenteCode: adres.gemeente_code }),
  handler({ snapshot }, { gemeenteCode }) {
    const life = findGemeenteLife(new Past(snapshot), Number(gemeenteCode));
    return { gemeente_code: gemeenteCode, ...(life ?? throwNotFound("municipality", gemeenteCode)) };
  },
});
