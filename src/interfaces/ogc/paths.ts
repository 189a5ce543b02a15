/** Paths, media types and links of the interface, which are PDOK's. */

export const ROOT = "/kadaster/bag/ogc/v2";
export const COLLECTIONS_PATH = `${ROOT}/collections`;

export const JSON_TYPE = "application/json";
export const GEOJSON = "application/geo+json";
export const HTML = "text/html; charset=utf-8";
export const SCHEMA = "application/schema+json";
export const OPENAPI = "application/vnd.oai.openapi+json;version=3.0";

export interface DocumentLink {
  readonly rel: string;
  readonly type: string;
  readonly href: string;
  readonly title?: string;
}

export function collectionPath(id: string): string {
  return `${COLLECTIONS_PATH}/${id}`;
}
