import type { ComponentChildren } from "preact";
import { Link } from "../../kit/client/router.tsx";
import type { DayAnswer, ServiceOverview } from "../answers.ts";
import { type Formatter, useFormat } from "./format.ts";
import { LoginLink } from "./login-link.tsx";
import { NoticeList } from "./notice-list.tsx";
import { OperatorPage, PageSection, RefusalNote, UsageChart } from "./parts.tsx";
import { usePolled } from "./server.ts";
import { type OperatorTexts, useTexts } from "./texts.ts";

const PAUSE_MS = 5_000;

/** Shows notices that need attention, and the main number of every other page. */
export function OverviewPage() {
  const t = useTexts();
  const format = useFormat();
  const { data, refusal } = usePolled<ServiceOverview>("overview", PAUSE_MS);
  const usage = usePolled<readonly DayAnswer[]>("usage?days=30", PAUSE_MS);
  return (
    <OperatorPage title={t.overview}>
      <RefusalNote refusal={refusal} />
      {data && (
        <>
          <NoticeList notices={data.notices} />
          <div class="tiles">
            {tilesOf(data, t, format).map((tile) => (
              <Tile key={tile.href} {...tile} />
            ))}
          </div>
        </>
      )}
      {usage.data && (
        <PageSection title={t.usage}>
          <UsageChart title={t.usagePerDay} days={usage.data} />
        </PageSection>
      )}
      {data?.hasUsableLinks && <LoginLink />}
      {data && (
        <p class="hint">
          {t.running(data.software, format.time(data.startedAt), format.bytes(data.memoryBytes))}
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
      <span class="tile-title">{title}</span>
      <span class="tile-value">{value}</span>
      <span class="hint">{detail}</span>
    </Link>
  );
}

function tilesOf(
  { requests, keys, registry, exports }: ServiceOverview,
  t: OperatorTexts,
  format: Formatter,
): TileProps[] {
  const busy = (exports.pending ?? 0) + (exports.processing ?? 0);
  return [
    {
      href: "/traffic",
      title: t.requestRate,
      value: format.rate(requests.perSecond),
      detail: requests.p99 === null ? t.noRequests : t.slowest(format.latency(requests.p99)),
    },
    {
      href: "/keys",
      title: t.keys,
      value: format.number(keys.inForce),
      detail: t.keysInForce(format.number(keys.all)),
    },
    {
      href: "/registry",
      title: t.dataOf,
      value: registry ? format.day(registry.referenceDate) : t.noRegistry,
      detail: registry
        ? [
            t.addresses(format.number(registry.adressen)),
            ...(registry.isDemo ? [t.testData(registry.sample)] : []),
          ].join(", ")
        : "",
    },
    {
      href: "/exports",
      title: t.exports,
      value: format.number(busy),
      detail: `${t.exportsBusy}, ${t.exportsReady(format.number(exports.completed ?? 0))}`,
    },
  ];
}
