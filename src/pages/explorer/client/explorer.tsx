/** Script of the explorer. */
import "../../kit/client/base.css";
import "../../kit/client/bar-chart.css";
import "./map/map.css";
import "./style/layout.css";
import "./style/search.css";
import "./style/card.css";
import "./style/reading.css";
import "./style/time.css";
import "../../kit/client/site-header.css";
import "../../kit/client/trouble/trouble.css";
import "./style/print.css";
import { render } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { access } from "../../kit/client/ask.ts";
import { activateSiteHeader, showTheme } from "../../kit/client/preferences.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import { reportTrouble, useConnection } from "../../kit/client/trouble/connection.ts";
import { KeyInUse } from "../../kit/client/trouble/key-in-use.tsx";
import { TroubleNotice } from "../../kit/client/trouble/trouble-notice.tsx";
import { type ExplorerView, parseView } from "../view.ts";
import { CardPane, CopyLink } from "./card-pane.tsx";
import { kindNameOf } from "./format.ts";
import { loadCard } from "./kinds/index.ts";
import type { CardValue } from "./kinds/kind.ts";
import type { MapSelection } from "./map/map-selection.ts";
import { beginMap, MapPane, shownBounds } from "./map-pane.tsx";
import { readPlace } from "./map-place.ts";
import { isSameView, pointOfView, renameView, useView, ViewLink } from "./navigation.tsx";
import { pageData } from "./page-data.ts";
import { Download } from "./parts/download.tsx";
import { Counts } from "./parts/figures.tsx";
import { printByKey } from "./parts/print-page.ts";
import type { ExportSelection } from "./parts/save-export.ts";
import { SourceFoot } from "./parts/source-foot.tsx";
import { SearchBox } from "./search/search-box.tsx";
import { Sheet } from "./sheet.tsx";
import { type Loaded, useLoaded } from "./use-loaded.ts";

const texts = pickTexts({
  lead: {
    nl:
      "Typ een adres zoals u het zou opschrijven. baken zoekt het op in de BAG, de officiële registratie van " +
      "adressen en gebouwen, en laat zien wat daarover bekend is.",
    en:
      "Type an address as you would write it. baken looks it up in the BAG, the official Dutch registry of " +
      "addresses and buildings, and shows what is known about it.",
  },
  examples: { nl: "Probeer bijvoorbeeld", en: "Try for example" },
  mistypedLine: { nl: "Met een typefout", en: "With a typing error" },
  mapHint: { nl: "Of klik op de kaart en zie wat er staat.", en: "Or click the map to see what is there." },
});

const COUNTS = ["addresses", "buildings", "cities", "municipalities"] as const;

const NOTHING: MapSelection = {};

/** The whole page below its header: search box and card beside the map. */
function Explorer() {
  const view = useView();
  const key = view && `${view.kind} ${view.id}`;
  const loaded = useLoaded<CardValue>(key, (ask) => loadCard(ask, view!));
  const isCurrent = loaded.key === key;
  useTitle(view, loaded);
  useFocusOnArrival(key, isCurrent);
  const { value } = loaded;
  useLastingUrl(value);
  const isSettled = view === undefined || (isCurrent && loaded.isWhole);
  const isMissing = isCurrent && loaded.trouble?.kind === "not-found";
  const selection = useMemo(
    () =>
      value === undefined
        ? pointOf(isMissing ? view : undefined)
        : (value.kind.selection?.(value.data) ?? NOTHING),
    [value, isMissing],
  );
  const stays = useLinkedPlace(key);
  const needsKey = useConnection().trouble?.kind === "key-needed";
  const { title, searchText = title } = value?.kind ?? {};
  const text = (isCurrent ? value && searchText?.(value.data) : undefined) ?? view?.id ?? "";
  return (
    <>
      <div class="panel">
        <SearchBox text={text} of={key} />
        <Sheet shown={key} isFirst={needsKey}>
          <TroubleNotice />
          {view === undefined ? <Home /> : <CardPane view={view} loaded={loaded} />}
          <KeyInUse />
          <SourceFoot />
        </Sheet>
      </div>
      <MapPane selection={view === undefined ? NOTHING : selection} stays={stays} isSettled={isSettled} />
    </>
  );
}

/** Returns the selection of a point that has no address near; nothing for other views. */
function pointOf(view: ExplorerView): MapSelection {
  return view?.kind === "point" ? { point: pointOfView(view.id) } : NOTHING;
}

/** Returns true while the page shows the view that it was opened with, if its link has a map position too. */
function useLinkedPlace(key: string | undefined): boolean {
  const linked = useRef(readPlace().position === undefined ? undefined : key);
  if (linked.current !== key) {
    linked.current = undefined;
  }
  return key !== undefined && linked.current === key;
}

/** Puts the lasting identifier of the shown object into the URL. */
function useLastingUrl(value: CardValue | undefined): void {
  useEffect(() => {
    const lasting = value?.kind.lastingView?.(value.data);
    if (lasting !== undefined && isSameView(value!.view, parseView(location.search))) {
      renameView(lasting);
    }
  }, [value]);
}

function useTitle(view: ExplorerView, { value }: Loaded<CardValue>): void {
  const { title, detail } = value?.kind ?? {};
  const name = view && [title?.(value!.data), detail?.(value!.data)].filter(Boolean).join(", ");
  useEffect(() => {
    document.title = !name ? pageData.title : `${name} – baken`;
  }, [name]);
}

/** Moves the focus to the heading of a view that the visitor opened, but not when the page is opened. */
function useFocusOnArrival(key: string | undefined, hasArrived: boolean): void {
  const focused = useRef(key);
  useEffect(() => {
    if (hasArrived && focused.current !== key) {
      focused.current = key;
      document.querySelector<HTMLElement>(".panel h1")?.focus({ preventScroll: true });
      document.querySelector(".panel-body")?.scrollTo(0, 0);
    }
  }, [key, hasArrived]);
}

/** First view: purpose, data, and searches to try. */
function Home() {
  const { registry } = pageData;
  return (
    <div class="stack home">
      <h1 tabIndex={-1}>{pageData.heading}</h1>
      <p>{texts.lead}</p>
      {registry?.missing && !registry.isTestData && <p class="note">{registry.missing}</p>}
      {registry && (
        <>
          <h2 class="eyebrow">{texts.examples}</h2>
          <ul class="box examples">
            {registry.examples.map(({ label, view }) => (
              <li key={label}>
                <ViewLink to={view} class="row apart">
                  {label}
                  <span class="hint">{view.kind === "line" ? texts.mistypedLine : kindNameOf(view)}</span>
                </ViewLink>
              </li>
            ))}
          </ul>
          <p class="hint">{texts.mapHint}</p>
          <Counts names={COUNTS} of={registry.counts} />
        </>
      )}
      <CopyLink />
      <Download of={{ selection: selectionOfMap }} />
    </div>
  );
}

const BOX_DIGITS = 5;

/** Returns the box that the map shows as conditions of an export. */
function selectionOfMap(): ExportSelection | undefined {
  const [west, south, east, north] = (shownBounds() ?? []).map((degrees) => degrees.toFixed(BOX_DIGITS));
  return west && south && east && north ? { north, south, east, west } : undefined;
}

activateSiteHeader();
printByKey();
const { theme } = readPlace();
if (theme !== undefined) {
  showTheme(theme);
}
if (pageData.isOpen) {
  // The page is complete, and the network is free while the map is made.
  beginMap();
}
// Before any request: a page without a key or session sends none.
const beginning = await access.beginning;
if (!pageData.isOpen && access.key() === undefined && beginning !== "session") {
  reportTrouble({ kind: "key-needed" });
}
render(<Explorer />, document.getElementById("content")!);
