import { useState } from "preact/hooks";
import { BarChart } from "../../kit/client/bar-chart.tsx";
import { Link } from "../../kit/client/router.tsx";
import { Table } from "../../kit/client/table.tsx";
import type {
  LogAnswer,
  LogLevel,
  RefusedRequests,
  RouteTraffic,
  SlowAnswer,
  Traffic,
  TrafficPeriod,
} from "../answers.ts";
import { useFormat } from "./format.ts";
import { HeaderSelect } from "./frame.tsx";
import { KeyTrafficSection } from "./key-traffic.tsx";
import { OperatorPage, PageSection, RefusalNote } from "./parts.tsx";
import { ask, refusalOf, usePolled } from "./server.ts";
import { useTexts } from "./texts.ts";

const PAUSE_MS = 2_000;
/** Samples of a quarter of an hour, as the server keeps them (pages/operator/server/traffic-history.ts). */
const SAMPLES = 179;

/** Requests and latencies now. */
export function TrafficPage() {
  const t = useTexts();
  const format = useFormat();
  const [period, setPeriod] = useState<"minute" | "quarter" | "sinceStart">("quarter");
  const { data, refusal } = usePolled<Traffic>("traffic", PAUSE_MS);
  const periods = { minute: t.lastMinute, quarter: t.quarter, sinceStart: t.sinceStart };
  return (
    <OperatorPage title={t.traffic}>
      <RefusalNote refusal={refusal} />
      {data && (
        <>
          <Numbers period={data.minute} />
          <div class="card">
            <BarChart
              title={t.lastQuarter}
              labelHeading={t.time}
              valueHeading={t.requestRate}
              asTable={t.asTable}
              bars={data.rates.map(({ at, perSecond }) => ({ label: format.clock(at), value: perSecond }))}
              show={format.rate}
              showSum={format.number}
              places={SAMPLES}
              ends={[t.quarterAgo, t.now]}
            />
          </div>
          <PageSection
            title={t.byRoute}
            tools={<HeaderSelect label={t.daysShown} value={period} options={periods} onChoose={setPeriod} />}
          >
            <RouteTable routes={data[period].routes} isNew={data.sinceStart.total.requests === 0} />
          </PageSection>
          <KeyTrafficSection byTime={data.byTime} />
          <PageSection title={t.refused}>
            <Refusals refusals={data[period].refusals} />
          </PageSection>
          <PageSection title={t.slowRequests}>
            <SlowRequests requests={data.slow} />
          </PageSection>
        </>
      )}
      <LogSection />
    </OperatorPage>
  );
}

/** The last minute in four numbers. */
function Numbers({ period: { seconds, total } }: { readonly period: TrafficPeriod }) {
  const t = useTexts();
  const format = useFormat();
  const failed = Object.entries(total.statuses)
    .filter(([status]) => Number(status) >= 500)
    .reduce((sum, [, count]) => sum + count, 0);
  const numbers = [
    [t.requestRate, format.rate(total.requests / Math.max(1, seconds))],
    [t.half, format.latency(total.p50)],
    [t.most, format.latency(total.p99)],
    [t.errorShare, total.requests === 0 ? "–" : format.percent(failed / total.requests)],
  ];
  return (
    <div class="tiles">
      {numbers.map(([title, value]) => (
        <div key={title} class="card tile">
          <span class="tile-title">{title}</span>
          <span class="tile-value">{value}</span>
          <span class="hint">{t.lastMinute}</span>
        </div>
      ))}
    </div>
  );
}

interface RouteTableProps {
  readonly routes: readonly RouteTraffic[];
  /** True while nothing was asked since the start. */
  readonly isNew: boolean;
}

function RouteTable({ routes, isNew }: RouteTableProps) {
  const t = useTexts();
  const format = useFormat();
  if (routes.length === 0) {
    return <p class="empty">{isNew ? t.noTraffic : t.noTrafficThen}</p>;
  }
  return (
    <Table
      class="table stacked card"
      columns={[
        { heading: t.route, class: "path", cell: ({ route }) => (route === "none" ? t.noRoute : route) },
        { heading: t.requests, isNumber: true, cell: ({ requests }) => format.number(requests) },
        { heading: t.half, isNumber: true, cell: ({ p50 }) => format.latency(p50) },
        { heading: t.most, isNumber: true, cell: ({ p99 }) => format.latency(p99) },
        { heading: t.statuses, cell: ({ statuses }) => <Statuses statuses={statuses} /> },
      ]}
      rows={routes}
      keyOf={({ route }) => route}
    />
  );
}

function Statuses({ statuses }: Pick<RouteTraffic, "statuses">) {
  const format = useFormat();
  const toneOf = (status: string) => (status >= "500" ? "danger" : status >= "400" ? "warn" : "ok");
  return (
    <span class="badges">
      {Object.entries(statuses).map(([status, count]) => (
        <span key={status} class={`badge ${toneOf(status)}`}>
          {status}: {format.number(count)}
        </span>
      ))}
    </span>
  );
}

function Refusals({ refusals }: Pick<TrafficPeriod, "refusals">) {
  const t = useTexts();
  const format = useFormat();
  const refused = Object.entries(refusals).filter(([, count]) => count > 0);
  if (refused.length === 0) {
    return <p class="empty">{t.nothingRefused}</p>;
  }
  return (
    <Table
      class="table card"
      columns={[
        { cell: ([limit]) => t.limits[limit] ?? limit },
        { isNumber: true, cell: ([, count]) => format.number(count) },
      ]}
      rows={refused}
      keyOf={([limit]) => limit}
    />
  );
}

function SlowRequests({ requests }: { readonly requests: readonly SlowAnswer[] }) {
  const t = useTexts();
  const format = useFormat();
  if (requests.length === 0) {
    return <p class="empty">{t.noSlowRequests}</p>;
  }
  return (
    <Table
      class="table stacked card"
      columns={[
        {
          heading: t.route,
          class: "path",
          cell: ({ method, route, requestId }) => (
            <>
              {method} {route ?? t.noRoute}
              <span class="hint sub">{requestId}</span>
            </>
          ),
        },
        { heading: t.took, isNumber: true, cell: (request) => <Duration request={request} /> },
        {
          heading: t.key,
          cell: ({ keyId }) =>
            keyId === null ? "–" : <Link href={`/keys/${keyId}`}>{t.keyNumber(keyId)}</Link>,
        },
        { heading: t.statuses, cell: ({ status }) => <Statuses statuses={{ [status]: 1 }} /> },
        { heading: t.time, cell: ({ at }) => format.time(at) },
      ]}
      rows={requests}
      keyOf={({ requestId }) => requestId}
    />
  );
}

/** Duration of a request, with the parts that took a hundredth of it or more. */
function Duration({ request: { durationMs, partsMs } }: { readonly request: SlowAnswer }) {
  const t = useTexts();
  const format = useFormat();
  const parts = Object.entries(partsMs).filter(([, ms]) => ms >= durationMs / 100);
  return (
    <span>
      {format.latency(durationMs / 1000)}
      <span class="hint sub">
        {parts
          .map(([part, ms]) => `${t.requestParts[part as keyof typeof partsMs]} ${format.latency(ms / 1000)}`)
          .join(", ")}
      </span>
    </span>
  );
}

const LOG_PAUSE_MS = 5_000;

/** Shows level and options of this server's log; a change holds until it ends. */
function LogSection() {
  const t = useTexts();
  const { data, refusal, reload } = usePolled<LogAnswer>("log", LOG_PAUSE_MS);
  const [failure, setFailure] = useState<RefusedRequests>();
  const change = async (wanted: Partial<LogAnswer>) => {
    setFailure(undefined);
    await ask("log", { method: "PATCH", body: wanted }).catch((error) => setFailure(refusalOf(error)));
    reload();
  };
  return (
    <PageSection title={t.log}>
      <RefusalNote refusal={failure ?? refusal} />
      {data && (
        <div class="filters">
          <HeaderSelect
            label={t.logLevel}
            value={data.level}
            options={t.logLevels}
            onChoose={(level: LogLevel) => void change({ level })}
          />
          <HeaderSelect
            label={t.accessLog}
            value={data.accessLog ? "on" : "off"}
            options={t.accessLogs}
            onChoose={(choice) => void change({ accessLog: choice === "on" })}
          />
        </div>
      )}
      <p class="hint">{t.logHint}</p>
    </PageSection>
  );
}
