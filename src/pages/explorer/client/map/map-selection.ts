/** Selection that the map shows; cards make it from answers of the interface. */

export interface MapPoint {
  readonly lat: number;
  readonly lng: number;
}

export interface MapPosition extends MapPoint {
  readonly zoom: number;
}

/** Geometry in WGS84 as GeoJSON, of the kinds that the interface answers with. */
export type MapGeometry =
  | { type: "Point"; coordinates: number[] }
  | { type: "Polygon"; coordinates: number[][][] }
  | { type: "MultiPolygon"; coordinates: number[][][][] };

/** Another address of the selection: of the same building, or of the selected street. */
export interface OtherAddress extends MapPoint {
  readonly id: string;
  /** House number with letter and addition. */
  readonly label: string;
}

export interface MapSelection {
  /** Footprint. */
  readonly building?: MapGeometry | null | undefined;
  /** Borders. */
  readonly area?: MapGeometry | null | undefined;
  /** True for an outline of an area that is not its border. */
  readonly isSoft?: boolean;
  /** Position of the chosen address. */
  readonly point?: MapPoint | undefined;
  /** Point that was asked for, where the address is the nearest one. */
  readonly asked?: MapPoint | undefined;
  readonly others?: readonly OtherAddress[] | undefined;
}
