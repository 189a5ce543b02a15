import { useState } from "preact/hooks";
import { BarChart } from "../../kit/client/bar-chart.tsx";
import { Link } from "../../kit/client/router.tsx";
import { Table } from "../../kit/client/table.tsx";
import type { KeyTraffic, Traffic, TrafficBar } from "../answers.ts";
import { useFormat } from "./format.ts";
import { HeaderSelect } from "./frame.tsx";
import { PageSection } from "./parts.tsx";
import { useTexts } from "./texts.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Periods of the chart: minutes of an hour, days of a month. */
const PERIODS = {
  hour: { lengthMs: MINUTE_MS, places: 60 },
  month: { lengthMs: DAY_MS, places: 31 },
} as const;

/** Requests, refusals and errors of the last hour or month: by time and by key. */
export function KeyTrafficSection({ byTime }: Pick<Traffic, "byTime">) {
  const t = useTexts();
  const [period, setPeriod] = useState<keyof typeof PERIODS>("hour");
  const isHour = period === "hour";
  return (
    <PageSection
      title={t.byKey}
      tools={
        <HeaderSelect
          label={t.daysShown}
          value={period}
          options={{ hour: t.lastHour, month: t.lastMonth }}
          onChoose={setPeriod}
        />
      }
    >
      <TrafficBars period={period} bars={isHour ? byTime.minutes : byTime.days} />
      <KeyTable keys={isHour ? byTime.hourByKey : byTime.monthByKey} />
      <p class="hint">{t.byKeyHint}</p>
    </PageSection>
  );
}

interface TrafficBarsProps {
  readonly period: keyof typeof PERIODS;
  readonly bars: readonly TrafficBar[];
}

function TrafficBars({ period, bars }: TrafficBarsProps) {
  const t = useTexts();
  const format = useFormat();
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
        title={period === "hour" ? t.requestsByMinute : t.requestsByDay}
        labelHeading={period === "hour" ? t.time : t.day}
        valueHeading={t.requests}
        asTable={t.asTable}
        bars={shown.map((at) => ({ label: nameOf(at), value: requests.get(at) ?? 0 }))}
        show={format.rate}
        showSum={format.number}
      />
    </div>
  );
}

function KeyTable({ keys }: { readonly keys: readonly KeyTraffic[] }) {
  const t = useTexts();
  const format = useFormat();
  if (keys.length === 0) {
    return <p class="empty">{t.noTrafficThen}</p>;
  }
  const share = (count: number, { requests }: KeyTraffic) =>
    count === 0 ? "–" : `${format.number(count)} (${format.percent(count / requests)})`;
  return (
    <Table
      class="table stacked card"
      columns={[
        {
          heading: t.key,
          cell: ({ keyId }) =>
            keyId === null ? t.withoutKey : <Link href={`/keys/${keyId}`}>{t.keyNumber(keyId)}</Link>,
        },
        { heading: t.requests, isNumber: true, cell: ({ requests }) => format.number(requests) },
        { heading: t.refusedShare, isNumber: true, cell: (key) => share(key.refused, key) },
        { heading: t.errorShare, isNumber: true, cell: (key) => share(key.failed, key) },
      ]}
      rows={keys}
      keyOf={({ keyId }) => keyId ?? "none"}
    />
  );
}
