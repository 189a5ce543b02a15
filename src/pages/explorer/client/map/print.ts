/** Keeps a picture of the map for paper: browsers do not print WebGL. */
import type { MaplibreMap } from "../../../kit/client/map/load-maplibre.ts";

export function drawForPrint(container: HTMLElement, map: MaplibreMap, signal: AbortSignal): void {
  const picture = document.createElement("img");
  picture.className = "map-picture";
  picture.alt = "";
  container.append(picture);
  const draw = () => {
    // The drawn picture can be read until the browser shows it.
    map.redraw();
    picture.src = map.getCanvas().toDataURL("image/jpeg", 0.9);
  };
  addEventListener("beforeprint", draw, { signal });
}
