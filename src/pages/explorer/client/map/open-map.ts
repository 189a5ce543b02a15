import { countInView } from "./count-in-view.ts";
import { createMap } from "./create-map.ts";
import { type DrawnStyle, drawStyle } from "./drawn-style.ts";
import { hasWebGl2, loadMaplibre, type MaplibreMap } from "./load-maplibre.ts";
import { bringIntoView } from "./map-camera.ts";
import { followPointer, pickByClick } from "./map-pointer.ts";
import type { MapView, OpenMapOptions } from "./map-view.ts";
import { type Overlay, openOverlay } from "./overlay.tsx";
import { readStyles } from "./read-style.ts";
import { toFeatures } from "./selection-features.ts";
import { recoverTiles, tryUntilDone } from "./try-again.ts";
import { openWithoutMap } from "./without-map.ts";
import "./map.css";

/** Opens the map in a container that has a size; waits while the server is away. */
export async function openMap(container: HTMLElement, options: OpenMapOptions): Promise<MapView> {
  container.classList.add("baken-map");
  if (!hasWebGl2()) {
    return openWithoutMap(container, options);
  }
  const ground = document.createElement("div");
  ground.className = "map-ground";
  container.append(ground);
  let parts: MapParts | undefined;
  const overlay = openOverlay(container, options, {
    zoomBy: (step) => parts?.map.easeTo({ zoom: parts.map.getZoom() + step }),
    moveTo: ({ lat, lng }) => parts?.map.flyTo({ center: [lng, lat], zoom: LOCATED_ZOOM }),
    onYear(year) {
      overlay.update({ year });
      parts?.style.setYear(year);
      options.onYear?.(year);
    },
  });
  const [maplibre, styles] = await Promise.all([
    loadMaplibre(options.assets),
    tryUntilDone(
      () => readStyles(options.access),
      () => overlay.update({ isIncomplete: true }),
    ),
  ]);
  overlay.update({ isIncomplete: false });
  const map = createMap(maplibre, ground, { options, bounds: styles.bounds });
  parts = { map, overlay, closing: new AbortController(), style: drawStyle(map, styles, options) };
  connectParts(container, parts, options);
  return toView(parts);
}

/** Zoom at which the visitor's own location is shown. */
const LOCATED_ZOOM = 17;

interface MapParts {
  readonly map: MaplibreMap;
  readonly style: DrawnStyle;
  readonly overlay: Overlay;
  /** Aborted when the map is removed. */
  readonly closing: AbortController;
}

function connectParts(container: HTMLElement, { map, overlay, closing }: MapParts, options: OpenMapOptions) {
  const { access } = options;
  keepClear(container, map, options);
  followPointer(map, (hovered) => overlay.update({ hovered }));
  pickByClick(map, options, (picked) => overlay.update({ picked }));
  recoverTiles(map, {
    access,
    signal: closing.signal,
    onTrouble: (isIncomplete) => overlay.update({ isIncomplete }),
  });
  const ground = map.getContainer();
  ground.ariaBusy = "true";
  map.on("render", () => {
    ground.ariaBusy = "true";
  });
  map.on("idle", () => {
    overlay.update({ counts: countInView(map) });
    ground.ariaBusy = "false";
  });
}

/** Keeps the middle of the map where no other part of the page covers it. */
function keepClear(container: HTMLElement, map: MaplibreMap, { covered }: OpenMapOptions): void {
  if (covered === undefined) {
    return;
  }
  new ResizeObserver(() => {
    const sides = covered();
    map.setPadding(sides);
    for (const [side, pixels] of Object.entries(sides)) {
      container.style.setProperty(`--map-${side}`, `${pixels}px`);
    }
  }).observe(container);
}

function toView({ map, style, overlay, closing }: MapParts): MapView {
  let isPicked = false;
  let isDrawn = false;
  map.on("click", () => {
    isPicked = true;
  });
  map.once("load", () => {
    isDrawn = true;
  });
  const position = () => {
    const { lat, lng } = map.getCenter();
    return { zoom: map.getZoom(), lat, lng };
  };
  return {
    show(selection) {
      style.setFeatures(toFeatures(selection));
      bringIntoView(map, selection, { isDrawn, isPicked, panelHeight: overlay.panelHeight() });
      isPicked = false;
    },
    setTheme: style.setTheme,
    setYear(year) {
      overlay.update({ year });
      style.setYear(year);
    },
    position,
    onMove(callback) {
      const { unsubscribe } = map.on("moveend", () => callback(position()));
      return unsubscribe;
    },
    remove() {
      closing.abort();
      overlay.remove();
      map.remove();
    },
  };
}
