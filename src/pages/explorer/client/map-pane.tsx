import { useEffect, useRef, useState } from "preact/hooks";
import { currentTheme } from "../../kit/client/preferences.ts";
import { access } from "./ask.ts";
import { useConnection } from "./connection.ts";
import type { MapPosition, MapSelection } from "./map/map-selection.ts";
import type { MapView } from "./map/map-view.ts";
import { openView } from "./navigation.tsx";
import { pageData } from "./page-data.ts";
import { language, texts } from "./texts.ts";

/** Digits of a clicked point: 6 are a tenth of a metre. */
const POINT_DIGITS = 6;

/** The map beside the card. Its code is loaded after the first paint; the rest of the page never waits for it. */
export function MapPane({ selection }: { selection: MapSelection }) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<MapView | undefined>(undefined);
  const latest = useRef(selection);
  const [state, setState] = useState<"closed" | "loading" | "ready" | "failed">("closed");
  const { trouble } = useConnection();
  const needsKey = trouble?.kind.startsWith("key-") ?? false;
  latest.current = selection;
  useEffect(() => {
    if (state === "closed" && !needsKey) {
      setState("loading");
      open(container.current!).then(
        (map) => {
          view.current = map;
          map.show(latest.current);
          setState("ready");
        },
        () => setState("failed"),
      );
    }
  }, [state, needsKey]);
  useEffect(() => view.current?.show(selection), [selection]);
  return (
    <section class="map-pane" id="map" aria-label={texts.map}>
      <div class="map" ref={container} />
      {state === "loading" && <p class="map-state">{texts.mapLoading}</p>}
      {state === "failed" && <p class="map-state">{texts.mapFailed}</p>}
    </section>
  );
}

async function open(container: HTMLElement): Promise<MapView> {
  const { openMap } = await import("./map/open-map.ts");
  const map = await openMap(container, {
    ...{ access, language, theme: currentTheme(), assets: pageData.maplibre },
    hasDerivedAreas: pageData.registry?.hasDerivedAreas,
    ...readPlace(),
    onYear: (year) => writePlace({ year }),
    onPick({ lat, lng }) {
      openView({ kind: "point", id: `${lat.toFixed(POINT_DIGITS)},${lng.toFixed(POINT_DIGITS)}` });
    },
    onPickFeature(kind, id) {
      openView({ kind: kind === "pand" ? "building" : "address", id });
    },
  });
  map.onMove((position) => writePlace({ position }));
  document.addEventListener("themechange", () => map.setTheme(currentTheme()));
  return map;
}

/** Position of the map in the hash of the URL: `#17/52.3111/5.0253`, with a year `…/1950`. */
interface MapPlace {
  readonly position?: MapPosition | undefined;
  /** Year of the time slider; undefined when all years are shown. */
  readonly year?: number | undefined;
}

/** Reads the place of a link; empty where it has none. */
function readPlace(): MapPlace {
  const [zoom, lat, lng, year] = location.hash.slice(1).split("/").map(Number);
  const isPosition = [zoom, lat, lng].every((number) => Number.isFinite(number));
  return isPosition ? { position: { zoom: zoom!, lat: lat!, lng: lng! }, year } : {};
}

/** Changes the given parts of the place in the URL; no step of the history. */
function writePlace(change: MapPlace): void {
  const { position, year } = { ...readPlace(), ...change };
  if (position !== undefined) {
    const { zoom, lat, lng } = position;
    const parts = [zoom.toFixed(2), lat.toFixed(5), lng.toFixed(5), ...(year === undefined ? [] : [year])];
    history.replaceState(null, "", `${location.pathname}${location.search}#${parts.join("/")}`);
  }
}
