import { useEffect, useRef, useState } from "preact/hooks";
import { currentTheme } from "../../kit/client/preferences.ts";
import { access } from "./ask.ts";
import { useConnection } from "./connection.ts";
import type { MapSelection } from "./map/map-selection.ts";
import type { MapView } from "./map/map-view.ts";
import { readPlace, writePlace } from "./map-link.ts";
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
