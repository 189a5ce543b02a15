import type { GeoJSONSource } from "maplibre-gl";
import { LATEST_YEAR } from "../../tiles/style.ts";
import type { Theme } from "../shared/preferences.ts";
import type { MaplibreMap } from "./load-maplibre.ts";
import type { MapStyles } from "./read-style.ts";
import type { SelectionFeature } from "./selection-features.ts";
import { SELECTION, toCollection, withSelection } from "./selection-layers.ts";

/** What the map draws: the tiles in a theme up to a year, and the selection. */
export interface DrawnStyle {
  setTheme(theme: Theme): void;
  setFeatures(features: readonly SelectionFeature[]): void;
  setYear(year: number | undefined): void;
}

export interface DrawnStyleOptions {
  readonly theme: Theme;
  readonly year?: number | undefined;
}

export function drawStyle(
  map: MaplibreMap,
  { styles }: MapStyles,
  { theme: firstTheme, year: firstYear }: DrawnStyleOptions,
): DrawnStyle {
  let theme = firstTheme;
  let year = firstYear;
  let features: readonly SelectionFeature[] = [];
  const draw = () =>
    map.setStyle(withSelection(styles[theme], theme, features), {
      // MapLibre changes what differs only; tiles and their state stay.
      diff: true,
      globalState: { year: year ?? LATEST_YEAR },
    });
  draw();
  return {
    setTheme(next) {
      theme = next;
      draw();
    },
    setFeatures(next) {
      features = next;
      const source = map.getSource<GeoJSONSource>(SELECTION);
      if (source === undefined) {
        map.once("style.load", draw);
      } else {
        source.setData(toCollection(features));
      }
    },
    setYear(next) {
      year = next;
      map.setGlobalStateProperty("year", year ?? LATEST_YEAR);
    },
  };
}
