import { adresLayer } from "./adres-layer.ts";
import { AREA_LAYERS, CBS_AREA_LAYERS } from "./area-layers.ts";
import { pandCellLayer } from "./pand-cell-layer.ts";
import { pandLayer } from "./pand-layer.ts";
import { plaatsLayer } from "./plaats-layer.ts";
import { straatLayer } from "./straat-layer.ts";
import type { TileLayer } from "./tile-layer.ts";

/** All layers of the tiles, in the order in which they are written. */
export const TILE_LAYERS: readonly TileLayer[] = [
  ...AREA_LAYERS,
  ...CBS_AREA_LAYERS,
  pandCellLayer,
  pandLayer,
  straatLayer,
  adresLayer,
  plaatsLayer,
];
