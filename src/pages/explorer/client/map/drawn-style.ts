import type { GeoJSONSource } from "maplibre-gl";
import { LATEST_YEAR, TILE_SOURCE } from "../../../../tiles/style.ts";
import type { MaplibreMap } from "../../../kit/client/map/load-maplibre.ts";
import type { MapStyles } from "../../../kit/client/map/read-style.ts";
import type { Theme } from "../../../kit/client/preferences.ts";
import { withAerial } from "./aerial.ts";
import { provideHatch, withHatch } from "./hatch.ts";
import type { OpenMapOptions } from "./map-view.ts";
import type { SelectionFeature } from "./selection-features.ts";
import { SELECTION, toCollection, withSelection } from "./selection-layers.ts";

/** Style that the map draws: the tiles in a theme up to a year, and the selection. */
export interface DrawnStyle {
  setTheme(theme: Theme): void;
  setFeatures(features: readonly SelectionFeature[]): void;
  setYear(year: number | undefined): void;
  /** Shows the aerial picture, or hides it. */
  setAerial(isShown: boolean): void;
}

interface DrawnStyleOptions extends Pick<OpenMapOptions, "theme" | "year" | "isAerial"> {
  readonly features: readonly SelectionFeature[];
}

/** Least zoom at which tiles that come into view change the ground: farther out the sea would flicker. */
const LEAST_LAND_ZOOM = 10;

export function drawStyle(
  map: MaplibreMap,
  { styles }: MapStyles,
  { theme, year, isAerial = false, features }: DrawnStyleOptions,
): DrawnStyle {
  const drawn = { theme, year, isAerial, features };
  // The first picture is there sooner without the layers of a selection, where there is none.
  let hasSelection = features.length > 0;
  let isLoaded = false;
  let hasChanged = false;
  const isLoading = followLoading(map);
  // MapLibre changes what differs only; tiles and their states stay.
  const draw = () => {
    const ground = withHatch(drawn.isAerial ? withAerial(styles[drawn.theme]) : styles[drawn.theme]);
    map.setStyle(hasSelection ? withSelection(ground, drawn.theme, drawn.features) : ground, {
      globalState: { year: drawn.year ?? LATEST_YEAR, isLoading: isLoading() },
    });
  };
  const change = (changes: Partial<typeof drawn>, apply: () => void) => {
    Object.assign(drawn, changes);
    hasChanged = true;
    if (isLoaded) {
      apply();
    }
  };
  provideHatch(map);
  map.once("style.load", () => {
    isLoaded = true;
    if (hasChanged) {
      draw();
    }
  });
  draw();
  return {
    setTheme: (next) => change({ theme: next }, draw),
    setFeatures(next) {
      if (next.length === 0 && !hasSelection) {
        return;
      }
      hasSelection = true;
      change({ features: next }, () => {
        const source = map.getSource<GeoJSONSource>(SELECTION);
        return source === undefined ? draw() : source.setData(toCollection(next));
      });
    },
    setAerial: (next) => change({ isAerial: next }, draw),
    setYear: (next) => change({ year: next }, () => map.setGlobalStateProperty("year", next ?? LATEST_YEAR)),
  };
}

/**
 * Keeps the state `isLoading` of the style while tiles are missing; returns a function that returns it. A map that
 * begins far out stays hidden until a tile has come, and the page draws land below it: a change of the state would draw
 * the whole map once more.
 */
function followLoading(map: MaplibreMap): () => boolean {
  let isLoading = map.getZoom() >= LEAST_LAND_ZOOM;
  const { style } = map.getCanvas();
  style.opacity = isLoading ? "" : "0";
  const set = (next: boolean) => {
    if (isLoading !== next) {
      isLoading = next;
      map.setGlobalStateProperty("isLoading", next);
    }
  };
  map.on("sourcedataloading", ({ sourceId }) =>
    set(isLoading || (sourceId === TILE_SOURCE && map.getZoom() >= LEAST_LAND_ZOOM)),
  );
  const look = ({ tile }: { type: string; tile?: unknown }) => {
    const isLoaded = map.isSourceLoaded(TILE_SOURCE) && map.areTilesLoaded();
    if (isLoaded || tile !== undefined) {
      style.opacity = "";
    }
    set(isLoading && !isLoaded);
  };
  // Before the frame that draws the last tile: after it, one more would be drawn. A tile that fails has no such event.
  map.on("sourcedata", look);
  map.on("render", look);
  return () => isLoading;
}
