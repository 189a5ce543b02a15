import type { MaplibreMap } from "../../../kit/client/map/load-maplibre.ts";
import type { MapBounds } from "../../../kit/client/map/map-bounds.ts";
import type { MapSelection } from "./map-selection.ts";
import { selectionBounds } from "./selection-features.ts";

/** Zoom at which a building with its neighbours fills a screen. */
const BUILDING_ZOOM = 18;
const STREET_ZOOM = 17.5;
/** From this zoom on, a building in view is seen well. */
const WELL_SEEN_ZOOM = 17;
/** An area in view is seen well when it fills this share of the width or height. */
const WELL_SEEN_SHARE = 0.35;
const FLIGHT_MS = 1200;
/** Share of the shorter side that stays free around the object brought into view. */
const MARGIN = 0.1;

interface CameraOptions {
  /** False before the first picture: there is nothing to fly from. */
  readonly isDrawn: boolean;
  /** The visitor picked it on the map, which then does not move. */
  readonly isPicked: boolean;
  /** Height of the panel at the bottom, in pixels. */
  readonly panelHeight: number;
}

/** Brings a selection into view, unless it is seen well already. */
export function bringIntoView(
  map: MaplibreMap,
  selection: MapSelection,
  { isDrawn, isPicked, panelHeight }: CameraOptions,
): void {
  const bounds = selectionBounds(selection);
  if (bounds === undefined || isSeenWell(map, selection, { bounds, isPicked })) {
    return;
  }
  const { clientWidth, clientHeight } = map.getContainer();
  const maxZoom = isBuilding(selection) ? BUILDING_ZOOM : STREET_ZOOM;
  const margin = Math.round(MARGIN * Math.min(clientWidth, clientHeight));
  const { top = 0, bottom = 0 } = map.getPadding();
  // The map does not move at all when nothing is left between the margins.
  const panel = Math.min(panelHeight, Math.max(0, (clientHeight - top - bottom) / 2 - margin));
  const padding = { top: margin, left: margin, right: margin, bottom: margin + panel };
  map.fitBounds(corners(bounds), { maxZoom, padding, animate: isDrawn, duration: FLIGHT_MS });
}

function isBuilding({ building, point }: MapSelection): boolean {
  return building != null || point !== undefined;
}

function isSeenWell(
  map: MaplibreMap,
  selection: MapSelection,
  { bounds, isPicked }: { readonly bounds: MapBounds; readonly isPicked: boolean },
): boolean {
  const [southWest, northEast] = corners(bounds).map((corner) => map.project(corner));
  const { clientWidth, clientHeight } = map.getContainer();
  const { left = 0, top = 0, right = 0, bottom = 0 } = map.getPadding();
  const isInside =
    southWest!.x >= left &&
    northEast!.x <= clientWidth - right &&
    northEast!.y >= top &&
    southWest!.y <= clientHeight - bottom;
  const share = Math.max(
    (northEast!.x - southWest!.x) / (clientWidth - left - right),
    (southWest!.y - northEast!.y) / (clientHeight - top - bottom),
  );
  const isLargeEnough = isBuilding(selection) ? map.getZoom() >= WELL_SEEN_ZOOM : share >= WELL_SEEN_SHARE;
  return isInside && (isPicked || isLargeEnough);
}

/** Returns bounds as MapLibre takes them. */
export function corners([west, south, east, north]: MapBounds): [[number, number], [number, number]] {
  return [
    [west, south],
    [east, north],
  ];
}
