import type { MapView, OpenMapOptions } from "./map-view.ts";
import { TEXTS } from "./texts.ts";

/** Says why there is no map; the rest of the page works without it. */
export function openWithoutMap(container: HTMLElement, { language, position }: OpenMapOptions): MapView {
  const text = document.createElement("p");
  text.className = "map-missing";
  text.textContent = TEXTS[language].unavailable;
  container.append(text);
  return {
    show() {},
    setTheme() {},
    setYear() {},
    position: () => position ?? { zoom: 0, lat: 0, lng: 0 },
    onMove: () => () => {},
    remove: () => text.remove(),
  };
}
