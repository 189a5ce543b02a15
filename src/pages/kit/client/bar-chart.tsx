import { useState } from "preact/hooks";
import { formatsOf } from "../formats.ts";
import { currentLanguage } from "./preferences.ts";
import { Table } from "./table.tsx";
import { pickTexts } from "./texts.ts";

const texts = pickTexts({ asTable: { nl: "Als tabel", en: "As a table" } });

export interface Bar {
  /** Name of the bar, in words. */
  readonly label: string;
  readonly value: number;
  /** Colour of a bar in a table; the accent without. */
  readonly colour?: string;
  /** Makes the label in a table a button. */
  readonly onChoose?: () => void;
}

type ShowValue = (value: number) => string;

interface BarTableProps {
  readonly bars: readonly Bar[];
  /** Name of the table, for screen readers. */
  readonly label: string;
  readonly show: ShowValue;
}

const BAR_HEIGHT = 12;

/** Lying bars of a few kinds, in a table, which screen readers read as such. */
export function BarTable({ bars, label, show }: BarTableProps) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const drawn = ({ value, colour }: Bar) => (
    <svg width="100%" height={BAR_HEIGHT} aria-hidden="true">
      {value > 0 && (
        <rect
          class={colour === undefined ? "accent" : "coloured"}
          fill={colour}
          width={`${Math.max(0.5, (100 * value) / max)}%`}
          height={BAR_HEIGHT}
          rx="2"
        />
      )}
    </svg>
  );
  return (
    <Table
      class="bars"
      label={label}
      columns={[
        {
          cell: ({ label, onChoose }) =>
            onChoose === undefined ? (
              label
            ) : (
              <button type="button" class="bar-choice" onClick={onChoose}>
                {label}
              </button>
            ),
        },
        { class: "bar", cell: drawn },
        { isNumber: true, cell: ({ value }) => show(value) },
      ]}
      rows={bars}
      keyOf={({ label }) => label}
    />
  );
}

interface BarChartProps {
  readonly title: string;
  /** Heading of the labels and of the values in the table. */
  readonly labelHeading: string;
  readonly valueHeading: string;
  /** Oldest first. */
  readonly bars: readonly Bar[];
  readonly show: ShowValue;
  /** Number of places for bars, when fewer than these may exist; the last bar stands at the end. */
  readonly places?: number;
  /** Names of the first and the last place, when they are not names of bars. */
  readonly ends?: readonly [string, string];
}

/** Standing bars in the order of time, and the same numbers as a table for those who do not see the bars. */
export function BarChart({ title, bars, show, ...axis }: BarChartProps) {
  const [pointed, setPointed] = useState<number>();
  const top = niceTop(Math.max(0, ...bars.map(({ value }) => value)));
  const bar = pointed === undefined ? undefined : bars[pointed];
  const { places = bars.length } = axis;
  const labels = axis.ends ?? bars.map(({ label }) => label);
  const name = `${title}: ${formatsOf(currentLanguage()).count(bars.reduce((sum, { value }) => sum + value, 0))}`;
  return (
    <figure class="stack chart">
      <figcaption class="row apart">
        <span>{title}</span>
        <span class="chart-value" aria-hidden="true">
          {bar && `${bar.label}: ${show(bar.value)}`}
        </span>
      </figcaption>
      <div class="chart-plot">
        <ValueAxis top={top} show={show} />
        <Bars {...{ name, bars, top, places, pointed }} onPoint={setPointed} />
        <BarLabels labels={labels.every(isShort) ? labels : [labels[0]!, labels.at(-1)!]} />
      </div>
      <details class="chart-table">
        <summary>{texts.asTable}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section class="scroll" aria-label={axis.valueHeading} tabIndex={0}>
          <Table
            class="table"
            columns={[
              { heading: axis.labelHeading, cell: ({ label }) => label },
              { heading: axis.valueHeading, isNumber: true, cell: ({ value }) => show(value) },
            ]}
            rows={bars.toReversed()}
            keyOf={({ label }) => label}
          />
        </section>
      </details>
    </figure>
  );
}

/** Maximum labels below bars: more have no room on a phone. */
const MAX_LABELS = 10;
/** Returns true for a label so short that `MAX_LABELS` of them fit next to each other: a year, a time. */
const isShort = (label: string) => label.length <= 5;

/** Names the bars: each when there is room, else every second, and so on, with the last. */
function BarLabels({ labels }: { readonly labels: readonly string[] }) {
  const every = Math.ceil(labels.length / MAX_LABELS);
  return (
    <div class={labels.length > 2 ? "muted chart-labels each" : "muted chart-labels"} aria-hidden="true">
      {labels.map((label, i) => (
        <span key={label}>{(labels.length - 1 - i) % every === 0 && label}</span>
      ))}
    </div>
  );
}

function ValueAxis({ top, show }: { readonly top: number } & Pick<BarChartProps, "show">) {
  return (
    <div class="muted chart-axis" aria-hidden="true">
      <span>{show(top)}</span>
      <span>{show(top / 2)}</span>
      <span>{show(0)}</span>
    </div>
  );
}

interface BarsProps {
  /** Name of the drawing, for screen readers. */
  readonly name: string;
  readonly bars: readonly Bar[];
  readonly top: number;
  readonly places: number;
  readonly pointed: number | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

/** Width and height of the drawing, which is stretched to its place. */
const WIDTH = 1000;
const HEIGHT = 100;

function Bars({ name, bars, top, places, pointed, onPoint }: BarsProps) {
  const step = WIDTH / Math.max(1, places);
  const empty = places - bars.length;
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
      aria-label={name}
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

/** Returns the end of the axis: a round number, not below the highest value; of a few things one with a whole half. */
function niceTop(highest: number): number {
  if (highest <= 0) {
    return 1;
  }
  if (Number.isInteger(highest) && highest <= 10) {
    return 2 * Math.ceil(highest / 2);
  }
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((top) => top >= highest)!;
}
