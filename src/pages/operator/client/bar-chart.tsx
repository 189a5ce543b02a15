import { useState } from "preact/hooks";
import { useFormat } from "./format.ts";
import { useTexts } from "./texts.ts";

interface Bar {
  /** Name of the bar, in words. */
  readonly label: string;
  readonly value: number;
}

interface BarChartProps {
  readonly title: string;
  /** Heading of the labels and of the values in the table. */
  readonly labelHeading: string;
  readonly valueHeading: string;
  readonly bars: readonly Bar[];
  readonly show: (value: number) => string;
  /** Number of places for bars, when fewer than these may exist; the last bar stands at the end. */
  readonly places?: number;
  /** Names of the first and the last place, when they are not those of bars. */
  readonly ends?: readonly [string, string];
}

/** Bars under their title, with the same numbers as a table beside for those who do not see them. */
export function BarChart({ title, labelHeading, valueHeading, bars, show, ...axis }: BarChartProps) {
  const t = useTexts();
  const [pointed, setPointed] = useState<number>();
  const top = niceTop(Math.max(0, ...bars.map(({ value }) => value)));
  const bar = pointed === undefined ? undefined : bars[pointed];
  const { places = bars.length, ends = [bars[0]?.label, bars.at(-1)?.label] } = axis;
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        <span class="chart-value" aria-hidden="true">
          {bar && `${bar.label}: ${show(bar.value)}`}
        </span>
      </figcaption>
      <div class="chart-plot">
        <ValueAxis top={top} show={show} />
        <Bars {...{ title, bars, top, places, pointed }} onPoint={setPointed} />
        <div class="chart-labels" aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      </div>
      <details class="chart-table">
        <summary>{t.asTable}</summary>
        <BarTable headings={[labelHeading, valueHeading]} bars={bars} show={show} />
      </details>
    </figure>
  );
}

function ValueAxis({ top, show }: { readonly top: number } & Pick<BarChartProps, "show">) {
  return (
    <div class="chart-axis" aria-hidden="true">
      <span>{show(top)}</span>
      <span>{show(top / 2)}</span>
      <span>{show(0)}</span>
    </div>
  );
}

interface BarsProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly top: number;
  readonly places: number;
  readonly pointed: number | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

/** Width and height of the drawing, which is stretched to its place. */
const WIDTH = 1000;
const HEIGHT = 100;

function Bars({ title, bars, top, places, pointed, onPoint }: BarsProps) {
  const format = useFormat();
  const step = WIDTH / Math.max(1, places);
  const empty = places - bars.length;
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const point = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    onPoint(Math.min(bars.length - 1, Math.floor(((event.clientX - left) / width) * places) - empty));
  };
  return (
    <svg
      class="chart-bars"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      shape-rendering="crispEdges"
      role="img"
      aria-label={`${title}: ${format.number(sum)}`}
      onPointerMove={point}
      onPointerLeave={() => onPoint(undefined)}
    >
      {bars.map(({ label, value }, i) => {
        const height = value === 0 ? 0 : Math.max(1, (value / top) * HEIGHT);
        const className = i === pointed ? "pointed" : undefined;
        return (
          <rect
            key={label}
            class={className}
            x={(i + empty + 0.12) * step}
            y={HEIGHT - height}
            width={step * 0.76}
            height={height}
          />
        );
      })}
    </svg>
  );
}

interface BarTableProps extends Pick<BarChartProps, "bars" | "show"> {
  readonly headings: readonly [string, string];
}

function BarTable({ headings, bars, show }: BarTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="scroll" aria-label={headings[1]} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{headings[0]}</th>
            <th scope="col" class="number">
              {headings[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map(({ label, value }) => (
            <tr key={label}>
              <td>{label}</td>
              <td class="number">{show(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Returns the end of the axis: a round number, not below the highest value. */
function niceTop(highest: number): number {
  if (highest <= 0) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((top) => top >= highest)!;
}
