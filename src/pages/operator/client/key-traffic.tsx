import { useState } from "preact/hooks";
import { BarChart } from "../../kit/client/bar-chart.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import type { Traffic } from "../server/operations/service.ts";
import { format } from "./format.ts";
import { keyTexts } from "./key-texts.ts";
import { DataTable, KeyLink, PageSection, Select } from "./parts.tsx";
import { sharedTexts } from "./shared-texts.ts";

type KeyTraffic = Traffic["byTime"]["hourByKey"][number];
type TrafficBar = Traffic["byTime"]["minutes"][number];

const texts = pickTexts({
  byKey: { en: "By key", nl: "Per sleutel" },
  lastHour: { en: "last hour", nl: "laatste uur" },
  lastMonth: { en: "last month", nl: "laatste maand" },
  requestsByMinute: { en: "Requests by minute", nl: "Verzoeken per minuut" },
  requestsByDay: { en: "Requests by day", nl: "Verzoeken per dag" },
  refusedShare: { en: "Refused (401, 403, 429)", nl: "Geweigerd (401, 403, 429)" },
  byKeyHint: {
    en: "Counted by this server since it started. The use of a key is kept with the key.",
    nl: "Geteld door deze server, sinds hij startte. Het gebruik van een sleutel blijft bij de sleutel bewaard.",
  },
});

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Periods of the chart: minutes of an hour, days of a month. */
const PERIODS = {
  hour: { lengthMs: MINUTE_MS, places: 60 },
  month: { lengthMs: DAY_MS, places: 31 },
} as const;

/** Requests, refusals and errors of the last hour or month: by time and by key. */
export function KeyTrafficSection({ byTime }: Pick<Traffic, "byTime">) {
  const [period, setPeriod] = useState<keyof typeof PERIODS>("hour");
  const isHour = period === "hour";
  return (
    <PageSection
      title={texts.byKey}
      tools={
        <Select
          label={sharedTexts.daysShown}
          value={period}
          options={{ hour: texts.lastHour, month: texts.lastMonth }}
          onChoose={setPeriod}
        />
      }
    >
      <TrafficBars period={period} bars={isHour ? byTime.minutes : byTime.days} />
      <KeyTable keys={isHour ? byTime.hourByKey : byTime.monthByKey} />
      <p class="hint">{texts.byKeyHint}</p>
    </PageSection>
  );
}

interface TrafficBarsProps {
  readonly period: keyof typeof PERIODS;
  readonly bars: readonly TrafficBar[];
}

function TrafficBars({ period, bars }: TrafficBarsProps) {
  const { lengthMs, places } = PERIODS[period];
  const nameOf = (ms: number) => {
    const iso = new Date(ms).toISOString();
    return period === "hour" ? format.clock(iso) : format.day(iso.slice(0, 10));
  };
  const requests = new Map(bars.map((bar) => [bar.at, bar.requests]));
  const last = Math.floor(Date.now() / lengthMs);
  const shown = Array.from({ length: places }, (_, i) => (last - places + 1 + i) * lengthMs);
  return (
    <div class="card">
      <BarChart
        title={period === "hour" ? texts.requestsByMinute : texts.requestsByDay}
        labelHeading={period === "hour" ? sharedTexts.time : sharedTexts.day}
        valueHeading={sharedTexts.requests}
        bars={shown.map((at) => ({ label: nameOf(at), value: requests.get(at) ?? 0 }))}
        show={format.rate}
      />
    </div>
  );
}

function KeyTable({ keys }: { readonly keys: readonly KeyTraffic[] }) {
  const share = (count: number, { requests }: KeyTraffic) =>
    count === 0 ? "–" : `${format.number(count)} (${format.percent(count / requests)})`;
  return (
    <DataTable
      empty={sharedTexts.noTrafficThen}
      columns={[
        {
          heading: keyTexts.key,
          cell: ({ keyId }) => (keyId === null ? keyTexts.withoutKey : <KeyLink id={keyId} />),
        },
        { heading: sharedTexts.requests, isNumber: true, cell: ({ requests }) => format.number(requests) },
        { heading: texts.refusedShare, isNumber: true, cell: (key) => share(key.refused, key) },
        { heading: sharedTexts.errorShare, isNumber: true, cell: (key) => share(key.failed, key) },
      ]}
      rows={keys}
      keyOf={({ keyId }) => keyId ?? "none"}
    />
  );
}
