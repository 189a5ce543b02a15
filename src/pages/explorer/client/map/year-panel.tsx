/** Legend of the bouwjaren, which is the scale of the time slider too. */
import { useEffect, useId, useState } from "preact/hooks";
import {
  BOUWJAAR_CLASSES,
  bouwjaarClassOf,
  UNKNOWN_CLASS,
} from "../../../../registry/schema/bouwjaar-classes.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatCount, kindNameOf, nameYears } from "../format.ts";
import { pageData } from "../page-data.ts";
import { IconButton } from "./icon-button.tsx";
import type { Hovered } from "./map-pointer.ts";
import { FIRST_YEAR, LAST_YEAR, positionOfYear, SCALE_LENGTH, yearAtPosition } from "./year-scale.ts";

const texts = pickTexts({
  title: { nl: "Bouwjaar", en: "Year built" },
  allYears: { nl: "alle jaren", en: "all years" },
  upToYear: { nl: (year: number) => `t/m ${year}`, en: (year: number) => `up to ${year}` },
  slider: { nl: "Gebouwen tot en met jaar", en: "Buildings up to year" },
  play: { nl: "Jaar na jaar afspelen", en: "Play year by year" },
  pause: { nl: "Stop", en: "Stop" },
  showAll: { nl: "Toon alles", en: "Show all" },
  open: { nl: "Legenda tonen", en: "Show legend" },
  close: { nl: "Legenda verbergen", en: "Hide legend" },
  classes: { nl: "Kleuren van bouwjaren", en: "Colours of years built" },
  builtIn: { nl: (year: number) => `Bouwjaar ${year}`, en: (year: number) => `Built in ${year}` },
  builtUnknown: { nl: "Bouwjaar onbekend", en: "Year built unknown" },
  planned: { nl: "Gepland", en: "Planned" },
  plannedFor: { nl: (year: number) => `Gepland, voor ${year}`, en: (year: number) => `Planned for ${year}` },
  plannedInView: {
    nl: (count: string) => `, en ${count} gepland (gearceerd)`,
    en: (count: string) => `, and ${count} planned (hatched)`,
  },
  mostlyBuilt: { nl: (years: string) => `Vooral ${years}`, en: (years: string) => `Mostly ${years}` },
  borders: { nl: "Grenzen", en: "Borders" },
  derived: { nl: "licht: getekend om de adressen", en: "light: drawn around the addresses" },
  inView: {
    nl: (count: string) => `${count} panden in beeld`,
    en: (count: string) => `${count} buildings in view`,
  },
  zoomedOut: { nl: "Zoom in om panden te tellen", en: "Zoom in to count buildings" },
});

/** Panden in view. */
export interface CountsInView {
  /** By class of bouwjaar. */
  readonly standing: readonly number[];
  readonly planned: number;
}

interface YearPanelProps {
  readonly year?: number | undefined;
  readonly hovered?: Hovered | undefined;
  /** Undefined where the map is generalised. */
  readonly counts?: CountsInView | undefined;
  /** False where the panel would cover much of the map. */
  readonly startsOpen: boolean;
  onYear(year: number | undefined): void;
}

export function YearPanel(props: YearPanelProps) {
  const { year, counts, startsOpen, onYear } = props;
  const [isOpen, setOpen] = useState(startsOpen);
  const [isPlaying, setPlaying] = usePlayback(year, onYear);
  const body = useId();
  const choose = (chosen: number | undefined) => {
    setPlaying(false);
    onYear(chosen);
  };
  return (
    <section class="box map-years" aria-label={texts.title} data-open={isOpen}>
      <div class="map-years-head">
        <IconButton
          icon={isPlaying ? "pause" : "play"}
          label={isPlaying ? texts.pause : texts.play}
          onClick={() => setPlaying(!isPlaying)}
        />
        <p class="map-years-title">
          <strong>{texts.title}</strong>{" "}
          <span class="muted">{year === undefined ? texts.allYears : texts.upToYear(year)}</span>
        </p>
        {year !== undefined && (
          <button type="button" class="button small" onClick={() => choose(undefined)}>
            {texts.showAll}
          </button>
        )}
        <IconButton
          icon={isOpen ? "down" : "up"}
          label={isOpen ? texts.close : texts.open}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <div id={body} class="map-years-body" hidden={!isOpen}>
        <Classes {...props} />
        <YearSlider year={year} onYear={choose} />
        <Ticks />
        <Summary counts={counts} />
        <Lines />
      </div>
    </section>
  );
}

/** Colours in order of time, each with a bar of how many panden in view it has. */
function Classes({ hovered, counts }: YearPanelProps) {
  const most = Math.max(1, ...(counts?.standing ?? []));
  const lit = hovered && bouwjaarClassOf(hovered.bouwjaar ?? null);
  return (
    <ol
      class="map-classes"
      aria-label={texts.classes}
      data-lit={lit !== undefined}
      data-counted={counts !== undefined}
    >
      {BOUWJAAR_CLASSES.map((yearClass, i) => {
        const { colour } = yearClass;
        const name = nameYears(yearClass);
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
  ["area", "2 5"],
  ["place", "6 4"],
  ["municipality", ""],
] as const;

/** Legend of the borders. */
function Lines() {
  return (
    <ul class="row muted map-lines" aria-label={texts.borders}>
      {LINES.map(([kind, dashes]) => (
        <li key={kind} class="row">
          <svg width="26" height="4" aria-hidden="true">
            <path d="M0 2h26" stroke="currentColor" stroke-width="1.5" stroke-dasharray={dashes} />
          </svg>
          {kindNameOf({ kind }).toLowerCase()}
          {kind === "area" && pageData.registry?.hasDerivedAreas && ` (${texts.derived})`}
        </li>
      ))}
    </ul>
  );
}

/** First years of the classes, where they begin on the scale. */
function Ticks() {
  return (
    <div class="map-ticks no-print" aria-hidden="true">
      {BOUWJAAR_CLASSES.map(({ firstYear }, i) => (
        <span key={firstYear ?? i}>{i === UNKNOWN_CLASS ? "?" : firstYear}</span>
      ))}
    </div>
  );
}

function Summary({ counts }: Pick<YearPanelProps, "counts">) {
  const total = counts?.standing.reduce((a, b) => a + b, 0);
  const inView = total === undefined ? texts.zoomedOut : texts.inView(formatCount(total));
  const planned = counts?.planned ? texts.plannedInView(formatCount(counts.planned)) : "";
  return (
    <p class="hint map-years-summary" data-count={total} data-planned={counts?.planned}>
      {inView}
      {planned}
    </p>
  );
}

export function describeHovered({ bouwjaar, isGeneralised, isPlanned }: Hovered): string {
  if (bouwjaar === undefined) {
    return isPlanned ? texts.planned : texts.builtUnknown;
  }
  if (isPlanned) {
    return texts.plannedFor(bouwjaar);
  }
  if (!isGeneralised) {
    return texts.builtIn(bouwjaar);
  }
  return texts.mostlyBuilt(nameYears(BOUWJAAR_CLASSES[bouwjaarClassOf(bouwjaar)]!));
}

/** Duration of the whole scale, and pause between two looks at the clock. */
const FULL_LENGTH_MS = 18_000;
const TICK_MS = 40;

/**
 * Plays the years evenly along the scale up to now, from the chosen or the first year on. Slow machines show fewer years,
 * not a longer film.
 */
function usePlayback(year: number | undefined, onYear: (year: number | undefined) => void) {
  const state = useState(false);
  const [isPlaying, setPlaying] = state;
  useEffect(() => {
    if (!isPlaying) {
      return;
    }
    const from = year === undefined ? 0 : positionOfYear(year);
    const startedAt = performance.now();
    let shown: number | undefined;
    const timer = setInterval(() => {
      const position = from + ((performance.now() - startedAt) / FULL_LENGTH_MS) * SCALE_LENGTH;
      const next = position < SCALE_LENGTH ? yearAtPosition(position) : undefined;
      if (next === undefined) {
        setPlaying(false);
      }
      if (next !== shown) {
        shown = next;
        onYear(next);
      }
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  return state;
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
function YearSlider({ year, onYear }: Pick<YearPanelProps, "year" | "onYear">) {
  const choose = (chosen: number) => onYear(chosen >= LAST_YEAR ? undefined : Math.max(FIRST_YEAR, chosen));
  const position = year === undefined ? SCALE_LENGTH : positionOfYear(year);
  return (
    <div class="map-slider no-print">
      <div class="map-slider-later" style={{ left: `${(position / SCALE_LENGTH) * 100}%` }} />
      <input
        type="range"
        min={0}
        max={SCALE_LENGTH}
        step="any"
        value={position}
        aria-label={texts.slider}
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
