import { useEffect, useRef, useState } from "preact/hooks";
import type { MapPosition, MapSelection } from "../map/map-selection.ts";
import type { MapView } from "../map/map-view.ts";
import { currentTheme } from "../shared/preferences.ts";
import { access } from "./ask.ts";
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
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  latest.current = selection;
  useEffect(() => {
    const timer = setTimeout(async () => {
      try {
        view.current = await open(container.current!);
        view.current.show(latest.current);
        setState("ready");
      } catch {
        setState("failed");
      }
    });
    return () => {
      clearTimeout(timer);
      view.current?.remove();
    };
  }, []);
  useEffect(() => view.current?.show(selection), [selection]);
  return (
    <section class="map-pane" id="map" aria-label={texts.map}>
      <div class="map" ref={container} />
      {state !== "ready" && (
        <p class="map-state">{state === "loading" ? texts.mapLoading : texts.mapFailed}</p>
      )}
    </section>
  );
}

async function open(container: HTMLElement): Promise<MapView> {
  const { openMap } = await import("../map/open-map.ts");
  const map = await openMap(container, {
    ...{ access, language, theme: currentTheme(), assets: pageData.maplibre, position: readHash() },
    onPick({ lat, lng }) {
      openView({ kind: "point", id: `${lat.toFixed(POINT_DIGITS)},${lng.toFixed(POINT_DIGITS)}` });
    },
    onPickFeature(kind, id) {
      openView({ kind: kind === "pand" ? "building" : "address", id });
    },
  });
  map.onMove(writeHash);
  document.addEventListener("themechange", () => map.setTheme(currentTheme()));
  return map;
}

/** Reads the position of a link, `#zoom/lat/lng`. */
function readHash(): MapPosition | undefined {
  const [zoom, lat, lng] = location.hash.slice(1).split("/").map(Number);
  const isPosition = [zoom, lat, lng].every((number) => Number.isFinite(number));
  return isPosition ? { zoom: zoom!, lat: lat!, lng: lng! } : undefined;
}

function writeHash({ zoom, lat, lng }: MapPosition): void {
  const hash = `#${zoom.toFixed(2)}/${lat.toFixed(5)}/${lng.toFixed(5)}`;
  history.replaceState(null, "", location.pathname + location.search + hash);
}
