/** Finds the documents around a point: addresses, and the streets, postcodes and areas of these. */
import { isInRdArea, type RdPoint, wgs84ToRd } from "../../geo/rd.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { listNearbyAdressen } from "../../registry/read/nearby.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { listPostcodeStreets, streetOfAdres } from "../../registry/read/street-parts.ts";
import { badRequest } from "../bad-request.ts";
import type { QueryValues } from "../interface.ts";
import { numberOf, spacedListOf } from "../query-values.ts";
import { type DescribedObject, type DocumentType, LocatieDocument, satisfies, TYPES } from "./document.ts";
import type { FieldCondition } from "./solr-query.ts";

/** Farthest address, in metres, that is found without `distance`. */
const MAX_DISTANCE_M = 20_000;
/** Nearest addresses whose streets, postcodes and areas are listed. */
const MAX_ADDRESSES = 100;

interface AroundRequest {
  readonly limit: number;
  /** Conditions of `fq`. */
  readonly conditions: readonly FieldCondition[];
}

interface Near {
  readonly document: LocatieDocument;
  /** Metres from the point to the position of the document. */
  readonly afstand: number;
}

/** Returns the nearest documents of the types asked, nearest first, at most `limit` of them. */
export function findAround(s: Snapshot, query: QueryValues, { limit, conditions }: AroundRequest): Near[] {
  const at = readPoint(query);
  const types = readTypes(query);
  if (at === undefined || types.length === 0) {
    return [];
  }
  const radiusM = Math.min(Math.max(numberOf(query, "distance") ?? MAX_DISTANCE_M, 0), MAX_DISTANCE_M);
  const onlyAddresses = types.every((type) => type === "adres") && conditions.length === 0;
  const count = onlyAddresses ? limit : Math.max(limit, MAX_ADDRESSES);
  const near = count === 0 ? [] : listNearbyAdressen(s, at, { radiusM, limit: Math.min(count, MAX_LISTED) });
  return documentsOf(
    s,
    near.map(({ adres }) => adres),
    types,
  )
    .filter((document) => satisfies(document, conditions))
    .flatMap((document) => {
      const { position } = document;
      return position === undefined
        ? []
        : [{ document, afstand: Math.hypot(position.rd_x - at.x, position.rd_y - at.y) }];
    })
    .sort((a, b) => a.afstand - b.afstand)
    .slice(0, limit);
}

/** Most addresses that are read, for a far `start`. */
const MAX_LISTED = 1_000;

/** Returns the documents of these types for addresses, each once, in the order of the addresses. */
function documentsOf(
  s: Snapshot,
  adressen: readonly AdresRecord[],
  types: readonly DocumentType[],
): LocatieDocument[] {
  const documents = new Map<unknown, LocatieDocument>();
  for (const adres of adressen) {
    for (const type of types) {
      const found = type === "adres" ? { type, adres } : foundAt(s, adres, type);
      const document = found && new LocatieDocument(s, found);
      const id = document?.valueOf("id");
      if (document !== undefined && !documents.has(id)) {
        documents.set(id, document);
      }
    }
  }
  return [...documents.values()];
}

function foundAt(
  s: Snapshot,
  adres: AdresRecord,
  type: Exclude<DocumentType, "adres">,
): DescribedObject | undefined {
  const street = streetOfAdres(s, Number(adres.nummeraanduiding_id));
  const woonplaats = s.areas.woonplaatsen.get(street.woonplaatsId)!;
  switch (type) {
    case "weg":
      return { type, street };
    case "postcode": {
      const own = listPostcodeStreets(s, adres.postcode ?? "-").find(
        (each) =>
          each.openbareRuimteId === street.openbareRuimteId && each.woonplaatsId === street.woonplaatsId,
      );
      return own && { type, street: own };
    }
    case "woonplaats":
      return { type, woonplaats };
    case "gemeente":
      return { type, gemeente: woonplaats.gemeente };
    case "provincie":
      return { type, provincie: woonplaats.gemeente.provincie };
  }
}

/** Returns the point of `lat` and `lon`, or of `X` and `Y`, in RD; `undefined` for one outside the country. */
function readPoint(query: QueryValues): RdPoint | undefined {
  const [lat, lon] = [numberOf(query, "lat"), numberOf(query, "lon")];
  if (lat !== undefined && lon !== undefined) {
    return isInRdArea(lat, lon) ? wgs84ToRd(lat, lon) : undefined;
  }
  const [x, y] = [numberOf(query, "X"), numberOf(query, "Y")];
  if (x === undefined || y === undefined) {
    throw badRequest("Missing required parameters: lat and lon, or X and Y");
  }
  return { x, y };
}

/** Returns the requested types that baken has. */
function readTypes(query: QueryValues): DocumentType[] {
  const asked = spacedListOf(query, "type");
  return asked.length === 0 ? ["adres"] : TYPES.filter((type) => asked.includes(type) || asked.includes("*"));
}
