import { findGemeenteLife, listGemeentenOfWoonplaats } from "../../registry/history/area-history.ts";
import {
  listOpenbareRuimteLife,
  listPandLife,
  listVerblijfsobjectLife,
  listWoonplaatsLife,
} from "../../registry/history/object-history.ts";
import { Past } from "../../registry/history/past.ts";
import { endpoint } from "../endpoint.ts";
import { type ObjectKind, throwNotFound } from "../not-found.ts";
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

/** Parts of the declaration that all histories of objects share. */
const OF_A_LIFE = {
  auth: "key",
  extension: true,
  description: LIFE,
  include: ["geometry", "source", "corrections"],
  errors: PAST_ERRORS,
} as const;

/** Returns the voorkomens of an object, which `list` reads; throws 404 for an object that never existed. */
function lifeOf<Include, Voorkomen>(
  past: Past,
  { kind, id, include }: { readonly kind: ObjectKind; readonly id: string; readonly include: Include },
  list: (past: Past, id: number, include: Include) => Voorkomen[] | undefined,
) {
  const voorkomens = list(past, Number(id), include) ?? throwNotFound(kind, id);
  return { identificatie: id, voorkomens };
}

export const getBuildingHistory = endpoint({
  ...OF_A_LIFE,
  path: "/buildings/{pandId}/history",
  tag: "Buildings",
  summary: "Get the life of a building",
  pathParameters: { pandId },
  response: BuildingHistory,
  example: ({ pand }) => ({ pandId: pand.identificatie }),
  handler: ({ snapshot }, { pandId: id, include }) =>
    lifeOf(new Past(snapshot), { kind: "building", id, include }, listPandLife),
});

export const getResidenceHistory = endpoint({
  ...OF_A_LIFE,
  path: "/residences/{verblijfsobjectId}/history",
  tag: "Residences",
  summary: "Get the life of a residence",
  pathParameters: { verblijfsobjectId },
  response: ResidenceHistory,
  example: ({ adres }) => ({ verblijfsobjectId: adres.adresseerbaar_object_id }),
  handler: ({ snapshot }, { verblijfsobjectId: id, include }) =>
    lifeOf(new Past(snapshot), { kind: "residence", id, include }, listVerblijfsobjectLife),
});

export const getStreetHistory = endpoint({
  ...OF_A_LIFE,
  path: "/streets/{openbareRuimteId}/history",
  tag: "Streets",
  summary: "Get the life of a street",
  pathParameters: { openbareRuimteId },
  include: ["source", "corrections"],
  response: StreetHistory,
  example: ({ street }) => ({ openbareRuimteId: street.identificatie }),
  handler: ({ snapshot }, { openbareRuimteId: id, include }) =>
    lifeOf(new Past(snapshot), { kind: "street", id, include }, listOpenbareRuimteLife),
});

export const getCityHistory = endpoint({
  ...OF_A_LIFE,
  path: "/cities/{woonplaatsId}/history",
  tag: "Cities",
  summary: "Get the life of a city",
  description: `${LIFE} Also lists the gemeenten that it was in.`,
  pathParameters: { woonplaatsId },
  response: CityHistory,
  example: ({ adres }) => ({ woonplaatsId: adres.woonplaats_id }),
  handler({ snapshot }, { woonplaatsId: id, include }) {
    const past = new Past(snapshot);
    const life = lifeOf(past, { kind: "city", id, include }, listWoonplaatsLife);
    return { ...life, gemeenten: listGemeentenOfWoonplaats(past, Number(id)) };
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
