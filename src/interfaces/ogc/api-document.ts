/** The OpenAPI 3.0 document, with a path for each collection: GDAL filters by the parameters that it lists. */
import { COLLECTIONS, type Collection } from "./collections.ts";
import { ALL_CRS, CRS84, DEFAULT_LIMIT, filterable, MAX_LIMIT } from "./parameters.ts";
import { GEOJSON, HTML, JSON_TYPE, OPENAPI, SCHEMA } from "./paths.ts";

export interface ApiNames {
  readonly title: string;
  readonly description: string;
  /** URL of the landing page. */
  readonly url: string;
}

export function apiDocument({ title, description, url }: ApiNames): object {
  return {
    ...apiHead({ title, description, url }, "2.0.0"),
    tags: [
      { name: DOCUMENTS, description: "Beschrijving van de API en haar collecties." },
      ...COLLECTIONS.map((collection) => ({ name: collection.id, description: collection.description })),
    ],
    paths: {
      "/": { get: operation(DOCUMENTS, "getLandingPage", "Begin", JSON_TYPE) },
      "/conformance": { get: operation(DOCUMENTS, "getConformance", "Conformiteit", JSON_TYPE) },
      "/api": { get: operation(DOCUMENTS, "getApi", "Dit document", OPENAPI) },
      "/collections": { get: operation(DOCUMENTS, "getCollections", "Collecties", JSON_TYPE) },
      ...Object.assign({}, ...COLLECTIONS.map(pathsOf)),
    },
    components: { parameters: PARAMETERS, schemas: EXCEPTION_SCHEMAS, securitySchemes: SECURITY },
  };
}

/** Returns what API documents say of the service: its names, its URL and its keys. */
export function apiHead({ title, description, url }: ApiNames, version: string) {
  return {
    openapi: "3.0.3",
    info: { title, description, version, license: LICENSE },
    servers: [{ url: url.replace(/\?.*$/, "") }],
    // `{}` first: an open key may admit requests without a key.
    security: [{}, ...Object.keys(SECURITY).map((name) => ({ [name]: [] }))],
  };
}

export const LICENSE = { name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" };
/** Tag of paths outside collections. */
const DOCUMENTS = "documenten";

export const SECURITY = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  apiKey: { type: "apiKey", in: "header", name: "X-Api-Key" },
};

/** QGIS takes the maximum of this `limit` for its pages; it does not find a maximum at the operation. */
const PARAMETERS = {
  limit: {
    ...query("limit", "Hoogste aantal objecten op een pagina."),
    style: "form",
    explode: false,
    schema: { type: "integer", minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  },
  bbox: {
    ...query("bbox", "Alleen wat dit vlak raakt: minx,miny,maxx,maxy, met of zonder hoogten."),
    style: "form",
    explode: false,
    schema: {
      type: "array",
      oneOf: [4, 6].map((items) => ({ minItems: items, maxItems: items })),
      minItems: 4,
      maxItems: 6,
      items: { type: "number" },
    },
  },
  "bbox-crs": { ...query("bbox-crs", "Stelsel van bbox."), schema: crsSchema() },
  crs: { ...query("crs", "Stelsel van de coördinaten."), schema: crsSchema() },
  datetime: {
    ...query("datetime", "Tijdstip of periode; objecten hebben geen tijd, zodat elke waarde alles geeft."),
    style: "form",
    explode: false,
    schema: { type: "string" },
  },
  cursor: {
    ...query("cursor", "Begin van een volgende pagina, uit de link daarnaar."),
    schema: { type: "string" },
  },
  f: { ...query("f", "Vorm van het antwoord."), schema: { type: "string", enum: ["json", "html"] } },
  featureId: {
    name: "featureId",
    in: "path",
    required: true,
    description: "Identificatie van het object.",
    schema: { type: "string" },
  },
};

export const EXCEPTION_SCHEMAS = {
  exception: {
    type: "object",
    required: ["code"],
    properties: {
      code: { type: "string" },
      description: { type: "string" },
      status: { type: "integer" },
    },
  },
};

export function query(name: string, description: string) {
  return { name, in: "query", required: false, description };
}

export function crsSchema(): object {
  return { type: "string", format: "uri", enum: ALL_CRS, default: CRS84 };
}

function pathsOf(collection: Collection): object {
  const { id, title } = collection;
  const path = `/collections/${id}`;
  const ofItems = ["limit", "bbox", "bbox-crs", "crs", "datetime", "cursor"];
  const filters = filterable(collection).map(({ name, type, ...property }) => ({
    ...query(name, `${property.title}, gelijk aan.`),
    style: "form",
    explode: false,
    schema: { type },
  }));
  return {
    [path]: { get: operation(id, `describe.${id}`, title, JSON_TYPE) },
    [`${path}/schema`]: { get: operation(id, `schema.${id}`, `${title}: eigenschappen`, SCHEMA) },
    [`${path}/items`]: {
      get: operation(id, `items.${id}`, title, GEOJSON, [...ofItems.map(refTo), ...filters]),
    },
    [`${path}/items/{featureId}`]: {
      get: operation(id, `item.${id}`, `${title}: een object`, GEOJSON, ["featureId", "crs"].map(refTo)),
    },
  };
}

function refTo(name: string): object {
  return { $ref: `#/components/parameters/${name}` };
}

function operation(
  tag: string,
  operationId: string,
  summary: string,
  type: string,
  parameters: readonly object[] = [],
) {
  const content = { [type]: { schema: { type: "object" } }, [HTML]: { schema: { type: "string" } } };
  return describeOperation({ tag, operationId, summary, content, parameters: [...parameters, refTo("f")] });
}

interface Operation {
  readonly tag: string;
  readonly operationId: string;
  readonly summary: string;
  readonly content: object;
  readonly parameters: readonly object[];
}

/** Describes a GET with the faults that each may have. */
export function describeOperation({ tag, operationId, summary, content, parameters }: Operation) {
  const error = {
    description: "Fout",
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/exception" } } },
  };
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${summary}, als ${Object.keys(content)[0]}.`,
    parameters,
    responses: { "200": { description: summary, content }, "400": error, "404": error, "500": error },
  };
}
