/** Answers with features: a page of a collection, and one of them. */
import { AppError } from "../../base/errors.ts";
import { type GeoJsonGeometry, toGeoJson, toRdGeoJson } from "../../geo/geojson.ts";
import { countFeatures, type FeatureQuery, readFeaturePage } from "../../registry/read/feature-pages.ts";
import type { FeatureRow } from "../../registry/read/feature-rows.ts";
import { formatIdentificatie } from "../../registry/schema/object-types.ts";
import { badRequest } from "../bad-request.ts";
import type { InterfaceAnswer, InterfaceRequest } from "../interface.ts";
import { identificatieOfUuid } from "../object-uuid.ts";
import {
  COLLECTIONS,
  type Collection,
  type Feature,
  type HrefOf,
  isTooWide,
  type PropertyValue,
} from "./collections.ts";
import { renderFeature, renderFeatures } from "./html-pages.ts";
import {
  formatCursor,
  type ItemsQuery,
  RD,
  readCrs,
  readFeatureForm,
  readItemsQuery,
  readKnown,
} from "./parameters.ts";
import { collectionPath, type DocumentLink, GEOJSON, HTML } from "./paths.ts";

type Query = FeatureQuery<FeatureRow>;

export function findCollection({ path }: InterfaceRequest): Collection {
  const collection = COLLECTIONS.find(({ id }) => id === path.collection);
  if (collection === undefined) {
    const ids = COLLECTIONS.map(({ id }) => id).join(", ");
    throw new AppError("not_found", `There is no such collection. Use one of: ${ids}.`);
  }
  return collection;
}

export function answerItems(request: InterfaceRequest): InterfaceAnswer {
  const collection = findCollection(request);
  const asked = readItemsQuery(request.query, collection);
  const query = toFeatureQuery(request, collection, asked);
  const { rows, end } = readFeaturePage(request.snapshot, query);
  const format = formatterOf(request, collection, asked.crs);
  const body = {
    type: "FeatureCollection",
    timeStamp: new Date().toISOString(),
    ...matched(request, query, end === undefined ? rows.length : undefined),
    numberReturned: rows.length,
    links: linksOfItems(request, collection, { asked, cursor: end && formatCursor(end) }),
    features: rows.map(format),
  };
  return asked.form === "html"
    ? { contentType: HTML, body: renderFeatures(request, collection, body) }
    : geoJson(body, asked.crs);
}

export function answerItem(request: InterfaceRequest): InterfaceAnswer {
  const { snapshot, query, path, link, url } = request;
  const collection = findCollection(request);
  const values = readKnown(query, ["crs"]);
  const [crs, form] = [readCrs(values, "crs"), readFeatureForm(values)];
  const { feature: asked = "" } = path;
  const id = identificatieOfUuid(collection.id, asked, collection.digits) ?? asked;
  const isId = /^\d+$/.test(id) && id.length === collection.digits;
  const [row] = isId ? collection.read(snapshot, [Number(id)]) : [];
  if (row === undefined) {
    throw new AppError("not_found", `There is no ${collection.id} with this identificatie.`);
  }
  const own = `${collectionPath(collection.id)}/items/${asked}`;
  const links: DocumentLink[] = [
    { rel: "self", type: GEOJSON, href: url },
    { rel: "alternate", type: HTML, href: link(own, [["f", "html"]]) },
    { rel: "collection", type: "application/json", href: link(collectionPath(collection.id)) },
  ];
  const feature = { ...formatterOf(request, collection, crs)(row), id: asked, links };
  return form === "html"
    ? { contentType: HTML, body: renderFeature(request, collection, feature) }
    : geoJson(feature, crs);
}

function geoJson(body: object, crs: string): InterfaceAnswer {
  return { contentType: GEOJSON, body: JSON.stringify(body), headers: { "Content-Crs": `<${crs}>` } };
}

function toFeatureQuery({ snapshot }: InterfaceRequest, collection: Collection, asked: ItemsQuery): Query {
  const { filters, region, limit, after } = asked;
  const keys = filters.size === 0 ? undefined : collection.lookUp(snapshot, filters);
  if (filters.size > 0 && keys === undefined && isTooWide(snapshot, { layer: collection.id, region })) {
    throw badRequest("Filter by identificatie or postcode, or give a smaller bbox.");
  }
  return {
    layer: collection.id,
    read: collection.read,
    region,
    keys,
    accepts: filters.size === 0 ? undefined : acceptsAll(collection, filters),
    limit,
    after,
  };
}

function acceptsAll(collection: Collection, filters: ItemsQuery["filters"]): (row: FeatureRow) => boolean {
  const compared = collection.properties.filter(({ name }) => filters.has(name));
  return (row) =>
    compared.every(({ name, value }) => {
      const own = value(row, () => "");
      return own !== null && String(own) === filters.get(name);
    });
}

/** Returns `numberMatched`, on the first page only, where counting costs little. */
function matched(
  { snapshot }: InterfaceRequest,
  query: Query,
  whole: number | undefined,
): { numberMatched?: number } {
  const count = query.after === undefined ? (whole ?? countFeatures(snapshot, query)) : undefined;
  return count === undefined ? {} : { numberMatched: count };
}

function linksOfItems(
  { url, link }: InterfaceRequest,
  { id }: Collection,
  { asked, cursor }: { readonly asked: ItemsQuery; readonly cursor: string | undefined },
): DocumentLink[] {
  const items = `${collectionPath(id)}/items`;
  const kept = [...asked.values].filter(([name]) => name !== "key" && name !== "cursor");
  const inForm = (form: string) => link(items, [...kept.filter(([name]) => name !== "f"), ["f", form]]);
  const [own, other, otherForm] = asked.form === "html" ? [HTML, GEOJSON, "json"] : [GEOJSON, HTML, "html"];
  return [
    { rel: "self", type: own, href: url },
    { rel: "alternate", type: other, href: inForm(otherForm) },
    { rel: "collection", type: "application/json", href: link(collectionPath(id)) },
    ...(cursor === undefined
      ? []
      : [{ rel: "next", type: own, href: link(items, [...kept, ["cursor", cursor]]) }]),
  ];
}

/** Returns the function that formats a row as a feature in a system of coordinates. */
function formatterOf(
  { link }: InterfaceRequest,
  collection: Collection,
  crs: string,
): (row: FeatureRow) => Feature {
  const hrefOf: HrefOf = (id, feature) => link(`${collectionPath(id)}/items/${feature}`);
  return (row) => {
    const properties: Record<string, PropertyValue> = {};
    for (const { name, value } of collection.properties) {
      properties[name] = value(row, hrefOf);
    }
    const id = formatIdentificatie(row.key, collection.digits);
    return { type: "Feature", id, geometry: formatPlace(row.place, crs), properties };
  };
}

function formatPlace(place: FeatureRow["place"], crs: string): GeoJsonGeometry | null {
  if (place === null) {
    return null;
  }
  if (!("rd_x" in place)) {
    return crs === RD ? toRdGeoJson(place) : toGeoJson(place);
  }
  const { rd_x, rd_y, longitude, latitude } = place;
  return { type: "Point", coordinates: crs === RD ? [rd_x, rd_y] : [longitude, latitude] };
}
