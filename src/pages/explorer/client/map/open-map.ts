import "./map.css";
import type { MapOptions as MaplibreOptions, PointLike } from "maplibre-gl";
import { BOUWJAAR_CLASSES, bouwjaarClassOf } from "../../../../registry/schema/bouwjaar-classes.ts";
import { PLANNED_LAYER } from "../../../../tiles/style.ts";
import { createMap, withAccess } from "../../../kit/client/map/create-map.ts";
import { loadMaplibre, type MaplibreMap } from "../../../kit/client/map/load-maplibre.ts";
import type { MapBounds } from "../../../kit/client/map/map-bounds.ts";
import { readStyles } from "../../../kit/client/map/read-style.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { type DrawnStyle, drawStyle } from "./drawn-style.ts";
import { bringIntoView, corners } from "./map-camera.ts";
import { followPointer, PAND_LAYERS, pickByClick } from "./map-pointer.ts";
import type { Covered, MapView, OpenMapOptions } from "./map-view.ts";
import { type Overlay, openOverlay } from "./overlay.tsx";
import { drawForPrint } from "./print.ts";
import { selectionBounds, toFeatures } from "./selection-features.ts";
import { recoverTiles, tryUntilDone } from "./try-again.ts";
import type { CountsInView } from "./year-panel.tsx";

const texts = pickTexts({
  map: {
    nl: "Kaart van gebouwen naar bouwjaar. Pijltjestoetsen verschuiven, plus en min zoomen, Enter kiest het midden.",
    en: "Map of buildings by year of construction. Arrow keys pan, plus and minus zoom, Enter picks the centre.",
  },
});

/** Opens the map in a container that has a size; waits while the server is away. */
export async function openMap(container: HTMLElement, options: OpenMapOptions): Promise<MapView> {
  container.classList.add("baken-map");
  keepControlsClear(container, options.covered());
  const ground = document.createElement("div");
  ground.className = "map-ground";
  container.append(ground);
  let parts: MapParts | undefined;
  const setYear = (year: number | undefined) => {
    overlay.update({ year });
    parts?.style.setYear(year);
  };
  const setAerial = (isAerial: boolean) => {
    overlay.update({ isAerial });
    parts?.style.setAerial(isAerial);
  };
  const overlay = openOverlay(container, options, {
    zoomBy: (step) => parts?.map.easeTo({ zoom: parts.map.getZoom() + step }),
    moveTo: ({ lat, lng }) => parts?.map.flyTo({ center: [lng, lat], zoom: LOCATED_ZOOM }),
    onYear(year) {
      setYear(year);
      options.onYear(year);
    },
    onAerial(isAerial) {
      setAerial(isAerial);
      options.onAerial(isAerial);
    },
  });
  const [maplibre, styles, { selection, stays }] = await Promise.all([
    loadMaplibre(options.assets),
    tryUntilDone(
      () => readStyles(options.access),
      () => overlay.update({ isIncomplete: true }),
    ),
    options.beginning,
  ]);
  overlay.update({ isIncomplete: false, hasAerial: styles.hasAerial });
  const map = createMap(maplibre, ground, mapOptions(options));
  connectParts(container, { map, overlay }, options);
  if (options.position === undefined && selectionBounds(selection) === undefined) {
    map.fitBounds(corners(styles.bounds), { padding: 24, animate: false });
  } else if (!stays) {
    const panelHeight = overlay.panelHeight();
    bringIntoView(map, selection, { isDrawn: false, isPicked: false, panelHeight });
  }
  const style = drawStyle(map, styles, { ...options, features: toFeatures(selection) });
  parts = { map, overlay, style };
  return { ...toView(parts), setYear, setAerial };
}

function mapOptions({ access, position }: OpenMapOptions): Partial<MaplibreOptions> {
  return {
    ...CAMERA,
    ...(position && { center: [position.lng, position.lat], zoom: position.zoom }),
    transformRequest: withAccess(access),
    locale: { "Map.Title": texts.map },
  };
}

/** Zoom at which the visitor's own location is shown. */
const LOCATED_ZOOM = 17;

/** The country with its surroundings, in which the map stays. */
const SURROUNDINGS: MapBounds = [-2, 48.5, 13, 56];
const CAMERA = {
  minZoom: 5,
  maxZoom: 20,
  maxBounds: corners(SURROUNDINGS),
  renderWorldCopies: false,
} as const;

interface MapParts {
  readonly map: MaplibreMap;
  readonly style: DrawnStyle;
  readonly overlay: Overlay;
}

function connectParts(
  container: HTMLElement,
  { map, overlay }: Omit<MapParts, "style">,
  options: OpenMapOptions,
): void {
  keepClear(container, map, options);
  drawForPrint(container, map);
  followPointer(map, (hovered) => overlay.update({ hovered }));
  pickByClick(map, options);
  recoverTiles(map, options.access, (isIncomplete) => overlay.update({ isIncomplete }));
  map.on("idle", () => overlay.update({ counts: countInView(map) }));
}

/** Keeps the controls of the map where no other part of the page covers it. */
function keepControlsClear(container: HTMLElement, sides: Covered): void {
  for (const [side, pixels] of Object.entries(sides)) {
    container.style.setProperty(`--map-${side}`, `${pixels}px`);
  }
}

/** Keeps the middle of the map where no other part of the page covers it. */
function keepClear(container: HTMLElement, map: MaplibreMap, { covered, covering }: OpenMapOptions): void {
  const update = () => {
    const sides = covered();
    map.setPadding(sides);
    keepControlsClear(container, sides);
  };
  update();
  const observer = new ResizeObserver(update);
  observer.observe(container);
  observer.observe(covering);
}

/** Time after which nobody waits for a map whose tiles do not come. */
const LONGEST_DRAWING_MS = 5_000;

function toView({ map, style, overlay }: MapParts): Omit<MapView, "setYear" | "setAerial"> {
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
    show({ selection, stays }) {
      style.setFeatures(toFeatures(selection));
      if (stays) {
        return;
      }
      bringIntoView(map, selection, { isDrawn, isPicked, panelHeight: overlay.panelHeight() });
      isPicked = false;
    },
    moveTo: ({ zoom, lat, lng }) => void map.easeTo({ zoom, center: [lng, lat] }),
    setTheme: style.setTheme,
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
    onMove: (callback) => void map.on("moveend", () => callback(position())),
  };
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
