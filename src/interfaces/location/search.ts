/** Answers `/search`: results of all collections as GeoJSON. */
import { roundDegrees, roundMetres } from "../../geo/rd.ts";
import { wgs84BoxAround } from "../../registry/index/wgs84-box.ts";
import type { InterfaceAnswer, InterfaceRequest } from "../interface.ts";
import { highlighter } from "../locatieserver/highlight.ts";
import { toUuid } from "../object-uuid.ts";
import { CRS84, RD } from "../ogc/parameters.ts";
import { collectionPath, GEOJSON } from "../ogc/paths.ts";
import { VERSION } from "./collections.ts";
import { findResults, type Result } from "./find.ts";
import { readSearchQuery } from "./parameters.ts";

export function answerSearch(request: InterfaceRequest): InterfaceAnswer {
  const { snapshot, query, url } = request;
  const asked = readSearchQuery(query);
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
  { link, settings }: InterfaceRequest,
  { crs, line }: { readonly crs: string; readonly line: string },
): (result: Result) => object {
  const mark = highlighter(line, "typed");
  // Programs expect the URI of the system as it is written, not percent-encoded.
  const ofCrs = crs === CRS84 ? "" : `&crs=${crs}`;
  return ({ collection, identificatie, displayName, position, box, geometryType, score }) => {
    const { id: collectionId, type, source } = collection;
    const isUuid = settings.locationIds === "uuid";
    const id = isUuid ? toUuid(type, identificatie.replace("PV", "")) : identificatie;
    const item = () => link(`${collectionPath(source!)}/items/${id}`, [["f", "json"]]) + ofCrs;
    const { longitude, latitude, rd_x, rd_y } = position;
    return {
      type: "Feature",
      id,
      ...(box === undefined ? {} : { bbox: formatBox(box, crs) }),
      geometry: { type: "Point", coordinates: crs === RD ? [rd_x, rd_y] : [longitude, latitude] },
      properties: {
        collection_geometry_type: geometryType.toUpperCase(),
        collection_id: collectionId,
        collection_version: VERSION,
        display_name: displayName,
        highlight: mark(displayName),
        ...(source === undefined ? {} : { href: [item()] }),
        score,
      },
    };
  };
}

function formatBox(box: NonNullable<Result["box"]>, crs: string): readonly number[] {
  if (crs === RD) {
    return [box.minX, box.minY, box.maxX, box.maxY].map(roundMetres);
  }
  const { west, south, east, north } = wgs84BoxAround(box);
  return [west, south, east, north].map(roundDegrees);
}
