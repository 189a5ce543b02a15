/** Controls over the map: buttons, legend with time slider, texts. */
import { render } from "preact";
import type { Language } from "../../../kit/client/preferences.ts";
import { IconButton } from "./icon-button.tsx";
import type { Hovered, Picked } from "./map-pointer.ts";
import type { MapPoint } from "./map-selection.ts";
import type { OpenMapOptions } from "./map-view.ts";
import { MAP_TEXTS } from "./texts.ts";
import { type CountsInView, describeHovered, YearPanel } from "./year-panel.tsx";

interface OverlayState {
  readonly year: number | undefined;
  readonly hovered: Hovered | undefined;
  readonly counts: CountsInView | undefined;
  /** Something cannot be fetched at the moment. */
  readonly isIncomplete: boolean;
  readonly picked: Picked | undefined;
  readonly isLocationRefused: boolean;
  readonly hasAerial: boolean;
  readonly isAerial: boolean;
}

interface OverlayActions {
  zoomBy(step: number): void;
  moveTo(point: MapPoint): void;
  onYear(year: number | undefined): void;
  onAerial(isShown: boolean): void;
}

interface OverlayProps extends OverlayActions {
  readonly language: Language;
  readonly hasDerivedAreas: boolean;
  readonly startsOpen: boolean;
  readonly state: OverlayState;
  refuseLocation(): void;
}

export interface Overlay {
  update(change: Partial<OverlayState>): void;
  /** Height of the legend in pixels. */
  panelHeight(): number;
  remove(): void;
}

/** Widths below this show the legend on demand only. */
const NARROW_PX = 640;

/** Draws the overlay into a container, above the map. */
export function openOverlay(
  container: HTMLElement,
  {
    language,
    year,
    hasDerivedAreas = false,
    isAerial = false,
  }: Pick<OpenMapOptions, "language" | "year" | "hasDerivedAreas" | "isAerial">,
  actions: OverlayActions,
): Overlay {
  const root = document.createElement("div");
  root.className = "map-overlay";
  container.append(root);
  const startsOpen = container.clientWidth >= NARROW_PX;
  let state: OverlayState = {
    year,
    hovered: undefined,
    counts: undefined,
    isIncomplete: false,
    picked: undefined,
    isLocationRefused: false,
    hasAerial: false,
    isAerial,
  };
  const update = (change: Partial<OverlayState>) => {
    state = { ...state, ...change };
    const refuseLocation = () => update({ isLocationRefused: true });
    const props = { ...actions, language, hasDerivedAreas, startsOpen, state, refuseLocation };
    render(<MapOverlay {...props} />, root);
  };
  update({});
  return {
    update,
    panelHeight: () => root.querySelector(".map-years")!.clientHeight,
    remove() {
      render(null, root);
      root.remove();
    },
  };
}

function MapOverlay({ language, hasDerivedAreas, startsOpen, state, ...actions }: OverlayProps) {
  const { hovered } = state;
  return (
    <>
      <div class="map-crosshair" aria-hidden="true" />
      <MapButtons language={language} {...state} {...actions} />
      <Notices language={language} {...state} />
      <YearPanel
        language={language}
        year={state.year}
        hovered={hovered}
        counts={state.counts}
        hasDerivedAreas={hasDerivedAreas}
        startsOpen={startsOpen}
        onYear={actions.onYear}
      />
      {hovered && (
        <p
          class="map-hover"
          aria-hidden="true"
          style={{ transform: `translate(${hovered.x + 14}px, ${hovered.y + 14}px)` }}
        >
          {describeHovered(language, hovered)}
        </p>
      )}
    </>
  );
}

type MapButtonsProps = Pick<
  OverlayProps & OverlayState,
  "language" | "hasAerial" | "isAerial" | "zoomBy" | "moveTo" | "refuseLocation" | "onAerial"
>;

function MapButtons({ language, hasAerial, isAerial, onAerial, ...actions }: MapButtonsProps) {
  const { zoomBy, moveTo, refuseLocation } = actions;
  const texts = MAP_TEXTS[language];
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => moveTo({ lat: coords.latitude, lng: coords.longitude }),
      refuseLocation,
    );
  return (
    <div class="map-buttons">
      <IconButton icon="plus" label={texts.zoomIn} onClick={() => zoomBy(1)} />
      <IconButton icon="minus" label={texts.zoomOut} onClick={() => zoomBy(-1)} />
      {"geolocation" in navigator && <IconButton icon="locate" label={texts.locate} onClick={locate} />}
      {hasAerial && (
        <IconButton
          icon="aerial"
          label={texts.aerial}
          isPressed={isAerial}
          onClick={() => onAerial(!isAerial)}
        />
      )}
    </div>
  );
}

/** Texts that are read out: trouble is shown as well, what was picked is shown by the page. */
function Notices({
  language,
  isIncomplete,
  isLocationRefused,
  picked,
}: OverlayState & { language: Language }) {
  const texts = MAP_TEXTS[language];
  const pickedTexts = {
    building: texts.pickedBuilding,
    address: texts.pickedAddress,
    point: texts.pickedPoint,
  };
  const trouble = isIncomplete ? texts.offline : isLocationRefused && texts.locationUnavailable;
  return (
    <>
      <div class="map-trouble" role="status">
        {trouble && <p class="note warn">{trouble}</p>}
      </div>
      <p class="visually-hidden" role="status">
        {picked && pickedTexts[picked]}
      </p>
    </>
  );
}
