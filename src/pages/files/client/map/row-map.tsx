import { useEffect, useRef, useState } from "preact/hooks";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { RowPoints } from "../../server/review-endpoints.ts";
import type { FoundAddress } from "../answers.ts";
import { formatCount } from "../format.ts";
import { readPoints } from "../session.ts";
import type { RowMapView } from "./open-row-map.ts";

const texts = pickTexts({
  map: { en: "Map of the rows", nl: "Kaart van de rijen" },
  states: {
    loading: { en: "The map is loading…", nl: "De kaart wordt geladen…" },
    missing: {
      en: "This browser cannot draw a map, because WebGL 2 is missing or turned off. The rest works.",
      nl: "Deze browser kan geen kaart tekenen, want WebGL 2 ontbreekt of staat uit. De rest werkt wel.",
    },
    failed: {
      en: "The map cannot be shown. The rest works.",
      nl: "De kaart kan niet worden getoond. De rest werkt wel.",
    },
  },
  mapSome: {
    en: (shown: string, all: string) => `${shown} of ${all} points drawn`,
    nl: (shown: string, all: string) => `${shown} van ${all} punten getekend`,
  },
});

interface RowMapProps {
  /** Possible addresses of the row in view. */
  readonly candidates: readonly FoundAddress[];
  /** Increases with each decision, because the points then change. */
  readonly revision: number;
}

/** Milliseconds without a change of row and decisions before the map follows. */
const REST_MS = 400;
/** Each reading of the points counts against a limit: not one for each decision. */
const DECIDED_REST_MS = 5_000;

/** Returns a value once it has not changed for a while: who goes from row to row never waits for the map. */
function useAtRest<T>(value: T, restMs: number): T {
  const [resting, setResting] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setResting(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return resting;
}

/** Map of the rows that have an address. Its code is loaded when it is shown; the rest never waits for it. */
export function RowMap({ candidates: latestCandidates, revision: latestRevision }: RowMapProps) {
  const candidates = useAtRest(latestCandidates, REST_MS);
  const revision = useAtRest(latestRevision, DECIDED_REST_MS);
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<RowMapView | undefined>(undefined);
  const [state, setState] = useState<keyof typeof texts.states | "ready">("loading");
  const [points, setPoints] = useState<RowPoints>();
  useEffect(() => void readPoints().then(setPoints), [revision]);
  useEffect(() => {
    const left = new AbortController();
    const open = async () => {
      const { openRowMap } = await import("./open-row-map.ts");
      const map = await openRowMap(container.current!, texts.map);
      if (left.signal.aborted) {
        map?.remove();
        return;
      }
      view.current = map;
      document.addEventListener("themechange", () => map?.showTheme(), { signal: left.signal });
      setState(map === undefined ? "missing" : "ready");
    };
    open().catch(() => setState("failed"));
    return () => {
      left.abort();
      view.current?.remove();
    };
  }, []);
  useEffect(() => {
    if (points !== undefined) {
      view.current?.showPoints(points.points);
    }
  }, [points, state]);
  useEffect(() => view.current?.showCandidates(candidates), [candidates, state]);
  const isWithout = state === "missing" || state === "failed";
  return (
    <section class="stack row-map" aria-labelledby="map-title">
      <h3 id="map-title">{texts.map}</h3>
      {state !== "ready" && <p class="hint">{texts.states[state]}</p>}
      <div class="map-frame" ref={container} hidden={isWithout} />
      {points !== undefined && points.points.length < points.rows_with_address && !isWithout && (
        <p class="hint">
          {texts.mapSome(formatCount(points.points.length), formatCount(points.rows_with_address))}
        </p>
      )}
    </section>
  );
}
