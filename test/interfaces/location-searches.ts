/** Searches of the Location API on Weesp, for its tests. */
import type { Json, WeespInterfaces } from "../support/servers/weesp-interfaces.ts";

export const ROOT = "/kadaster/location-api/v1";
export const BAG = "/kadaster/bag/ogc/v2";
export const RD = "http://www.opengis.net/def/crs/EPSG/0/28992";
export const CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
export const ADRES = "adres[version]=1";
export const PLACES = "woonplaats[version]=1&gemeentegebied[version]=1&provinciegebied[version]=1";
export const ALL = `${ADRES}&${PLACES}`;
export const KEUR_5A = "Keurstraat 5a, 1382KT Weesp, Weesp (Noord-Holland)";

/** Returns the path of a search; `rest` is sent unencoded, with raw brackets. */
export const searchPath = (q: string, rest = ADRES) => `${ROOT}/search?q=${encodeURIComponent(q)}&${rest}`;

/** Returns functions that search a server, for results and for their names. */
export function searchesOf(server: () => Pick<WeespInterfaces, "askJson">) {
  const search = async (q: string, rest?: string): Promise<Json[]> =>
    (await server().askJson(searchPath(q, rest))).features;
  const namesOf = async (q: string, rest?: string): Promise<string[]> =>
    (await search(q, rest)).map(({ properties }: Json) => properties.display_name);
  return { search, namesOf };
}
