/** Keeps a picture of the map for paper: browsers do not print WebGL. */
import type { MaplibreMap } from "../../../kit/client/map/load-maplibre.ts";

export function drawForPrint(container: HTMLElement, map: MaplibreMap): void {
  const figure = document.createElement("figure");
  figure.className = "map-picture";
  const picture = document.createElement("img");
  picture.alt = "";
  const source = document.createElement("figcaption");
  figure.append(picture, source);
  container.append(figure);
  const draw = () => {
    // The drawn picture can be read until the browser shows it.
    map.redraw();
    picture.src = map.getCanvas().toDataURL("image/jpeg", 0.9);
    // Maps below ours must be named where they are shown.
    source.textContent = container.querySelector(".maplibregl-ctrl-attrib-inner")?.textContent ?? "";
  };
  addEventListener("beforeprint", draw);
}
