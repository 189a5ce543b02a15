import { useEffect, useRef, useState } from "preact/hooks";
import { access } from "../../kit/client/ask.ts";
import { beginMaplibre, hasWebGl2 } from "../../kit/client/map/load-maplibre.ts";
import type { MapBounds } from "../../kit/client/map/map-bounds.ts";
import { currentTheme, showTheme } from "../../kit/client/preferences.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import {
  keyAccepted,
  reportTrouble,
  troubleOfStatus,
  useConnection,
} from "../../kit/client/trouble/connection.ts";
import type { MapView, ShownSelection } from "./map/map-view.ts";
import { readPlace, writePlace } from "./map-place.ts";
import { openView, pointView } from "./navigation.tsx";
import { pageData } from "./page-data.ts";
import { useBeforePrint } from "./parts/print-page.ts";
import { coveredBySheet, sheetElement } from "./sheet.tsx";

const texts = pickTexts({
  map: { nl: "Kaart", en: "Map" },
});

/** Texts in place of a map that is not there. */
const STATES = pickTexts({
  loading: { nl: "De kaart wordt geladen…", en: "The map is loading…" },
  failed: {
    nl: "De kaart kan niet worden getoond. Zoeken werkt gewoon door.",
    en: "The map cannot be shown. Search works without it.",
  },
  unavailable: {
    nl: "Deze browser kan de kaart niet tekenen, want WebGL 2 ontbreekt of staat uit. Zoeken werkt wel.",
    en: "This browser cannot draw the map, because WebGL 2 is missing or turned off. Search works.",
  },
});

interface MapPaneProps extends ShownSelection {
  /** True once the initial selection (if any) is known. */
  readonly isSettled: boolean;
}

let shown: MapView | undefined;

/** Returns the box that the map shows; undefined before it is there. */
export function shownBounds(): MapBounds | undefined {
  return shown?.bounds();
}

/** The map beside the card. Its code is loaded after the first paint; the rest of the page never waits for it. */
export function MapPane({ selection, stays, isSettled }: MapPaneProps) {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef<ShownSelection>({ selection, stays });
  const settling = useRef(Promise.withResolvers<ShownSelection>());
  const hasBegun = useRef(false);
  const [state, setState] = useState<keyof typeof STATES>();
  const { trouble } = useConnection();
  const needsKey = trouble?.kind.startsWith("key-") ?? false;
  latest.current = { selection, stays };
  useEffect(() => {
    if (!hasBegun.current && !needsKey) {
      hasBegun.current = true;
      setState("loading");
      const begin = async () => {
        const { promise } = settling.current;
        const map = await open(container.current!, promise);
        if (map === undefined) {
          setState("unavailable");
          return;
        }
        shown = map;
        if (latest.current.selection !== (await promise).selection) {
          map.show(latest.current);
        }
        setState(undefined);
      };
      begin().catch(() => setState("failed"));
    }
  }, [needsKey]);
  useEffect(() => void (isSettled && settling.current.resolve(latest.current)), [isSettled]);
  useEffect(() => shown?.show({ selection, stays }), [selection]);
  useBeforePrint(async () => {
    shown?.setTheme("light");
    await shown?.settled();
  });
  return (
    <section class="map-pane" id="map" aria-label={texts.map}>
      <div class="map" ref={container} />
      {state && <p class="box hint map-state no-print">{STATES[state]}</p>}
    </section>
  );
}

/** Opens the map; undefined where the browser cannot draw it. */
async function open(
  container: HTMLElement,
  beginning: Promise<ShownSelection>,
): Promise<MapView | undefined> {
  beginMap();
  const { openMap } = await loadMapScript();
  if (!hasWebGl2()) {
    return undefined;
  }
  const map = await openMap(container, {
    ...{ access: mapAccess, assets: pageData.maplibre },
    beginning,
    ...readPlace(),
    theme: currentTheme(),
    covered: () => coveredBySheet(container),
    covering: sheetElement(),
    onYear: (year) => writePlace({ year }),
    onAerial: (isAerial) => writePlace({ isAerial }),
    onPick: (point) => openView(pointView(point)),
    onPickFeature: (kind, id) => openView({ kind, id }),
  });
  map.onMove((position) => writePlace({ position }));
  addEventListener("afterprint", () => map.setTheme(currentTheme()));
  document.addEventListener("themechange", () => {
    map.setTheme(currentTheme());
    if (readPlace().theme !== undefined) {
      writePlace({ theme: currentTheme() });
    }
  });
  followHash(map);
  return map;
}

/** Begins to load the library and the code of the map, and to open the session, all in parallel. */
export function beginMap(): void {
  // The code of the map retries what fails.
  void Promise.allSettled([loadMapScript(), beginMaplibre(pageData.maplibre), mapAccess.token()]);
}

const loadMapScript = () => import("./map/open-map.ts");

/** Shows the place of another hash, which the visitor types or goes back to. */
function followHash(map: MapView): void {
  addEventListener("hashchange", () => {
    const { position, year, theme, isAerial = false } = readPlace();
    if (position !== undefined) {
      map.moveTo(position);
      map.setYear(year);
      map.setAerial(isAerial);
      if (theme !== undefined) {
        showTheme(theme);
      }
    }
  });
}

/** Makes requests of the map wait while the server wants a key, so that it does not refuse tile after tile. */
const mapAccess: typeof access = {
  ...access,
  async token() {
    await keyAccepted();
    return access.token();
  },
  async fetch(path, init) {
    await keyAccepted();
    const response = await access.fetch(path, init);
    const trouble = troubleOfStatus(response.status);
    if (trouble !== undefined) {
      reportTrouble(trouble);
    }
    return response;
  },
};
