import { adresLayer } from "./adres-layer.ts";
import { pandLayer } from "./pand-layer.ts";
import { straatLayer } from "./straat-layer.ts";
import type { TileLayer } from "./tile-layer.ts";

/** All layers of the tiles, in the order in which they are written. */
export const TILE_LAYERS: readonly TileLayer[] = [pandLayer, straatLayer, adresLayer];
