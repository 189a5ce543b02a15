/** Features under the pointer: hovered buildings, and the feature that a click picks. */
import type { MapGeoJSONFeature, PointLike } from "maplibre-gl";
import { PLANNED_LAYER, TILE_SOURCE } from "../../../../tiles/style.ts";
import type { MaplibreMap } from "../../../kit/client/map/load-maplibre.ts";
import type { OpenMapOptions } from "./map-view.ts";
import { OTHERS } from "./selection-layers.ts";

/** Layers of the style (tiles/style.ts). */
const PAND_LAYER = "pand";
export const PAND_LAYERS = [PAND_LAYER, PLANNED_LAYER];
const CELL_LAYER = "pand_cell";
const ADRES_LAYER = "adres-label";
/** Half the side of the square in which a finger or mouse picks a dot or label. */
const REACH_PX = 4;
const IDENTIFICATIE_LENGTH = 16;

/** Building, or square of a generalised map, under the pointer. */
export interface Hovered {
  readonly x: number;
  readonly y: number;
  readonly bouwjaar: number | undefined;
  readonly isGeneralised: boolean;
  /** True for a building that does not stand yet. */
  readonly isPlanned: boolean;
}

/** Follows the pointer: marks the building under it by the feature state `hover` and reports it. */
export function followPointer(map: MaplibreMap, onHover: (hovered: Hovered | undefined) => void): void {
  let marked: number | undefined;
  const setHover = (id: number | undefined, hover: boolean) =>
    id !== undefined && map.setFeatureState({ source: TILE_SOURCE, sourceLayer: PAND_LAYER, id }, { hover });
  const mark = (id: number | undefined) => {
    if (id !== marked) {
      setHover(marked, false);
      setHover(id, true);
      marked = id;
    }
  };
  map.on("mousemove", ({ point }) => {
    const [feature] = map.isMoving() ? [] : findAt(map, point, [...PAND_LAYERS, CELL_LAYER]);
    mark(feature?.id as number | undefined);
    map.getCanvas().style.cursor = feature?.id === undefined ? "" : "pointer";
    onHover(feature && toHovered(feature, point));
  });
  const leave = () => {
    mark(undefined);
    onHover(undefined);
  };
  map.on("mouseout", leave);
  map.on("movestart", leave);
}

function toHovered(feature: MapGeoJSONFeature, { x, y }: { x: number; y: number }): Hovered {
  const layer = feature.layer.id;
  return {
    x,
    y,
    bouwjaar: feature.properties.bouwjaar,
    isGeneralised: layer === CELL_LAYER,
    isPlanned: layer === PLANNED_LAYER,
  };
}

type PickOptions = Pick<OpenMapOptions, "onPick" | "onPickFeature">;

/** Lets clicks pick the object that they hit, and Enter the object in the middle of the map. */
export function pickByClick(map: MaplibreMap, options: PickOptions): void {
  map.on("click", ({ point }) => pick(map, point, options));
  map.getCanvas().addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      pick(map, map.project(map.getCenter()), options);
    }
  });
}

function pick(map: MaplibreMap, { x, y }: { x: number; y: number }, options: PickOptions): void {
  const around: [PointLike, PointLike] = [
    [x - REACH_PX, y - REACH_PX],
    [x + REACH_PX, y + REACH_PX],
  ];
  const [address] = findAt(map, around, [OTHERS, ADRES_LAYER]).filter(isOneAddress);
  const [building] = findAt(map, [x, y], PAND_LAYERS).filter(({ id }) => id !== undefined);
  if (address !== undefined) {
    options.onPickFeature("address", identificatieOf(address.properties.id ?? address.id));
  } else if (building !== undefined) {
    options.onPickFeature("building", identificatieOf(building.id));
  } else {
    options.onPick(map.unproject([x, y]));
  }
}

/** Returns false for a label that stands for several addresses: their building is picked instead. */
function isOneAddress({ properties }: MapGeoJSONFeature): boolean {
  return properties.count === undefined || properties.count === 1;
}

function identificatieOf(id: unknown): string {
  return String(id).padStart(IDENTIFICATIE_LENGTH, "0");
}

function findAt(
  map: MaplibreMap,
  where: PointLike | [PointLike, PointLike],
  layers: readonly string[],
): MapGeoJSONFeature[] {
  const present = layers.filter((layer) => map.getLayer(layer) !== undefined);
  return map.queryRenderedFeatures(where as PointLike, { layers: present });
}
