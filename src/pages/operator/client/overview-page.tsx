import type { ComponentChildren } from "preact";
import { Link } from "../../kit/client/router.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import type { DayAnswer } from "../server/operations/keys.ts";
import type { ServiceOverview } from "../server/operations/service.ts";
import { format } from "./format.ts";
import { PAGE_TITLES } from "./frame.tsx";
import { LoginLink } from "./login-link.tsx";
import { NoticeList } from "./notice-list.tsx";
import { OperatorPage, PageSection, UsageChart } from "./parts.tsx";
import { usePolled } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

const texts = pickTexts({
  slowest: { en: (time: string) => `99% within ${time}`, nl: (time: string) => `99% binnen ${time}` },
  noRequests: { en: "no requests in the last minute", nl: "geen verzoeken in de laatste minuut" },
  keysInForce: {
    en: (all: string) => `of ${all} keys work`,
    nl: (all: string) => `van ${all} sleutels werken`,
  },
  dataOf: { en: "Data of", nl: "Gegevens van" },
  addresses: { en: (count: string) => `${count} addresses`, nl: (count: string) => `${count} adressen` },
  exportsBusy: { en: "running or waiting", nl: "bezig of wachtend" },
  exportsReady: { en: (count: string) => `${count} ready`, nl: (count: string) => `${count} klaar` },
  usagePerDay: { en: "Requests with a key, per day", nl: "Verzoeken met een sleutel, per dag" },
  running: {
    en: (version: string, since: string, memory: string) =>
      `baken ${version}, started ${since}, ${memory} of memory`,
    nl: (version: string, since: string, memory: string) =>
      `baken ${version}, gestart ${since}, ${memory} geheugen`,
  },
});

const PAUSE_MS = 5_000;

/** Shows notices that need attention, and the main number of every other page. */
export function OverviewPage() {
  const { data, refusal } = usePolled<ServiceOverview>("overview", PAUSE_MS);
  const usage = usePolled<readonly DayAnswer[]>("usage?days=30", PAUSE_MS);
  return (
    <OperatorPage title={PAGE_TITLES.overview} refusal={refusal}>
      {data && (
        <>
          <NoticeList notices={data.notices} />
          <div class="tiles">
            {tilesOf(data).map((tile) => (
              <Tile key={tile.href} {...tile} />
            ))}
          </div>
        </>
      )}
      {usage.data && (
        <PageSection title={sharedTexts.usage}>
          <UsageChart title={texts.usagePerDay} days={usage.data} />
        </PageSection>
      )}
      {data?.hasUsableLinks && <LoginLink />}
      {data && (
        <p class="hint">
          {texts.running(data.software, format.time(data.startedAt), format.bytes(data.memoryBytes))}
        </p>
      )}
    </OperatorPage>
  );
}

interface TileProps {
  readonly href: string;
  readonly title: string;
  readonly value: ComponentChildren;
  readonly detail: string;
}

function Tile({ href, title, value, detail }: TileProps) {
  return (
    <Link href={href} class="card tile">
      <span class="label muted">{title}</span>
      <span class="tile-value">{value}</span>
      <span class="hint">{detail}</span>
    </Link>
  );
}

function tilesOf({ requests, keys, registry, exports }: ServiceOverview): TileProps[] {
  const busy = (exports.pending ?? 0) + (exports.processing ?? 0);
  return [
    {
      href: "/traffic",
      title: sharedTexts.requestRate,
      value: format.rate(requests.perSecond),
      detail: requests.p99 === null ? texts.noRequests : texts.slowest(format.latency(requests.p99)),
    },
    {
      href: "/keys",
      title: PAGE_TITLES.keys,
      value: format.number(keys.inForce),
      detail: texts.keysInForce(format.number(keys.all)),
    },
    {
      href: "/registry",
      title: texts.dataOf,
      value: registry ? format.day(registry.referenceDate) : sharedTexts.noRegistry,
      detail: registry
        ? [
            texts.addresses(format.number(registry.adressen)),
            ...(registry.isDemo ? [sharedTexts.testData(registry.sample)] : []),
          ].join(", ")
        : "",
    },
    {
      href: "/exports",
      title: PAGE_TITLES.exports,
      value: format.number(busy),
      detail: `${texts.exportsBusy}, ${texts.exportsReady(format.number(exports.completed ?? 0))}`,
    },
  ];
}
