/** Draws rows as dots on the map of this server, and the possible addresses of one row as numbered marks. */

import type { GeoJSONSource, LngLatBoundsLike, StyleSpecification } from "maplibre-gl";
import { access } from "../../../kit/client/ask.ts";
import { createMap, withAccess } from "../../../kit/client/map/create-map.ts";
import { hasWebGl2, loadMaplibre } from "../../../kit/client/map/load-maplibre.ts";
import { readStyles } from "../../../kit/client/map/read-style.ts";
import { currentTheme, type Theme } from "../../../kit/client/preferences.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { FoundAddress, RowPoint } from "../answers.ts";
import { pageData } from "../page-data.ts";
import { ROWS, toCollection, VEIL, withRows } from "./row-style.ts";

const texts = pickTexts({
  mapKeys: {
    en: "Arrow keys pan, plus and minus zoom.",
    nl: "Pijltjestoetsen verschuiven, plus en min zoomen.",
  },
  mapZoomIn: { en: "Zoom in", nl: "Inzoomen" },
  mapZoomOut: { en: "Zoom out", nl: "Uitzoomen" },
  mapWheel: { en: "Hold Ctrl and scroll to zoom", nl: "Houd Ctrl ingedrukt en scrol om te zoomen" },
  mapTouch: { en: "Move with two fingers", nl: "Schuif met twee vingers" },
});

export interface RowMapView {
  showPoints(points: readonly RowPoint[]): void;
  showCandidates(addresses: readonly FoundAddress[]): void;
  /** Draws the map in the present theme of the page. */
  showTheme(): void;
  remove(): void;
}

/** Zoom at which a street with its numbers is read. */
const STREET_ZOOM = 17;
const MARGIN = 48;

/** Opens the map in a container that has a size; undefined where the browser cannot draw it. */
export async function openRowMap(container: HTMLElement, title: string): Promise<RowMapView | undefined> {
  if (!hasWebGl2()) {
    return undefined;
  }
  const [maplibre, ground] = await Promise.all([loadMaplibre(pageData.maplibre), readGround()]);
  let theme = currentTheme();
  let points: readonly RowPoint[] = [];
  const styleNow = () => withRows(ground(theme), theme, points);
  const map = createMap(maplibre, container, {
    style: styleNow(),
    cooperativeGestures: true,
    transformRequest: withAccess(access),
    locale: localeOf(title),
    attributionControl: { compact: true },
  });
  // Points that come before the style is there.
  map.once("style.load", () => map.getSource<GeoJSONSource>(ROWS)?.setData(toCollection(points)));
  map.addControl(new maplibre.NavigationControl({ showCompass: false }));
  let marks: { remove(): unknown }[] = [];
  const bringIntoView = (positions: readonly (readonly [number, number, ...unknown[]])[]) => {
    const [x, y] = [positions.map(([longitude]) => longitude), positions.map(([, latitude]) => latitude)];
    if (positions.length > 0) {
      const bounds: LngLatBoundsLike = [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
      map.fitBounds(bounds, { padding: MARGIN, maxZoom: STREET_ZOOM, animate: false });
    }
  };
  return {
    showPoints(next) {
      const isFirst = points.length === 0;
      points = next;
      map.getSource<GeoJSONSource>(ROWS)?.setData(toCollection(points));
      if (isFirst && marks.length === 0) {
        bringIntoView(points);
      }
    },
    showCandidates(addresses) {
      for (const mark of marks) {
        mark.remove();
      }
      const positions = addresses.map(({ longitude, latitude }) => [longitude, latitude] as const);
      marks = positions.map((position, i) =>
        new maplibre.Marker({ element: numberedMark(i + 1) }).setLngLat([...position]).addTo(map),
      );
      bringIntoView(positions.length > 0 ? positions : points);
    },
    showTheme() {
      theme = currentTheme();
      // Only a style that has loaded can be compared with the next one.
      map.setStyle(styleNow(), { diff: map.isStyleLoaded() === true });
    },
    remove: () => map.remove(),
  };
}

function numberedMark(number: number): HTMLElement {
  const element = document.createElement("div");
  element.className = "map-mark";
  element.textContent = String(number);
  element.ariaHidden = "true";
  return element;
}

/** Returns the style of a theme; a bare ground where the tiles are not for this visitor. */
async function readGround(): Promise<(theme: Theme) => StyleSpecification> {
  try {
    const { styles } = await readStyles(access);
    return (theme) => styles[theme];
  } catch {
    return (theme) => ({
      version: 8,
      sources: {},
      layers: [{ id: "ground", type: "background", paint: { "background-color": VEIL[theme] } }],
    });
  }
}

function localeOf(title: string): Record<string, string> {
  return {
    "Map.Title": `${title}. ${texts.mapKeys}`,
    "NavigationControl.ZoomIn": texts.mapZoomIn,
    "NavigationControl.ZoomOut": texts.mapZoomOut,
    "CooperativeGesturesHandler.WindowsHelpText": texts.mapWheel,
    "CooperativeGesturesHandler.MacHelpText": texts.mapWheel,
    "CooperativeGesturesHandler.MobileHelpText": texts.mapTouch,
  };
}
