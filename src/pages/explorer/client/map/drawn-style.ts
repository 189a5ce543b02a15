import type { GeoJSONSource } from "maplibre-gl";
import { LATEST_YEAR } from "../../../../tiles/style.ts";
import type { MaplibreMap } from "../../../kit/client/map/load-maplibre.ts";
import type { MapStyles } from "../../../kit/client/map/read-style.ts";
import type { Theme } from "../../../kit/client/preferences.ts";
import { withAerial } from "./aerial.ts";
import { provideHatch, withHatch } from "./hatch.ts";
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

interface DrawnStyleOptions {
  readonly theme: Theme;
  readonly year?: number | undefined;
  readonly isAerial?: boolean | undefined;
}

export function drawStyle(
  map: MaplibreMap,
  { styles }: MapStyles,
  { theme, year, isAerial = false }: DrawnStyleOptions,
): DrawnStyle {
  const drawn = { theme, year, isAerial, features: [] as readonly SelectionFeature[] };
  let isLoaded = false;
  // MapLibre changes what differs only; tiles and their states stay.
  const draw = () => {
    const ground = drawn.isAerial ? withAerial(styles[drawn.theme]) : styles[drawn.theme];
    map.setStyle(withSelection(withHatch(ground), drawn.theme, drawn.features), {
      globalState: { year: drawn.year ?? LATEST_YEAR },
    });
  };
  const change = (changes: Partial<typeof drawn>, apply: () => void) => {
    Object.assign(drawn, changes);
    if (isLoaded) {
      apply();
    }
  };
  provideHatch(map);
  map.once("style.load", () => {
    isLoaded = true;
    draw();
  });
  draw();
  return {
    setTheme: (next) => change({ theme: next }, draw),
    setFeatures: (features) =>
      change({ features }, () => map.getSource<GeoJSONSource>(SELECTION)!.setData(toCollection(features))),
    setAerial: (next) => change({ isAerial: next }, draw),
    setYear: (next) => change({ year: next }, () => map.setGlobalStateProperty("year", next ?? LATEST_YEAR)),
  };
}
