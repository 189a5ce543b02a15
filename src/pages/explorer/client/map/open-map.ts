import "./map.css";
import type { MapOptions as MaplibreOptions, PointLike, RequestTransformFunction } from "maplibre-gl";
import { BOUWJAAR_CLASSES, bouwjaarClassOf } from "../../../../registry/schema/bouwjaar-classes.ts";
import { PLANNED_LAYER } from "../../../../tiles/style.ts";
import type { Access } from "../../../kit/client/access.ts";
import {
  hasWebGl2,
  loadMaplibre,
  type Maplibre,
  type MaplibreMap,
} from "../../../kit/client/map/load-maplibre.ts";
import type { MapBounds } from "../../../kit/client/map/map-bounds.ts";
import { readStyles } from "../../../kit/client/map/read-style.ts";
import type { Language } from "../../../kit/client/preferences.ts";
import { type DrawnStyle, drawStyle } from "./drawn-style.ts";
import { bringIntoView, corners } from "./map-camera.ts";
import { followPointer, PAND_LAYERS, pickByClick } from "./map-pointer.ts";
import type { MapView, OpenMapOptions, ShownSelection } from "./map-view.ts";
import { type Overlay, openOverlay } from "./overlay.tsx";
import { drawForPrint } from "./print.ts";
import { selectionBounds, toFeatures } from "./selection-features.ts";
import { MAP_TEXTS } from "./texts.ts";
import { recoverTiles, tryUntilDone } from "./try-again.ts";
import type { CountsInView } from "./year-panel.tsx";

/** Opens the map in a container that has a size; waits while the server is away. */
export async function openMap(container: HTMLElement, options: OpenMapOptions): Promise<MapView> {
  container.classList.add("baken-map");
  if (!hasWebGl2()) {
    return openWithoutMap(container, options);
  }
  if (options.covered !== undefined) {
    keepControlsClear(container, options.covered());
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
    onAerial(isAerial) {
      overlay.update({ isAerial });
      parts?.style.setAerial(isAerial);
      options.onAerial?.(isAerial);
    },
  });
  const [maplibre, styles] = await Promise.all([
    loadMaplibre(options.assets),
    tryUntilDone(
      () => readStyles(options.access),
      () => overlay.update({ isIncomplete: true }),
    ),
    options.beginning?.settled,
  ]);
  overlay.update({ isIncomplete: false, hasAerial: styles.hasAerial });
  const map = createMap(maplibre, ground, options);
  const shown: ShownSelection = options.beginning?.shown() ?? { selection: { kind: "none" } };
  const style = drawStyle(map, styles, { ...options, features: toFeatures(shown.selection) });
  parts = { map, overlay, closing: new AbortController(), style };
  connectParts(container, parts, options);
  const isPlaced = options.position !== undefined || selectionBounds(shown.selection) !== undefined;
  if (!isPlaced) {
    map.fitBounds(corners(styles.bounds), { padding: 24, animate: false });
  } else if (!shown.stays) {
    const panelHeight = overlay.panelHeight();
    bringIntoView(map, shown.selection, { isDrawn: false, isPicked: false, panelHeight });
  }
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
  drawForPrint(container, map, closing.signal);
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

type Sides = ReturnType<NonNullable<OpenMapOptions["covered"]>>;

/** Keeps the controls of the map where no other part of the page covers it. */
function keepControlsClear(container: HTMLElement, sides: Sides): void {
  for (const [side, pixels] of Object.entries(sides)) {
    container.style.setProperty(`--map-${side}`, `${pixels}px`);
  }
}

/** Keeps the middle of the map where no other part of the page covers it. */
function keepClear(container: HTMLElement, map: MaplibreMap, { covered, covering }: OpenMapOptions): void {
  if (covered === undefined) {
    return;
  }
  const update = () => {
    const sides = covered();
    map.setPadding(sides);
    keepControlsClear(container, sides);
  };
  update();
  const observer = new ResizeObserver(update);
  observer.observe(container);
  if (covering !== undefined) {
    observer.observe(covering);
  }
}

/** Time after which nobody waits for a map whose tiles do not come. */
const LONGEST_DRAWING_MS = 5_000;

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
    show(selection, { stays = false } = {}) {
      style.setFeatures(toFeatures(selection));
      if (stays) {
        return;
      }
      bringIntoView(map, selection, { isDrawn, isPicked, panelHeight: overlay.panelHeight() });
      isPicked = false;
    },
    moveTo: ({ zoom, lat, lng }) => void map.easeTo({ zoom, center: [lng, lat] }),
    setTheme: style.setTheme,
    setYear(year) {
      overlay.update({ year });
      style.setYear(year);
    },
    setAerial(isAerial) {
      overlay.update({ isAerial });
      style.setAerial(isAerial);
    },
    settled: () =>
      new Promise((resolve) => {
        setTimeout(resolve, LONGEST_DRAWING_MS);
        map.once("idle", () => resolve()).triggerRepaint();
      }),
    position,
    bounds() {
      const bounds = map.getBounds();
      return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    },
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

/** The country with its surroundings, in which the map stays. */
const SURROUNDINGS: MapBounds = [-2, 48.5, 13, 56];
const LOWEST_ZOOM = 5;
const HIGHEST_ZOOM = 20;
/** Creates a map without a style, flat and with north up. */
function createMap(
  maplibre: Maplibre,
  container: HTMLElement,
  { access, language, position }: OpenMapOptions,
): MaplibreMap {
  const map = new maplibre.Map({
    container,
    ...CAMERA,
    ...(position && { center: [position.lng, position.lat], zoom: position.zoom }),
    transformRequest: withAccess(access),
    locale: localeOf(language),
    attributionControl: { compact: false },
    // Each frame in which labels appear slowly costs a slow phone a tenth of a second.
    fadeDuration: 0,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}

const CAMERA = {
  minZoom: LOWEST_ZOOM,
  maxZoom: HIGHEST_ZOOM,
  maxPitch: 0,
  maxBounds: corners(SURROUNDINGS),
  renderWorldCopies: false,
  dragRotate: false,
  touchPitch: false,
} satisfies Partial<MaplibreOptions>;

/** Names MapLibre's texts that can be seen or heard in this map. */
function localeOf(language: Language): Record<string, string> {
  return { "Map.Title": MAP_TEXTS[language].map };
}

/** Adds the key or session to MapLibre's requests to this server; those to a base map elsewhere stay without. */
function withAccess(access: Access): RequestTransformFunction {
  return (url) =>
    new URL(url, location.href).origin === location.origin ? authorize(url, access) : undefined;
}

async function authorize(url: string, access: Access) {
  const token = await access.token();
  return { url, ...(token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }) };
}

/** Lowest zoom whose tiles hold each pand with its id. */
const FIRST_ZOOM_WITH_IDS = 14;

/** Counts the panden that can be seen; undefined where the map shows no single panden. */
function countInView(map: MaplibreMap): CountsInView | undefined {
  if (map.getZoom() < FIRST_ZOOM_WITH_IDS) {
    return undefined;
  }
  const { clientWidth, clientHeight } = map.getContainer();
  const { left = 0, top = 0, right = 0, bottom = 0 } = map.getPadding();
  const box: [PointLike, PointLike] = [
    [left, top],
    [clientWidth - right, clientHeight - bottom],
  ];
  const standing = BOUWJAAR_CLASSES.map(() => 0);
  let planned = 0;
  const counted = new Set<unknown>();
  for (const { id, properties, layer } of map.queryRenderedFeatures(box, { layers: PAND_LAYERS })) {
    if (counted.has(id)) {
      continue;
    }
    counted.add(id);
    if (layer.id === PLANNED_LAYER) {
      planned++;
    } else {
      standing[bouwjaarClassOf(properties.bouwjaar ?? null)]!++;
    }
  }
  return { standing, planned };
}

/** Says why there is no map; the rest of the page works without it. */
function openWithoutMap(container: HTMLElement, { language, position }: OpenMapOptions): MapView {
  const text = document.createElement("p");
  text.className = "map-missing";
  text.textContent = MAP_TEXTS[language].unavailable;
  container.append(text);
  return {
    show() {},
    moveTo() {},
    setTheme() {},
    setYear() {},
    setAerial() {},
    async settled() {},
    position: () => position ?? { zoom: 0, lat: 0, lng: 0 },
    bounds: () => undefined,
    onMove: () => () => {},
    remove: () => text.remove(),
  };
}
