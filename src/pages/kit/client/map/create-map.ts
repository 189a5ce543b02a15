import type { MapOptions, RequestTransformFunction } from "maplibre-gl";
import type { Access } from "../access.ts";
import type { Maplibre, MaplibreMap } from "./load-maplibre.ts";

/** Creates a map that stays flat with north up; `aria-busy` of its container says whether it is drawing. */
export function createMap(
  maplibre: Maplibre,
  container: HTMLElement,
  options: Omit<MapOptions, "container">,
): MaplibreMap {
  const map = new maplibre.Map({
    container,
    maxPitch: 0,
    dragRotate: false,
    touchPitch: false,
    // Each frame in which labels appear slowly costs a slow phone a tenth of a second.
    fadeDuration: 0,
    attributionControl: { compact: false },
    ...options,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  container.ariaBusy = "true";
  map.on("render", () => {
    container.ariaBusy = "true";
  });
  map.on("idle", () => {
    container.ariaBusy = "false";
  });
  return map;
}

/** Adds the key or session to requests to this server, but not to requests to a base map elsewhere. */
export function withAccess(access: Pick<Access, "token">): RequestTransformFunction {
  return async (url) => {
    const isHere = new URL(url, location.href).origin === location.origin;
    const token = isHere ? await access.token() : undefined;
    return { url, ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }) };
  };
}
