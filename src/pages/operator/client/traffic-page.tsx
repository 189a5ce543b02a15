import { useState } from "preact/hooks";
import type { RouteTraffic, SlowAnswer, Traffic, TrafficPeriod } from "../answers.ts";
import { BarChart } from "./bar-chart.tsx";
import { useFormat } from "./format.ts";
import { Choice } from "./frame.tsx";
import { LogSection } from "./log-section.tsx";
import { Link } from "./navigation.tsx";
import { Page, RefusalNote, Section } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { usePolled } from "./use-polled.ts";

const PAUSE_MS = 2_000;
/** Samples of a quarter of an hour, as the server keeps them (pages/operator/server/traffic-history.ts). */
const SAMPLES = 179;

/** Requests and latencies now. */
export function TrafficPage() {
  const t = useTexts();
  const format = useFormat();
  const [period, setPeriod] = useState<"minute" | "sinceStart">("minute");
  const { data, refusal } = usePolled<Traffic>("traffic", PAUSE_MS);
  const periods = { minute: t.lastMinute, sinceStart: t.sinceStart };
  return (
    <Page title={t.traffic}>
      <RefusalNote refusal={refusal} />
      {data && (
        <>
          <Numbers period={data.minute} />
          <div class="card">
            <BarChart
              title={t.lastQuarter}
              labelHeading={t.time}
              valueHeading={t.requestRate}
              bars={data.rates.map(({ at, perSecond }) => ({ label: format.clock(at), value: perSecond }))}
              show={format.rate}
              places={SAMPLES}
              ends={[t.quarterAgo, t.now]}
            />
          </div>
          <Section
            title={t.byRoute}
            tools={<Choice label={t.daysShown} value={period} options={periods} onChoose={setPeriod} />}
          >
            <RouteTable routes={data[period].routes} />
          </Section>
          <Section title={t.refused}>
            <Refusals refusals={data[period].refusals} />
          </Section>
          <Section title={t.slowRequests}>
            <SlowRequests requests={data.slow} />
          </Section>
        </>
      )}
      <LogSection />
    </Page>
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

function RouteTable({ routes }: { readonly routes: readonly RouteTraffic[] }) {
  const t = useTexts();
  const format = useFormat();
  if (routes.length === 0) {
    return <p class="empty">{t.noTraffic}</p>;
  }
  return (
    <table class="table stacked card">
      <thead>
        <tr>
          <th scope="col">{t.route}</th>
          {[t.requests, t.half, t.most].map((heading) => (
            <th key={heading} scope="col" class="number">
              {heading}
            </th>
          ))}
          <th scope="col">{t.statuses}</th>
        </tr>
      </thead>
      <tbody>
        {routes.map(({ route, requests, p50, p99, statuses }) => (
          <tr key={route}>
            <th scope="row" class="path">
              {route === "none" ? t.noRoute : route}
            </th>
            <td class="number" data-label={t.requests}>
              {format.number(requests)}
            </td>
            <td class="number" data-label={t.half}>
              {format.latency(p50)}
            </td>
            <td class="number" data-label={t.most}>
              {format.latency(p99)}
            </td>
            <td data-label={t.statuses}>
              <Statuses statuses={statuses} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
    <table class="table card">
      <tbody>
        {refused.map(([limit, count]) => (
          <tr key={limit}>
            <th scope="row">{t.limits[limit] ?? limit}</th>
            <td class="number">{format.number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SlowRequests({ requests }: { readonly requests: readonly SlowAnswer[] }) {
  const t = useTexts();
  if (requests.length === 0) {
    return <p class="empty">{t.noSlowRequests}</p>;
  }
  return (
    <table class="table stacked card">
      <thead>
        <tr>
          {[t.route, t.took, t.key, t.statuses, t.time].map((heading) => (
            <th key={heading} scope="col" class={heading === t.took ? "number" : undefined}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <SlowRow key={request.requestId} request={request} />
        ))}
      </tbody>
    </table>
  );
}

function SlowRow({ request }: { readonly request: SlowAnswer }) {
  const t = useTexts();
  const format = useFormat();
  const { at, requestId, method, route, status, keyId, durationMs, partsMs } = request;
  const parts = Object.entries(partsMs).filter(([, ms]) => ms >= durationMs / 100);
  return (
    <tr>
      <th scope="row" class="path">
        {method} {route ?? t.noRoute}
        <span class="hint sub">{requestId}</span>
      </th>
      <td class="number" data-label={t.took}>
        <span>
          {format.latency(durationMs / 1000)}
          <span class="hint sub">
            {parts
              .map(
                ([part, ms]) =>
                  `${t.requestParts[part as keyof typeof partsMs]} ${format.latency(ms / 1000)}`,
              )
              .join(", ")}
          </span>
        </span>
      </td>
      <td data-label={t.key}>
        {keyId === null ? "–" : <Link href={`/keys/${keyId}`}>{t.keyNumber(keyId)}</Link>}
      </td>
      <td data-label={t.statuses}>
        <Statuses statuses={{ [status]: 1 }} />
      </td>
      <td data-label={t.time}>{format.time(at)}</td>
    </tr>
  );
}
