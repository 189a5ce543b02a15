import { useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";
import type { LogAnswer } from "../server/operations/audit.ts";
import type { Traffic } from "../server/operations/service.ts";
import type { RefusedRequests } from "../server/refuse.ts";
import type { RouteTraffic, TrafficPeriod } from "../server/traffic-history.ts";
import { format } from "./format.ts";
import { keyTexts } from "./key-texts.ts";
import { PAGE_TITLES } from "./navigation.tsx";
import {
  DataTable,
  FactList,
  KeyLink,
  OperatorPage,
  PageSection,
  RefusalNote,
  RequestChart,
  Select,
  Tile,
} from "./parts.tsx";
import { ask, refusalOf, usePolled } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

type LogLevel = LogAnswer["level"];
type KeyTraffic = Traffic["byTime"]["hourByKey"][number];
type SlowAnswer = Traffic["slow"][number];

const texts = pickTexts({
  lastMinute: { en: "last minute", nl: "laatste minuut" },
  quarter: { en: "last quarter of an hour", nl: "laatste kwartier" },
  sinceStart: { en: "since the start", nl: "sinds de start" },
  now: { en: "now", nl: "nu" },
  quarterAgo: { en: "a quarter of an hour ago", nl: "een kwartier geleden" },
  half: { en: "Half within", nl: "De helft binnen" },
  most: { en: "99% within", nl: "99% binnen" },
  lastQuarter: {
    en: "Requests per second, last quarter of an hour",
    nl: "Verzoeken per seconde, laatste kwartier",
  },
  byRoute: { en: "By route", nl: "Per route" },
  route: { en: "Route", nl: "Route" },
  noRoute: { en: "(no route)", nl: "(geen route)" },
  statuses: { en: "Answers", nl: "Antwoorden" },
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
  refused: { en: "Refused by a limit", nl: "Geweigerd door een limiet" },
  limits: {
    rate: { en: "a key's limit per minute", nl: "limiet per minuut van een sleutel" },
    visitor: { en: "a browser key's limit per visitor", nl: "limiet per bezoeker van een browsersleutel" },
    quota: { en: "a key's monthly quota", nl: "maandquotum van een sleutel" },
    demo_minute: { en: "demo, per minute", nl: "demo, per minuut" },
    demo_day: { en: "demo, per day", nl: "demo, per dag" },
    failed_tokens: { en: "wrong tokens from one address", nl: "verkeerde tokens van één adres" },
    page_minute: { en: "own pages, per minute", nl: "eigen pagina's, per minuut" },
    page_day: { en: "own pages, per day", nl: "eigen pagina's, per dag" },
    files_state_minute: {
      en: "status requests for a file, per minute",
      nl: "statusverzoeken van een bestand, per minuut",
    },
    tiles_minute: { en: "map tiles, per minute", nl: "kaarttegels, per minuut" },
  },
  nothingRefused: { en: "No request was refused by a limit.", nl: "Geen verzoek geweigerd door een limiet." },
  slowRequests: { en: "Slowest of the last day", nl: "Traagste van de laatste dag" },
  noSlowRequests: { en: "No slow requests.", nl: "Geen trage verzoeken." },
  took: { en: "Duration", nl: "Duur" },
  requestParts: {
    queue: { en: "queue", nl: "wachtrij" },
    admission: { en: "limits", nl: "limieten" },
    input: { en: "receiving", nl: "ontvangen" },
    handler: { en: "reading", nl: "lezen" },
    render: { en: "writing", nl: "schrijven" },
  },
  log: { en: "Log", nl: "Log" },
  logLevel: { en: "Lowest level", nl: "Laagste niveau" },
  logLevels: {
    info: { en: "info and above", nl: "info en hoger" },
    warn: { en: "warnings and errors", nl: "waarschuwingen en fouten" },
    error: { en: "errors only", nl: "alleen fouten" },
  },
  accessLog: { en: "Access log", nl: "Toegangslog" },
  accessLogs: {
    on: { en: "a line for each request", nl: "een regel per verzoek" },
    off: { en: "no access log", nl: "geen toegangslog" },
  },
  logHint: {
    en: "Applies at once to this server, until it stops. After a restart its settings apply again.",
    nl: "Geldt meteen voor deze server, tot hij stopt. Na een herstart gelden zijn instellingen weer.",
  },
  noTraffic: {
    en: "No requests yet. They appear here as soon as the service is used.",
    nl: "Nog geen verzoeken. Ze verschijnen hier zodra de dienst gebruikt wordt.",
  },
});

/** Samples of a quarter of an hour, as the server keeps them (pages/operator/server/traffic-history.ts). */
const SAMPLES = 179;

const LIMITS: Readonly<Record<string, string>> = texts.limits;

/** Requests and latencies now. */
export function TrafficPage() {
  const [period, setPeriod] = useState<"minute" | "quarter" | "sinceStart">("quarter");
  const { data, refusal } = usePolled<Traffic>("traffic");
  const periods = { minute: texts.lastMinute, quarter: texts.quarter, sinceStart: texts.sinceStart };
  return (
    <OperatorPage title={PAGE_TITLES.traffic} refusal={refusal}>
      {data && (
        <>
          <Numbers period={data.minute} />
          <RequestChart
            title={texts.lastQuarter}
            labelHeading={sharedTexts.time}
            valueHeading={sharedTexts.requestRate}
            bars={data.rates.map(({ at, perSecond }) => ({ label: format.clock(at), value: perSecond }))}
            places={SAMPLES}
            ends={[texts.quarterAgo, texts.now]}
          />
          <PageSection
            title={texts.byRoute}
            tools={
              <Select label={sharedTexts.daysShown} value={period} options={periods} onChoose={setPeriod} />
            }
          >
            <RouteTable routes={data[period].routes} isNew={data.sinceStart.total.requests === 0} />
          </PageSection>
          <KeyTrafficSection byTime={data.byTime} />
          <PageSection title={texts.refused}>
            <Refusals refusals={data[period].refusals} />
          </PageSection>
          <PageSection title={texts.slowRequests}>
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
  const failed = Object.entries(total.statuses)
    .filter(([status]) => Number(status) >= 500)
    .reduce((sum, [, count]) => sum + count, 0);
  const numbers: [string, string][] = [
    [sharedTexts.requestRate, format.rate(total.requests / Math.max(1, seconds))],
    [texts.half, format.latency(total.p50)],
    [texts.most, format.latency(total.p99)],
    [sharedTexts.errorShare, total.requests === 0 ? "–" : format.percent(failed / total.requests)],
  ];
  return (
    <div class="tiles">
      {numbers.map(([title, value]) => (
        <Tile key={title} title={title} value={value} detail={texts.lastMinute} />
      ))}
    </div>
  );
}

interface RouteTableProps extends Pick<TrafficPeriod, "routes"> {
  /** True while nothing was asked since the start. */
  readonly isNew: boolean;
}

function RouteTable({ routes, isNew }: RouteTableProps) {
  return (
    <DataTable
      empty={isNew ? texts.noTraffic : sharedTexts.noTrafficThen}
      columns={[
        {
          heading: texts.route,
          class: "path",
          cell: ({ route }) => (route === "none" ? texts.noRoute : route),
        },
        { heading: sharedTexts.requests, isNumber: true, cell: ({ requests }) => format.number(requests) },
        { heading: texts.half, isNumber: true, cell: ({ p50 }) => format.latency(p50) },
        { heading: texts.most, isNumber: true, cell: ({ p99 }) => format.latency(p99) },
        { heading: texts.statuses, cell: ({ statuses }) => <Statuses statuses={statuses} /> },
      ]}
      rows={routes}
      keyOf={({ route }) => route}
    />
  );
}

function Statuses({ statuses }: Pick<RouteTraffic, "statuses">) {
  const toneOf = (status: string) => (status >= "500" ? "danger" : status >= "400" ? "warn" : "ok");
  return (
    <span class="row">
      {Object.entries(statuses).map(([status, count]) => (
        <span key={status} class={`badge ${toneOf(status)}`}>
          {status}: {format.number(count)}
        </span>
      ))}
    </span>
  );
}

function Refusals({ refusals }: Pick<TrafficPeriod, "refusals">) {
  const facts = Object.entries(refusals).filter(([, count]) => count > 0);
  return facts.length === 0 ? (
    <p class="empty">{texts.nothingRefused}</p>
  ) : (
    <div class="card">
      <FactList
        facts={facts.map(([limit, count]) => [LIMITS[limit] ?? limit, format.number(count)] as const)}
      />
    </div>
  );
}

function SlowRequests({ requests }: { readonly requests: readonly SlowAnswer[] }) {
  return (
    <DataTable
      empty={texts.noSlowRequests}
      columns={[
        {
          heading: texts.route,
          class: "path",
          cell: ({ method, route, requestId }) => (
            <>
              {method} {route ?? texts.noRoute}
              <span class="hint sub">{requestId}</span>
            </>
          ),
        },
        { heading: texts.took, isNumber: true, cell: (request) => <Duration request={request} /> },
        {
          heading: keyTexts.key,
          cell: ({ keyId }) => (keyId === null ? "–" : <KeyLink id={keyId} />),
        },
        { heading: texts.statuses, cell: ({ status }) => <Statuses statuses={{ [status]: 1 }} /> },
        { heading: sharedTexts.time, cell: ({ at }) => format.time(at) },
      ]}
      rows={requests}
      keyOf={({ requestId }) => requestId}
    />
  );
}

/** Duration of a request, with the parts that took a hundredth of it or more. */
function Duration({ request: { durationMs, partsMs } }: { readonly request: SlowAnswer }) {
  const parts = Object.entries(partsMs).filter(([, ms]) => ms >= durationMs / 100);
  return (
    <span>
      {format.latency(durationMs / 1000)}
      <span class="hint sub">
        {parts
          .map(
            ([part, ms]) =>
              `${texts.requestParts[part as keyof typeof partsMs]} ${format.latency(ms / 1000)}`,
          )
          .join(", ")}
      </span>
    </span>
  );
}

/** Shows level and options of this server's log; a change holds until it ends. */
function LogSection() {
  const { data, refusal, reload } = usePolled<LogAnswer>("log");
  const [failure, setFailure] = useState<RefusedRequests>();
  const change = async (wanted: Partial<LogAnswer>) => {
    setFailure(undefined);
    await ask("log", { method: "PATCH", body: wanted }).catch((error) => setFailure(refusalOf(error)));
    reload();
  };
  return (
    <PageSection title={texts.log}>
      <RefusalNote refusal={failure ?? refusal} />
      {data && (
        <div class="row filters">
          <Select
            label={texts.logLevel}
            value={data.level}
            options={texts.logLevels}
            onChoose={(level: LogLevel) => void change({ level })}
          />
          <Select
            label={texts.accessLog}
            value={data.accessLog ? "on" : "off"}
            options={texts.accessLogs}
            onChoose={(choice) => void change({ accessLog: choice === "on" })}
          />
        </div>
      )}
      <p class="hint">{texts.logHint}</p>
    </PageSection>
  );
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Periods of the chart: minutes of an hour, days of a month. */
const KEY_PERIODS = {
  hour: { lengthMs: MINUTE_MS, places: 60 },
  month: { lengthMs: DAY_MS, places: 31 },
} as const;

/** Requests, refusals and errors of the last hour or month: by time and by key. */
function KeyTrafficSection({ byTime }: Pick<Traffic, "byTime">) {
  const [period, setPeriod] = useState<keyof typeof KEY_PERIODS>("hour");
  const isHour = period === "hour";
  const { lengthMs, places } = KEY_PERIODS[period];
  const nameOf = (ms: number) => {
    const iso = new Date(ms).toISOString();
    return isHour ? format.clock(iso) : format.day(iso.slice(0, 10));
  };
  const bars = isHour ? byTime.minutes : byTime.days;
  const requests = new Map(bars.map((bar) => [bar.at, bar.requests]));
  const last = Math.floor(Date.now() / lengthMs);
  const shown = Array.from({ length: places }, (_, i) => (last - places + 1 + i) * lengthMs);
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
      <RequestChart
        title={isHour ? texts.requestsByMinute : texts.requestsByDay}
        labelHeading={isHour ? sharedTexts.time : sharedTexts.day}
        bars={shown.map((at) => ({ label: nameOf(at), value: requests.get(at) ?? 0 }))}
      />
      <KeyTable keys={isHour ? byTime.hourByKey : byTime.monthByKey} />
      <p class="hint">{texts.byKeyHint}</p>
    </PageSection>
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
