/** Answers `/search`: results of all collections as GeoJSON. */
import { memoize } from "../../base/memoize.ts";
import type { Box } from "../../geo/geometry.ts";
import { roundDegrees, roundMetres } from "../../geo/rd.ts";
import { wgs84BoxAround } from "../../registry/index/wgs84-box.ts";
import type { FeatureLayer } from "../../registry/read/feature-pages.ts";
import type { InterfaceAnswer, InterfaceRequest } from "../interface.ts";
import { highlighter } from "../locatieserver/highlight.ts";
import { toUuid } from "../object-uuid.ts";
import { CRS84, RD } from "../ogc/parameters.ts";
import { collectionPath, GEOJSON } from "../ogc/paths.ts";
import { VERSION } from "./collections.ts";
import { findResults, type Result } from "./find.ts";
import { readSearchQuery } from "./parameters.ts";

export function answerSearch(request: InterfaceRequest): InterfaceAnswer {
  const { snapshot, url } = request;
  const asked = readSearchQuery(request);
  const features = findResults(snapshot, asked).map(formatterOf(request, asked));
  const body = {
    type: "FeatureCollection",
    timeStamp: new Date().toISOString(),
    links: [{ rel: "self", title: "This document as GeoJSON", type: GEOJSON, href: url }],
    features,
    numberReturned: features.length,
  };
  const headers = { "Content-Crs": `<${asked.crs}>` };
  return { contentType: GEOJSON, body: JSON.stringify(body), headers };
}

/** Returns the function that formats a result as a feature, its coordinates in a system. */
function formatterOf(
  request: InterfaceRequest,
  { crs, line }: { readonly crs: string; readonly line: string },
): (result: Result) => object {
  const mark = highlighter(line, "typed");
  const hrefOf = hrefsOf(request, crs);
  const isUuid = request.settings.locationIds === "uuid";
  return ({ collection, described, score }) => {
    const { identificatie, displayName, position, box, geometryType } = described;
    const { longitude, latitude, rd_x, rd_y } = position;
    const id = isUuid ? toUuid(collection.type, identificatie.replace("PV", "")) : identificatie;
    return {
      type: "Feature",
      id,
      bbox: box && formatBox(box, crs),
      geometry: { type: "Point", coordinates: crs === RD ? [rd_x, rd_y] : [longitude, latitude] },
      properties: {
        collection_geometry_type: geometryType.toUpperCase(),
        collection_id: collection.id,
        collection_version: VERSION,
        display_name: displayName,
        highlight: mark(displayName),
        href: collection.source && [hrefOf(collection.source, id)],
        score,
      },
    };
  };
}

/** Returns the function that makes links to items. An answer has up to 50, which differ in their ids only. */
function hrefsOf({ link }: InterfaceRequest, crs: string): (source: FeatureLayer, id: string) => string {
  // Programs expect the URI of the coordinate system unencoded.
  const ofCrs = crs === CRS84 ? "" : `&crs=${crs}`;
  const parts = new Map<FeatureLayer, readonly string[]>();
  return (source, id) => {
    const split = () => link(`${collectionPath(source)}/items/`, [["f", "json"]]).split("?");
    const [items, query] = memoize(parts, source, split);
    return `${items}${id}?${query}${ofCrs}`;
  };
}

function formatBox(box: Box, crs: string): readonly number[] {
  if (crs === RD) {
    return [box.minX, box.minY, box.maxX, box.maxY].map(roundMetres);
  }
  const { west, south, east, north } = wgs84BoxAround(box);
  return [west, south, east, north].map(roundDegrees);
}
