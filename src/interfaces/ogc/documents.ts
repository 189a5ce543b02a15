/** Documents about the interface and its collections, which clients read before any feature. */

import type { Snapshot } from "../../registry/file/snapshot.ts";
import { extentOf } from "../../registry/file/snapshot.ts";
import { wgs84BoxAround } from "../../registry/index/wgs84-box.ts";
import type { InterfaceAnswer, InterfaceRequest } from "../interface.ts";
import { apiDocument } from "./api-document.ts";
import { COLLECTIONS, type Collection } from "./collections.ts";
import { findCollection } from "./features.ts";
import { renderCollections } from "./html-pages.ts";
import { ALL_CRS, CRS84, DOCUMENT_FORMS, RD, readForm, readKnown } from "./parameters.ts";
import {
  COLLECTIONS_PATH,
  collectionPath,
  type DocumentLink,
  GEOJSON,
  HTML,
  JSON_TYPE,
  OPENAPI,
  ROOT,
  SCHEMA,
} from "./paths.ts";

const TITLE = "BAG: Basisregistratie Adressen en Gebouwen";
const DESCRIPTION =
  "Adressen en gebouwen van Nederland uit de BAG, door baken. Paden en namen zijn die van PDOK's BAG OGC API v2.";

const CONFORMANCE = [
  ...["core", "oas30", "geojson"].map(
    (part) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${part}`,
  ),
  "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs",
];

export function answerLanding(request: InterfaceRequest): InterfaceAnswer {
  const { link, url } = request;
  const links: DocumentLink[] = [
    { rel: "self", type: JSON_TYPE, href: url },
    { rel: "alternate", type: HTML, href: link(ROOT, [["f", "html"]]) },
    { rel: "service-desc", type: OPENAPI, href: link(`${ROOT}/api`) },
    { rel: "conformance", type: JSON_TYPE, href: link(`${ROOT}/conformance`) },
    { rel: "data", type: JSON_TYPE, href: link(COLLECTIONS_PATH) },
  ];
  return inForm(request, { title: TITLE, description: DESCRIPTION, links });
}

export function answerConformance(request: InterfaceRequest): InterfaceAnswer {
  return json(request, JSON_TYPE, { conformsTo: CONFORMANCE });
}

export function answerCollections(request: InterfaceRequest): InterfaceAnswer {
  const links: DocumentLink[] = [
    { rel: "self", type: JSON_TYPE, href: request.url },
    { rel: "alternate", type: HTML, href: request.link(COLLECTIONS_PATH, [["f", "html"]]) },
  ];
  const collections = COLLECTIONS.map((collection) => describeCollection(request, collection));
  return inForm(request, { links, crs: ALL_CRS, collections });
}

export function answerCollection(request: InterfaceRequest): InterfaceAnswer {
  return inForm(request, describeCollection(request, findCollection(request)));
}

export function answerSchema(request: InterfaceRequest): InterfaceAnswer {
  const { title, description, geometry, properties } = findCollection(request);
  const declared = properties.map(({ name, type, ...property }, position) => [
    name,
    {
      title: property.title,
      "x-ogc-propertySeq": position + 1,
      ...(name === "identificatie" ? { "x-ogc-role": "id" } : {}),
      ...(type === "links" ? { type: "array", items: { type: "string", format: "uri" } } : { type }),
    },
  ]);
  const format = `geometry-${geometry.toLowerCase()}`;
  return json(request, SCHEMA, {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: request.url,
    type: "object",
    title,
    description,
    properties: {
      geometry: { "x-ogc-role": "primary-geometry", format },
      ...Object.fromEntries(declared),
    },
  });
}

export function answerApi(request: InterfaceRequest): InterfaceAnswer {
  return json(
    request,
    OPENAPI,
    apiDocument({ title: TITLE, description: DESCRIPTION, url: request.link(ROOT) }),
  );
}

function describeCollection({ snapshot, link }: InterfaceRequest, collection: Collection) {
  const { id, title, description } = collection;
  const path = collectionPath(id);
  const links: DocumentLink[] = [
    { rel: "self", type: JSON_TYPE, href: link(path) },
    { rel: "items", type: GEOJSON, href: link(`${path}/items`), title },
    { rel: "items", type: HTML, href: link(`${path}/items`, [["f", "html"]]), title },
    { rel: "describedby", type: SCHEMA, href: link(`${path}/schema`), title },
  ];
  return {
    id,
    title,
    description,
    links,
    extent: { spatial: { bbox: [boxOf(snapshot)], crs: CRS84 } },
    itemType: "feature",
    crs: ALL_CRS,
    storageCrs: RD,
  };
}

/** The Netherlands, for a registry without objects. */
const WHOLE_COUNTRY = [3.2, 50.7, 7.3, 53.7];

export function boxOf(s: Snapshot): readonly number[] {
  const extent = extentOf(s);
  if (extent.minX > extent.maxX) {
    return WHOLE_COUNTRY;
  }
  const { west, south, east, north } = wgs84BoxAround(extent);
  const outward = (value: number, round: (value: number) => number) => round(value * 1e4) / 1e4;
  return [
    outward(west, Math.floor),
    outward(south, Math.floor),
    outward(east, Math.ceil),
    outward(north, Math.ceil),
  ];
}

function inForm(request: InterfaceRequest, body: object): InterfaceAnswer {
  return readForm(readKnown(request.query), DOCUMENT_FORMS) === "html"
    ? { contentType: HTML, body: renderCollections(request, COLLECTIONS) }
    : { contentType: JSON_TYPE, body: JSON.stringify(body) };
}

export function json(request: InterfaceRequest, contentType: string, body: object): InterfaceAnswer {
  readForm(readKnown(request.query), ["json"]);
  return { contentType, body: JSON.stringify(body) };
}
