/** Controls over the map: buttons, legend with time slider, texts. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { pickTexts } from "../../../kit/client/texts.ts";
import { IconButton } from "./icon-button.tsx";
import type { Hovered } from "./map-pointer.ts";
import type { MapPoint } from "./map-selection.ts";
import type { OpenMapOptions } from "./map-view.ts";
import { type CountsInView, describeHovered, YearPanel } from "./year-panel.tsx";

const texts = pickTexts({
  zoomIn: { nl: "Inzoomen", en: "Zoom in" },
  zoomOut: { nl: "Uitzoomen", en: "Zoom out" },
  locate: { nl: "Naar mijn locatie", en: "Go to my location" },
  aerial: { nl: "Luchtfoto", en: "Aerial picture" },
  locationUnavailable: { nl: "Uw locatie is niet beschikbaar.", en: "Your location is not available." },
  offline: {
    nl: "De kaart kan niet alles ophalen. We proberen het opnieuw.",
    en: "The map cannot fetch everything. Trying again.",
  },
});

interface OverlayState {
  readonly year?: number | undefined;
  readonly hovered?: Hovered | undefined;
  readonly counts?: CountsInView | undefined;
  /** Something cannot be fetched at the moment. */
  readonly isIncomplete?: boolean;
  readonly hasAerial?: boolean;
  readonly isAerial: boolean;
}

interface OverlayActions {
  zoomBy(step: number): void;
  moveTo(point: MapPoint): void;
  onYear(year: number | undefined): void;
  onAerial(isShown: boolean): void;
}

interface OverlayProps extends OverlayState, OverlayActions {
  readonly startsOpen: boolean;
}

export interface Overlay {
  update(change: Partial<OverlayState>): void;
  /** Height of the legend in pixels. */
  panelHeight(): number;
}

/** Widths below this show the legend on demand only. */
const NARROW_PX = 640;

/** Draws the overlay into a container, above the map. */
export function openOverlay(
  container: HTMLElement,
  { year, isAerial = false }: OpenMapOptions,
  actions: OverlayActions,
): Overlay {
  const root = document.createElement("div");
  root.className = "map-overlay";
  container.append(root);
  const startsOpen = container.clientWidth >= NARROW_PX;
  let props: OverlayProps = { ...actions, startsOpen, year, isAerial };
  const update = (change: Partial<OverlayState>) => {
    props = { ...props, ...change };
    render(<MapOverlay {...props} />, root);
  };
  update({});
  return { update, panelHeight: () => root.querySelector(".map-years")!.clientHeight };
}

function MapOverlay(props: OverlayProps) {
  const { hovered, isIncomplete, hasAerial, isAerial, onAerial, zoomBy, moveTo } = props;
  const [isLocationRefused, setLocationRefused] = useState(false);
  const trouble = isIncomplete ? texts.offline : isLocationRefused && texts.locationUnavailable;
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => moveTo({ lat: coords.latitude, lng: coords.longitude }),
      () => setLocationRefused(true),
    );
  return (
    <>
      <div class="map-crosshair no-print" aria-hidden="true" />
      <div class="box map-buttons no-print">
        <IconButton icon="plus" label={texts.zoomIn} onClick={() => zoomBy(1)} />
        <IconButton icon="minus" label={texts.zoomOut} onClick={() => zoomBy(-1)} />
        {"geolocation" in navigator && <IconButton icon="locate" label={texts.locate} onClick={locate} />}
        {hasAerial && (
          <IconButton
            icon="aerial"
            label={texts.aerial}
            aria-pressed={isAerial}
            onClick={() => onAerial(!isAerial)}
          />
        )}
      </div>
      <div class="map-trouble" role="status">
        {trouble && <p class="note warn">{trouble}</p>}
      </div>
      <YearPanel {...props} />
      {hovered && (
        <p
          class="box map-hover no-print"
          aria-hidden="true"
          style={{ transform: `translate(${hovered.x + 14}px, ${hovered.y + 14}px)` }}
        >
          {describeHovered(hovered)}
        </p>
      )}
    </>
  );
}
