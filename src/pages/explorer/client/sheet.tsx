/** Sheet over the map on phones: it holds the card, and has three heights. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";

/** Names of the handle, by the height that it leads to. */
const NEXT_TEXTS = pickTexts({
  peek: { nl: "Toon de kaart", en: "Show the map" },
  half: { nl: "Toon meer", en: "Show more" },
  full: { nl: "Toon alles", en: "Show all" },
});

/** Heights, the lowest first; style/layout.css has them in pixels. */
const HEIGHTS = ["peek", "half", "full"] as const;
type Height = (typeof HEIGHTS)[number];

/** Way in pixels from which on a press of the handle is a drag. */
const DRAG_PX = 8;

let lower: (() => void) | undefined;

/** Lowers a whole sheet to half its height, for what the visitor wants to see on the map; nothing in other cases. */
export function lowerSheet(): void {
  lower?.();
}

interface SheetProps {
  /** Names the content of the card; the sheet rises when it changes. */
  readonly shown: string | undefined;
  /** True: the map has nothing to show before the visitor has read the sheet, so all of it is open. */
  readonly isFirst: boolean;
  readonly children: ComponentChildren;
}

/** Column beside the map, and a sheet over it where the window is narrow. */
export function Sheet({ shown, isFirst, children }: SheetProps) {
  const restingHeight = shown === undefined ? "peek" : "half";
  const initialHeight = isFirst ? "full" : restingHeight;
  const [height, setHeight] = useState<Height>(initialHeight);
  useEffect(() => setHeight(initialHeight), [isFirst]);
  useEffect(() => {
    if (shown !== undefined) {
      setHeight((before) => (before === "peek" ? "half" : before));
    }
  }, [shown]);
  lower = () => setHeight((before) => (before === "full" ? "half" : before));
  return (
    <div class="panel-body" data-sheet={height}>
      <Handle height={height} onHeight={setHeight} />
      {children}
    </div>
  );
}

/** Button that steps through the heights, and follows a finger. */
function Handle({ height, onHeight }: { readonly height: Height; onHeight(height: Height): void }) {
  const dragFrom = useRef<number | undefined>(undefined);
  const isDrag = useRef(false);
  const next = HEIGHTS[(HEIGHTS.indexOf(height) + 1) % HEIGHTS.length]!;
  const end = () => {
    const sheet = sheetElement();
    if (isDrag.current) {
      onHeight(nearestHeight(sheet));
    }
    sheet.style.height = "";
    dragFrom.current = undefined;
  };
  return (
    <button
      type="button"
      class="sheet-handle no-print"
      aria-label={NEXT_TEXTS[next]}
      onClick={() => isDrag.current || onHeight(next)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        dragFrom.current = event.clientY + sheetElement().clientHeight;
        isDrag.current = false;
      }}
      onPointerMove={({ clientY }) => {
        const sheet = sheetElement();
        const wanted = (dragFrom.current ?? Number.NaN) - clientY;
        isDrag.current ||= Math.abs(wanted - sheet.clientHeight) > DRAG_PX;
        if (isDrag.current && wanted > 0) {
          sheet.style.height = `${wanted}px`;
        }
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

/** Shares of the window from which on a dragged sheet takes the next height. */
const HALF_FROM = 0.3;
const FULL_FROM = 0.62;

function nearestHeight(sheet: HTMLElement): Height {
  const share = sheet.clientHeight / sheet.parentElement!.parentElement!.clientHeight;
  return share < HALF_FROM ? "peek" : share < FULL_FROM ? "half" : "full";
}

export function sheetElement(): HTMLElement {
  return document.querySelector<HTMLElement>(".panel-body")!;
}

/** Largest share of the map that counts as covered: below a whole sheet the map keeps its place. */
const MAX_COVERED = 0.55;

/** Returns the pixels of the map that search box and sheet cover; none where they stand beside it. */
export function coveredBySheet(map: HTMLElement) {
  const sheet = sheetElement();
  if (getComputedStyle(sheet).position !== "absolute") {
    return { top: 0, right: 0, bottom: 0, left: 0 };
  }
  const { top, bottom, height } = map.getBoundingClientRect();
  const search = document.querySelector(".search")!.getBoundingClientRect();
  const covered = bottom - sheet.getBoundingClientRect().top;
  return { top: search.bottom - top, right: 0, bottom: Math.min(covered, MAX_COVERED * height), left: 0 };
}
