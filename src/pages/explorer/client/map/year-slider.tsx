import type { Language } from "../../../kit/client/preferences.ts";
import { TEXTS } from "./texts.ts";
import { FIRST_YEAR, LAST_YEAR, positionOfYear, SCALE_LENGTH, yearAtPosition } from "./year-scale.ts";

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
export function YearSlider({ language, year, onYear }: YearSliderProps) {
  const texts = TEXTS[language];
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
