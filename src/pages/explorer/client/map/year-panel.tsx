/** Legend of the bouwjaren, which is the scale of the time slider too. */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import {
  BOUWJAAR_CLASSES,
  bouwjaarClassOf,
  UNKNOWN_CLASS,
} from "../../../../registry/schema/bouwjaar-classes.ts";
import type { Language } from "../../../kit/client/preferences.ts";
import { IconButton } from "./icon-button.tsx";
import type { Hovered } from "./map-pointer.ts";
import { MAP_TEXTS, nameOfClass } from "./texts.ts";
import { FIRST_YEAR, LAST_YEAR, positionOfYear, SCALE_LENGTH, yearAtPosition } from "./year-scale.ts";

/** Panden in view. */
export interface CountsInView {
  /** By class of bouwjaar. */
  readonly standing: readonly number[];
  readonly planned: number;
}

interface YearPanelProps {
  readonly language: Language;
  readonly year: number | undefined;
  readonly hovered: Hovered | undefined;
  /** Undefined where the map is generalised. */
  readonly counts: CountsInView | undefined;
  /** True where postcode areas have an outline around their addresses in place of a border. */
  readonly hasDerivedAreas: boolean;
  /** False where the panel would cover much of the map. */
  readonly startsOpen: boolean;
  onYear(year: number | undefined): void;
}

export function YearPanel(props: YearPanelProps) {
  const { language, year, startsOpen, onYear } = props;
  const texts = MAP_TEXTS[language];
  const [isOpen, setOpen] = useState(startsOpen);
  const playback = usePlayback(year, onYear);
  const body = useId();
  return (
    <section class="map-years" aria-label={texts.years} data-open={isOpen}>
      <div class="map-years-head">
        <IconButton
          icon={playback.isPlaying ? "pause" : "play"}
          label={playback.isPlaying ? texts.pause : texts.play}
          onClick={playback.toggle}
        />
        <p class="map-years-title">
          <strong>{texts.years}</strong>{" "}
          <span>{year === undefined ? texts.allYears : texts.upToYear(year)}</span>
        </p>
        {year !== undefined && (
          <button type="button" class="button small" onClick={() => playback.stop(undefined)}>
            {texts.showAllYears}
          </button>
        )}
        <IconButton
          icon={isOpen ? "down" : "up"}
          label={isOpen ? texts.close : texts.open}
          expands={{ id: body, isOpen }}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <div id={body} class="map-years-body" hidden={!isOpen}>
        <Classes {...props} />
        <YearSlider language={language} year={year} onYear={playback.stop} />
        <Ticks />
        <Summary {...props} />
        <Lines language={language} hasDerivedAreas={props.hasDerivedAreas} />
      </div>
    </section>
  );
}

/** Colours in order of time, each with a bar of how many panden in view it has. */
function Classes({ language, hovered, counts }: YearPanelProps) {
  const texts = MAP_TEXTS[language];
  const most = Math.max(1, ...(counts?.standing ?? []));
  const lit = hovered && bouwjaarClassOf(hovered.bouwjaar ?? null);
  return (
    <ol
      class="map-classes"
      aria-label={texts.classes}
      data-lit={lit !== undefined}
      data-counted={counts !== undefined}
    >
      {BOUWJAAR_CLASSES.map(({ firstYear, lastYear, colour }, i) => {
        const name = nameOfClass(texts, firstYear, lastYear);
        const count = counts?.standing[i];
        return (
          <li key={name} class={i === lit ? "lit" : ""} title={name}>
            <span class="map-class-bar" style={{ background: colour, height: barHeight(count, most) }} />
            <span class="map-class-colour" style={{ background: colour }} />
            <span class="visually-hidden">
              {name}
              {count !== undefined && `: ${count}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function barHeight(count = 0, most: number): string {
  return count === 0 ? "0" : `${Math.max(4, (count / most) * 100)}%`;
}

/** Dashes of the borders, as the style of the tiles draws them (tiles/style.ts). */
const LINES = [
  ["postcode", "2 5"],
  ["place", "6 4"],
  ["municipality", ""],
] as const;

/** Legend of the borders. */
function Lines({ language, hasDerivedAreas }: Pick<YearPanelProps, "language" | "hasDerivedAreas">) {
  const texts = MAP_TEXTS[language];
  return (
    <ul class="map-lines" aria-label={texts.borders}>
      {LINES.map(([area, dashes]) => (
        <li key={area} class="map-line">
          <svg width="26" height="4" aria-hidden="true">
            <path d="M0 2h26" stroke="currentColor" stroke-width="1.5" stroke-dasharray={dashes} />
          </svg>
          {texts.areas[area]}
          {area === "postcode" && hasDerivedAreas && ` (${texts.derived})`}
        </li>
      ))}
    </ul>
  );
}

/** First years of the classes, where they begin on the scale. */
function Ticks() {
  return (
    <div class="map-ticks" aria-hidden="true">
      {BOUWJAAR_CLASSES.map(({ firstYear }, i) => (
        <span key={firstYear ?? i}>{i === UNKNOWN_CLASS ? "?" : firstYear}</span>
      ))}
    </div>
  );
}

function Summary({ language, hovered, counts }: YearPanelProps) {
  const texts = MAP_TEXTS[language];
  const total = counts?.standing.reduce((a, b) => a + b, 0);
  const inView = total === undefined ? texts.zoomedOut : texts.inView(total.toLocaleString(language));
  const planned = counts?.planned ? texts.plannedInView(counts.planned.toLocaleString(language)) : "";
  return (
    <p class="map-years-summary">
      <span data-count={total} data-planned={counts?.planned}>
        {inView}
        {planned}
      </span>
      {hovered && <strong aria-hidden="true">{describeHovered(language, hovered)}</strong>}
    </p>
  );
}

export function describeHovered(language: Language, { bouwjaar, isGeneralised, isPlanned }: Hovered): string {
  const texts = MAP_TEXTS[language];
  if (isPlanned) {
    return texts.planned(bouwjaar);
  }
  if (bouwjaar === undefined) {
    return texts.builtUnknown;
  }
  if (!isGeneralised) {
    return texts.builtIn(bouwjaar);
  }
  const { firstYear, lastYear } = BOUWJAAR_CLASSES[bouwjaarClassOf(bouwjaar)]!;
  return texts.mostlyBuilt(nameOfClass(texts, firstYear, lastYear));
}

/** Duration of the whole scale. */
const FULL_LENGTH_MS = 18_000;

interface Playback {
  readonly isPlaying: boolean;
  /** Starts at the chosen year, or at the first; stops while it runs. */
  toggle(): void;
  /** Ends it at a year that the visitor chooses. */
  stop(year: number | undefined): void;
}

/** Moves the year evenly along the scale up to now; slow machines show fewer years, not a longer film. */
function usePlayback(year: number | undefined, onYear: (year: number | undefined) => void): Playback {
  const [isPlaying, setPlaying] = useState(false);
  const latest = useRef(onYear);
  latest.current = onYear;
  useEffect(() => {
    if (!isPlaying) {
      return;
    }
    const from = year === undefined ? 0 : positionOfYear(year);
    let startedAt: number | undefined;
    let shown: number | undefined;
    let frame = requestAnimationFrame(function advance(now) {
      startedAt ??= now;
      const position = from + ((now - startedAt) / FULL_LENGTH_MS) * SCALE_LENGTH;
      if (position >= SCALE_LENGTH) {
        latest.current(undefined);
        setPlaying(false);
        return;
      }
      // Comes first, because the call below may end the film.
      frame = requestAnimationFrame(advance);
      const next = yearAtPosition(position);
      if (next !== shown) {
        shown = next;
        latest.current(next);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  return {
    isPlaying,
    toggle: () => setPlaying(!isPlaying),
    stop(chosen) {
      setPlaying(false);
      onYear(chosen);
    },
  };
}

interface YearSliderProps {
  readonly language: Language;
  readonly year: number | undefined;
  onYear(year: number | undefined): void;
}

/** Years by which a key moves the slider; the browser would move it by a share of the scale. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};

/** Slider over the colours of the legend; at its end, all panden are shown. */
function YearSlider({ language, year, onYear }: YearSliderProps) {
  const texts = MAP_TEXTS[language];
  const choose = (chosen: number) => onYear(chosen >= LAST_YEAR ? undefined : Math.max(FIRST_YEAR, chosen));
  const position = year === undefined ? SCALE_LENGTH : positionOfYear(year);
  return (
    <div class="map-slider">
      <div class="map-slider-later" style={{ left: `${(position / SCALE_LENGTH) * 100}%` }} />
      <input
        type="range"
        min={0}
        max={SCALE_LENGTH}
        step="any"
        value={position}
        aria-label={texts.yearSlider}
        aria-valuetext={year === undefined ? texts.allYears : String(year)}
        onInput={({ currentTarget }) => choose(yearAtPosition(currentTarget.valueAsNumber))}
        onKeyDown={(event) => {
          const step = STEPS[event.key];
          if (step !== undefined) {
            event.preventDefault();
            choose((year ?? LAST_YEAR) + step);
          }
        }}
      />
    </div>
  );
}
