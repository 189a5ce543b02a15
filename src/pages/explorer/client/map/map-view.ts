/** The map as the page uses it: its options and methods. */
import type { Access } from "../../../kit/client/access.ts";
import type { MapBounds } from "../../../kit/client/map/map-bounds.ts";
import type { Theme } from "../../../kit/client/preferences.ts";
import type { MaplibreFiles } from "../../../kit/maplibre-files.ts";
import type { MapPlace } from "../map-place.ts";
import type { MapPoint, MapPosition, MapSelection } from "./map-selection.ts";

/** Pixels at each side of the map that other parts of the page cover. */
export interface Covered {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Options; without a position the map begins at the selection, or with all data in view. */
export interface OpenMapOptions extends MapPlace {
  readonly access: Access;
  readonly theme: Theme;
  readonly assets: MaplibreFiles;
  /** Resolves once the initial selection (if any) is known. The map opens there. */
  readonly beginning: Promise<ShownSelection>;
  covered(): Covered;
  /** Part of the page that covers some of the map and may change its size. */
  readonly covering: HTMLElement;
  /** Called for a click where there is neither a building nor a house number. */
  onPick(point: MapPoint): void;
  /** Called for a click on a building (its identificatie) or a house number (its nummeraanduiding). */
  onPickFeature(kind: "building" | "address", id: string): void;
  /** Called when the visitor moves the time slider; undefined when all years are shown. */
  onYear(year: number | undefined): void;
  /** Called when the visitor shows or hides the aerial picture. */
  onAerial(isShown: boolean): void;
}

/** Selection, and whether the map stays where it is. */
export interface ShownSelection {
  readonly selection: MapSelection;
  readonly stays: boolean;
}

export interface MapView {
  /** Shows a selection in place of the one before, and brings it into view where it is not. */
  show(shown: ShownSelection): void;
  moveTo(position: MapPosition): void;
  setTheme(theme: Theme): void;
  /** Shows the buildings of this year and before; undefined: all, also of unknown years. */
  setYear(year: number | undefined): void;
  setAerial(isShown: boolean): void;
  /** Resolves when what changed is drawn, at the latest after some seconds. */
  settled(): Promise<void>;
  position(): MapPosition;
  /** Returns the box that can be seen. */
  bounds(): MapBounds;
  /** Calls back after each move of the camera, also the moves of `show`. */
  onMove(callback: (position: MapPosition) => void): void;
}
