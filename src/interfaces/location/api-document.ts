/** The OpenAPI 3.0 document, with a parameter of style `deepObject` for each collection, as clients expect. */
import {
  type ApiNames,
  apiHead,
  crsSchema,
  describeOperation,
  EXCEPTION_SCHEMAS,
  query,
  SECURITY,
} from "../ogc/api-document.ts";
import { GEOJSON, JSON_TYPE, OPENAPI } from "../ogc/paths.ts";
import { COLLECTIONS, VERSION } from "./collections.ts";
import { DEFAULT_LIMIT, DEFAULT_RELEVANCE, MAX_LENGTH, MAX_LIMIT, MIN_LENGTH } from "./parameters.ts";

const DOCUMENTS = "documenten";
const SEARCH = "search";

export function apiDocument(names: ApiNames): object {
  return {
    ...apiHead(names, "1.0.0"),
    tags: [
      { name: DOCUMENTS, description: "Beschrijving van de API en haar collecties." },
      { name: SEARCH, description: "Zoeken." },
    ],
    paths: {
      "/": { get: describeDocument("getLandingPage", "Begin") },
      "/conformance": { get: describeDocument("getConformance", "Conformiteit") },
      "/api": { get: describeDocument("getApi", "Dit document", OPENAPI) },
      "/collections": { get: describeDocument("getCollections", "Collecties") },
      ...Object.assign(
        {},
        ...COLLECTIONS.map(({ id, title }) => ({
          [`/collections/${id}`]: { get: describeDocument(`describe.${id}`, title) },
        })),
      ),
      "/search": {
        get: describeOperation({
          tag: SEARCH,
          operationId: "search",
          summary: "Zoeken in een of meer collecties",
          content: { [GEOJSON]: { schema: { $ref: "#/components/schemas/results" } } },
          parameters: searchParameters(),
        }),
      },
    },
    components: { schemas: { ...EXCEPTION_SCHEMAS, results: RESULTS }, securitySchemes: SECURITY },
  };
}

const FORM = { ...query("f", "Vorm van het antwoord."), schema: { type: "string", enum: ["json"] } };

function describeDocument(operationId: string, summary: string, type = JSON_TYPE): object {
  const content = { [type]: { schema: { type: "object" } } };
  return describeOperation({ tag: DOCUMENTS, operationId, summary, content, parameters: [FORM] });
}

function searchParameters(): object[] {
  const q = {
    ...query("q", "Zoektekst: een adres, of het begin ervan."),
    required: true,
    schema: { type: "string", minLength: MIN_LENGTH, maxLength: MAX_LENGTH },
  };
  const ofCollections = COLLECTIONS.map(({ id, title }) => ({
    ...query(id, `Zoek in ${title}: de versie van de collectie, en het gewicht van haar resultaten.`),
    style: "deepObject",
    explode: true,
    schema: {
      type: "object",
      required: ["version"],
      properties: {
        version: { type: "number", default: VERSION },
        relevance: { type: "number", minimum: 0, maximum: 1, default: DEFAULT_RELEVANCE },
      },
    },
  }));
  const bboxSchema = { type: "array", minItems: 4, maxItems: 4, items: { type: "number" } };
  return [
    q,
    ...ofCollections,
    {
      ...query("limit", "Hoogste aantal resultaten."),
      schema: { type: "integer", minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    },
    {
      ...query("bbox", "Alleen resultaten met een punt in dit vlak: minx,miny,maxx,maxy."),
      style: "form",
      explode: false,
      schema: bboxSchema,
    },
    { ...query("bbox-crs", "Stelsel van bbox."), schema: crsSchema() },
    { ...query("crs", "Stelsel van de coördinaten."), schema: crsSchema() },
    FORM,
  ];
}

const numbers = (count: number) => ({
  type: "array",
  minItems: count,
  maxItems: count,
  items: { type: "number" },
});

const FEATURE = {
  type: "object",
  required: ["type", "id", "geometry", "properties"],
  properties: {
    type: { type: "string", enum: ["Feature"] },
    id: { type: "string" },
    bbox: numbers(4),
    geometry: {
      type: "object",
      required: ["type", "coordinates"],
      properties: { type: { type: "string", enum: ["Point"] }, coordinates: numbers(2) },
    },
    properties: {
      type: "object",
      required: [
        ...["collection_geometry_type", "collection_id", "collection_version"],
        ...["display_name", "highlight", "score"],
      ],
      properties: {
        collection_geometry_type: { type: "string" },
        collection_id: { type: "string", enum: COLLECTIONS.map(({ id }) => id) },
        collection_version: { type: "number" },
        display_name: { type: "string" },
        highlight: { type: "string", description: "display_name als HTML, met <b> om wat gevonden is." },
        href: { type: "array", minItems: 1, maxItems: 1, items: { type: "string", format: "uri" } },
        score: { type: "number" },
      },
    },
  },
};

const RESULTS = {
  type: "object",
  required: ["type", "timeStamp", "links", "features", "numberReturned"],
  properties: {
    type: { type: "string", enum: ["FeatureCollection"] },
    timeStamp: { type: "string", format: "date-time" },
    links: { type: "array", items: { type: "object" } },
    features: { type: "array", items: FEATURE },
    numberReturned: { type: "integer" },
  },
};
