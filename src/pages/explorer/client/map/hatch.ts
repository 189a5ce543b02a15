/** Hatches the panden that do not stand yet; the style of the tiles, which has no images, draws them faintly. */
import type { StyleSpecification } from "maplibre-gl";
import { PLANNED_LAYER } from "../../../../tiles/style.ts";
import type { MaplibreMap } from "../../../kit/client/map/load-maplibre.ts";

const HATCH = "hatch";
const SIDE_PX = 8;
/** Grey that is seen on the grounds of both themes. */
const GREY = [120, 120, 120, 255];

/** Puts a hatched layer over the layer of planned panden. */
export function withHatch(style: StyleSpecification): StyleSpecification {
  const layers = style.layers.flatMap((layer) =>
    layer.id === PLANNED_LAYER && layer.type === "fill"
      ? [layer, { ...layer, id: `${PLANNED_LAYER}-hatch`, paint: { "fill-pattern": HATCH } }]
      : [layer],
  );
  return { ...style, layers };
}

/** Gives the map the image when it asks for it. */
export function provideHatch(map: MaplibreMap): void {
  map.setMissingStyleImageResolver((id) => {
    if (id === HATCH) {
      map.addImage(HATCH, makeHatch());
    }
  });
}

/** Makes diagonal lines, which continue from tile to tile of the pattern. */
function makeHatch(): { width: number; height: number; data: Uint8ClampedArray } {
  const data = new Uint8ClampedArray(SIDE_PX * SIDE_PX * 4);
  for (let y = 0; y < SIDE_PX; y++) {
    for (let x = 0; x < SIDE_PX; x++) {
      if ((x + y) % SIDE_PX < 2) {
        data.set(GREY, (y * SIDE_PX + x) * 4);
      }
    }
  }
  return { width: SIDE_PX, height: SIDE_PX, data };
}
