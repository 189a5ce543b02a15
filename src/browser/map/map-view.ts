/** The map as the pages use it: what they give to it and ask of it. */
import type { Access } from "../shared/access.ts";
import type { Language } from "../shared/language.ts";

export type MapTheme = "light" | "dark";

export interface MapPoint {
  readonly lat: number;
  readonly lng: number;
}

export interface MapPosition extends MapPoint {
  readonly zoom: number;
}

/** Geometry in WGS84 as GeoJSON, of the kinds that the interface answers with. */
export type MapGeometry = GeoJSON.Geometry;

/** West, south, east, north. */
export type MapBounds = readonly [number, number, number, number];

/** Another address of what is selected: of the same building, or of the selected street. */
export interface OtherAddress extends MapPoint {
  readonly id: string;
  /** House number with letter and addition. */
  readonly label: string;
}

export interface MapSelection {
  readonly kind:
    | "adres"
    | "pand"
    | "straat"
    | "postcode"
    | "pc4"
    | "woonplaats"
    | "gemeente"
    | "provincie"
    | "none";
  /** Footprint of a building, or borders of an area. */
  readonly geometry?: MapGeometry | undefined;
  /** Position of the chosen address. */
  readonly point?: MapPoint | undefined;
  readonly others?: readonly OtherAddress[] | undefined;
  /** What to bring into view, where that is not the geometry, the point and the others. */
  readonly bounds?: MapBounds | undefined;
}

export interface OpenMapOptions {
  readonly access: Access;
  readonly language: Language;
  readonly theme: MapTheme;
  /** Paths of MapLibre's published files. */
  readonly assets: { readonly script: string; readonly worker: string; readonly style: string };
  /** Position to begin with; by default all data are in view. */
  readonly position?: MapPosition | undefined;
  /** Year of the time slider to begin with. */
  readonly year?: number | undefined;
  /** Pixels at each side of the container that other parts of the page cover, such as a panel. */
  readonly covered?: () => {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  /** Called for a click where there is neither a building nor a house number, or no `onPickFeature`. */
  onPick(point: MapPoint): void;
  /** Called for a click on a building (its identificatie) or a house number (that of its nummeraanduiding). */
  onPickFeature?(kind: "pand" | "adres", id: string): void;
  /** Called when the visitor moves the time slider; undefined when all years are shown. */
  onYear?(year: number | undefined): void;
}

export interface MapView {
  /** Shows a selection in place of the one before, and brings it into view where it is not. */
  show(selection: MapSelection): void;
  setTheme(theme: MapTheme): void;
  setLanguage(language: Language): void;
  /** Shows the buildings of this year and before; undefined: all, those of unknown years too. */
  setYear(year: number | undefined): void;
  position(): MapPosition;
  /** Calls back after each move of the camera, also those of `show`; returns a function that ends this. */
  onMove(callback: (position: MapPosition) => void): () => void;
  /** Fetches again what could not be fetched, for example after the visitor gave another key. */
  reload(): void;
  remove(): void;
}
