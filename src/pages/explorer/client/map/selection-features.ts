/** Computes the map features of a selection, and the box that it fills. */
import type { MapBounds } from "../../../kit/client/map/map-bounds.ts";
import type { MapGeometry, MapPoint, MapSelection, OtherAddress } from "./map-selection.ts";

/** Part that a feature plays in the drawing (selection-layers.ts). */
export type SelectionRole = "building" | "area" | "soft-area" | "outside" | "point" | "asked" | "other";

export interface SelectionFeature {
  readonly type: "Feature";
  readonly geometry: MapGeometry;
  readonly properties: { readonly role: SelectionRole; readonly label?: string; readonly id?: string };
}

/** Ring around everything that the map can show. */
const WORLD = [
  [-20, 30],
  [30, 30],
  [30, 70],
  [-20, 70],
  [-20, 30],
];

export function toFeatures(selection: MapSelection): SelectionFeature[] {
  return [...geometryFeatures(selection), ...otherFeatures(selection), ...pointFeatures(selection)];
}

function geometryFeatures({ building, area, isSoft = false }: MapSelection): SelectionFeature[] {
  const footprint = building == null ? [] : [feature("building", building)];
  if (area == null) {
    return footprint;
  }
  const exteriors = polygonsOf(area).map(([exterior]) => exterior!);
  const outside: MapGeometry = { type: "Polygon", coordinates: [WORLD, ...exteriors] };
  return [...footprint, feature("outside", outside), feature(isSoft ? "soft-area" : "area", area)];
}

/** Draws one dot for all addresses at one position: most homes of a building have the same. */
function otherFeatures({ others = [], point }: MapSelection): SelectionFeature[] {
  const byPosition = Map.groupBy(others, positionKey);
  if (point !== undefined) {
    byPosition.delete(positionKey(point));
  }
  return [...byPosition.values()].map((addresses) => {
    const { lng, lat, id } = addresses[0]!;
    const geometry: MapGeometry = { type: "Point", coordinates: [lng, lat] };
    return { type: "Feature", geometry, properties: { role: "other", id, label: labelOf(addresses) } };
  });
}

function labelOf(addresses: readonly OtherAddress[]): string {
  const first = addresses[0]!.label;
  return addresses.length === 1 ? first : `${first} +${addresses.length - 1}`;
}

function positionKey({ lat, lng }: MapPoint): string {
  return `${lat} ${lng}`;
}

function pointFeatures({ point, asked }: MapSelection): SelectionFeature[] {
  const draw = (role: SelectionRole, at: MapPoint | undefined) =>
    at === undefined ? [] : [feature(role, { type: "Point", coordinates: [at.lng, at.lat] })];
  return [...draw("point", point), ...draw("asked", asked)];
}

function feature(role: SelectionRole, geometry: MapGeometry): SelectionFeature {
  return { type: "Feature", geometry, properties: { role } };
}

/** Returns the box of the objects of a selection; undefined without a position. */
export function selectionBounds(selection: MapSelection): MapBounds | undefined {
  const { building, area, point, others = [] } = selection;
  const points = [...others, ...(point === undefined ? [] : [point])].map(({ lng, lat }) => [lng, lat]);
  const polygons = [building, area].flatMap(polygonsOf);
  return [...polygons.flat(2), ...points].reduce<MapBounds | undefined>((box, [lng = 0, lat = 0]) => {
    const [west, south, east, north] = box ?? [lng, lat, lng, lat];
    return [Math.min(west, lng), Math.min(south, lat), Math.max(east, lng), Math.max(north, lat)];
  }, undefined);
}

function polygonsOf(geometry: MapSelection["area"]): number[][][][] {
  switch (geometry?.type) {
    case "Polygon":
      return [geometry.coordinates];
    case "MultiPolygon":
      return geometry.coordinates;
  }
  return [];
}
