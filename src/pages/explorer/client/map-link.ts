/** Position of the map in the hash of the URL: `#17/52.3111/5.0253`, with a year `…/1950`. */
import type { MapPosition } from "./map/map-selection.ts";

interface MapPlace {
  readonly position?: MapPosition | undefined;
  /** Year of the time slider; undefined when all years are shown. */
  readonly year?: number | undefined;
}

/** Reads the place of a link; empty where it has none. */
export function readPlace(): MapPlace {
  const [zoom, lat, lng, year] = location.hash.slice(1).split("/").map(Number);
  const isPosition = [zoom, lat, lng].every((number) => Number.isFinite(number));
  return isPosition ? { position: { zoom: zoom!, lat: lat!, lng: lng! }, year } : {};
}

/** Changes what is given of the place in the URL; no step of the history. */
export function writePlace(change: MapPlace): void {
  const { position, year } = { ...readPlace(), ...change };
  if (position !== undefined) {
    const { zoom, lat, lng } = position;
    const parts = [zoom.toFixed(2), lat.toFixed(5), lng.toFixed(5), ...(year === undefined ? [] : [year])];
    history.replaceState(null, "", `${location.pathname}${location.search}#${parts.join("/")}`);
  }
}
