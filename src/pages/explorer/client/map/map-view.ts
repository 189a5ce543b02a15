/** The map as the pages use it: its options and methods. */
import type { Access } from "../../../kit/client/access.ts";
import type { MapBounds } from "../../../kit/client/map/map-bounds.ts";
import type { Language, Theme } from "../../../kit/client/preferences.ts";
import type { MaplibreFiles } from "../../../kit/maplibre-files.ts";
import type { MapPoint, MapPosition, MapSelection } from "./map-selection.ts";

export interface OpenMapOptions {
  readonly access: Access;
  readonly language: Language;
  readonly theme: Theme;
  readonly assets: MaplibreFiles;
  /** Selection to begin with; by default none. */
  readonly beginning?: Beginning;
  /** Position to begin with; by default the selection is in view, or all data. */
  readonly position?: MapPosition | undefined;
  /** Year of the time slider to begin with. */
  readonly year?: number | undefined;
  /** True to begin with the aerial picture, where there is one. */
  readonly isAerial?: boolean | undefined;
  /** True where postcode areas have an outline around their addresses in place of a border, for the legend. */
  readonly hasDerivedAreas?: boolean | undefined;
  /** Pixels at each side of the container that other parts of the page cover, such as a panel. */
  readonly covered?: () => {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  /** Part of the page that covers some of the map and may change its size. */
  readonly covering?: HTMLElement;
  /** Called for a click where there is neither a building nor a house number, or no `onPickFeature`. */
  onPick(point: MapPoint): void;
  /** Called for a click on a building (its identificatie) or a house number (its nummeraanduiding). */
  onPickFeature?(kind: "pand" | "adres", id: string): void;
  /** Called when the visitor moves the time slider; undefined when all years are shown. */
  onYear?(year: number | undefined): void;
  /** Called when the visitor shows or hides the aerial picture. */
  onAerial?(isShown: boolean): void;
}

interface ShowOptions {
  /** True to leave the map where it is. */
  readonly stays?: boolean;
}

export interface Beginning {
  /** Resolves when the selection is known, or that there is none; the map is made then, at its place. */
  readonly settled: Promise<void>;
  /** Returns what to show now. */
  shown(): ShownSelection;
}

/** Selection, and whether the map stays where it is. */
export interface ShownSelection extends ShowOptions {
  readonly selection: MapSelection;
}

export interface MapView {
  /** Shows a selection in place of the one before, and brings it into view where it is not. */
  show(selection: MapSelection, options?: ShowOptions): void;
  moveTo(position: MapPosition): void;
  setTheme(theme: Theme): void;
  /** Shows the buildings of this year and before; undefined: all, also of unknown years. */
  setYear(year: number | undefined): void;
  setAerial(isShown: boolean): void;
  /** Resolves when what changed is drawn, at the latest after some seconds. */
  settled(): Promise<void>;
  position(): MapPosition;
  /** Returns the box that can be seen; undefined without a map. */
  bounds(): MapBounds | undefined;
  /** Calls back after each move of the camera, also the moves of `show`; returns a function that ends this. */
  onMove(callback: (position: MapPosition) => void): () => void;
  remove(): void;
}
