import type { MapOptions as MaplibreOptions } from "maplibre-gl";
import type { Language } from "../../../kit/client/preferences.ts";
import type { Maplibre, MaplibreMap } from "./load-maplibre.ts";
import { corners } from "./map-camera.ts";
import type { MapBounds } from "./map-selection.ts";
import type { OpenMapOptions } from "./map-view.ts";
import { TEXTS } from "./texts.ts";
import { withAccess } from "./tile-requests.ts";

/** The country with its surroundings, in which the map stays. */
const SURROUNDINGS: MapBounds = [-2, 48.5, 13, 56];
const LOWEST_ZOOM = 5;
const HIGHEST_ZOOM = 20;
/** Phones, on which the map lies in a page that scrolls. */
const PHONE = "(max-width: 799px) and (pointer: coarse)";

/** Creates a map without a style, flat and with north up. */
export function createMap(
  maplibre: Maplibre,
  container: HTMLElement,
  { options, bounds }: { readonly options: OpenMapOptions; readonly bounds: MapBounds },
): MaplibreMap {
  const { access, language, position } = options;
  const map = new maplibre.Map({
    container,
    ...CAMERA,
    ...(position === undefined
      ? { bounds: corners(bounds), fitBoundsOptions: { padding: 24 } }
      : { center: [position.lng, position.lat], zoom: position.zoom }),
    transformRequest: withAccess(access),
    locale: localeOf(language),
    attributionControl: { compact: false },
    cooperativeGestures: matchMedia(PHONE).matches,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}

const CAMERA = {
  minZoom: LOWEST_ZOOM,
  maxZoom: HIGHEST_ZOOM,
  maxPitch: 0,
  maxBounds: corners(SURROUNDINGS),
  renderWorldCopies: false,
  dragRotate: false,
  touchPitch: false,
} satisfies Partial<MaplibreOptions>;

/** Names MapLibre's texts that can be seen or heard in this map. */
function localeOf(language: Language): Record<string, string> {
  const { map, moveWithTwoFingers } = TEXTS[language];
  return { "Map.Title": map, "CooperativeGesturesHandler.MobileHelpText": moveWithTwoFingers };
}
