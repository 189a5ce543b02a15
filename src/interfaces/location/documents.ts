/** Documents about the interface and its collections. */
import { AppError } from "../../base/errors.ts";
import type { InterfaceAnswer, InterfaceRequest } from "../interface.ts";
import { LICENSE } from "../ogc/api-document.ts";
import { boxOf, json } from "../ogc/documents.ts";
import { CRS84 } from "../ogc/parameters.ts";
import { collectionPath, type DocumentLink, GEOJSON, JSON_TYPE, OPENAPI } from "../ogc/paths.ts";
import { apiDocument } from "./api-document.ts";
import { COLLECTIONS, type LocationCollection, VERSION } from "./collections.ts";
import { COLLECTIONS_PATH, DESCRIPTION, ROOT, TITLE } from "./paths.ts";

const CONFORMANCE = [
  ...["core", "json", "oas30"].map((part) => `http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/${part}`),
  "http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/collections",
];

export function answerLanding(request: InterfaceRequest): InterfaceAnswer {
  const { link, url } = request;
  const links: DocumentLink[] = [
    { rel: "self", type: JSON_TYPE, href: url },
    { rel: "service-desc", type: OPENAPI, href: link(`${ROOT}/api`) },
    { rel: "conformance", type: JSON_TYPE, href: link(`${ROOT}/conformance`) },
    { rel: "data", type: JSON_TYPE, href: link(COLLECTIONS_PATH) },
    { rel: "search", type: GEOJSON, href: link(`${ROOT}/search`) },
    { rel: "license", type: "text/html", href: LICENSE.url },
  ];
  return json(request, JSON_TYPE, { title: TITLE, description: DESCRIPTION, links });
}

export function answerConformance(request: InterfaceRequest): InterfaceAnswer {
  return json(request, JSON_TYPE, { conformsTo: CONFORMANCE });
}

export function answerApi(request: InterfaceRequest): InterfaceAnswer {
  return json(
    request,
    OPENAPI,
    apiDocument({ title: TITLE, description: DESCRIPTION, url: request.link(ROOT) }),
  );
}

export function answerCollections(request: InterfaceRequest): InterfaceAnswer {
  const links: DocumentLink[] = [{ rel: "self", type: JSON_TYPE, href: request.url }];
  const collections = COLLECTIONS.map((collection) => {
    const { displayNameExample, source } = collection;
    const { links: own, ...described } = describeCollection(request, collection);
    const href = source && request.link(collectionPath(source));
    const sources = href === undefined ? [] : [{ rel: "source", type: JSON_TYPE, href }];
    return { ...described, version: VERSION, displayNameExample, links: [...own, ...sources] };
  });
  return json(request, JSON_TYPE, { links, collections });
}

export function answerCollection(request: InterfaceRequest): InterfaceAnswer {
  const collection = COLLECTIONS.find(({ id }) => id === request.path.collection);
  if (collection === undefined) {
    const ids = COLLECTIONS.map(({ id }) => id).join(", ");
    throw new AppError("not_found", `There is no such collection. Use one of: ${ids}.`);
  }
  return json(request, JSON_TYPE, describeCollection(request, collection));
}

/** Collections are searched only; the items are in the BAG OGC API. */
export function answerItems(): never {
  throw new AppError("not_found", `Collections have no items here: ask ${ROOT}/search, and follow href.`);
}

function describeCollection({ snapshot, link }: InterfaceRequest, collection: LocationCollection) {
  const { id, title, description, keywords } = collection;
  const links: DocumentLink[] = [{ rel: "self", type: JSON_TYPE, href: link(`${COLLECTIONS_PATH}/${id}`) }];
  const extent = { spatial: { bbox: [boxOf(snapshot)], crs: CRS84 } };
  return { id, title, description, keywords, extent, links };
}
