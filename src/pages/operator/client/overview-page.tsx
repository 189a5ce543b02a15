import { useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";
import type { DayAnswer } from "../server/operations/keys.ts";
import type { LoginLinkAnswer, ServiceOverview } from "../server/operations/service.ts";
import type { RefusedRequests } from "../server/refuse.ts";
import { format } from "./format.ts";
import { PAGE_TITLES } from "./navigation.tsx";
import { NoticeList } from "./notice-list.tsx";
import { Copyable, OperatorPage, PageSection, RefusalNote, Tile, UsageChart } from "./parts.tsx";
import { post, refusalOf, usePolled } from "./server.ts";
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
  openPages: { en: "Open the pages", nl: "Pagina's openen" },
  createLink: { en: "Make a link", nl: "Maak een link" },
  loginLink: { en: "Link to the pages", nl: "Link naar de pagina's" },
  loginLinkHint: {
    en: "Opens the pages of the public port without a key: once, within ten minutes, in a browser on the server's machine.",
    nl: "Opent de pagina's van de publieke poort zonder sleutel: één keer, binnen tien minuten, in een browser op de machine van de server.",
  },
  running: {
    en: (version: string, since: string, memory: string) =>
      `baken ${version}, started ${since}, ${memory} of memory`,
    nl: (version: string, since: string, memory: string) =>
      `baken ${version}, gestart ${since}, ${memory} geheugen`,
  },
});

/** Shows notices that need attention, and the main number of every other page. */
export function OverviewPage() {
  const { data, refusal } = usePolled<ServiceOverview>("overview");
  const usage = usePolled<readonly DayAnswer[]>("usage?days=30");
  return (
    <OperatorPage title={PAGE_TITLES.overview} refusal={refusal}>
      {data && (
        <>
          <NoticeList notices={data.notices} />
          <Tiles {...data} />
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

/** Main number of each page. */
function Tiles({ requests, keys, registry, exports }: ServiceOverview) {
  const busy = (exports.pending ?? 0) + (exports.processing ?? 0);
  const addresses = registry && texts.addresses(format.number(registry.adressen));
  return (
    <div class="tiles">
      <Tile
        href="/traffic"
        title={sharedTexts.requestRate}
        value={format.rate(requests.perSecond)}
        detail={requests.p99 === null ? texts.noRequests : texts.slowest(format.latency(requests.p99))}
      />
      <Tile
        href="/keys"
        title={PAGE_TITLES.keys}
        value={format.number(keys.inForce)}
        detail={texts.keysInForce(format.number(keys.all))}
      />
      <Tile
        href="/registry"
        title={texts.dataOf}
        value={registry ? format.day(registry.referenceDate) : sharedTexts.noRegistry}
        detail={[addresses, registry?.isDemo && sharedTexts.testData(registry.sample)]
          .filter(Boolean)
          .join(", ")}
      />
      <Tile
        href="/exports"
        title={PAGE_TITLES.exports}
        value={format.number(busy)}
        detail={`${texts.exportsBusy}, ${texts.exportsReady(format.number(exports.completed ?? 0))}`}
      />
    </div>
  );
}

/** Makes login links to the pages of the public port; each works once, so the page shows a link only to copy it. */
function LoginLink() {
  const [url, setUrl] = useState<string>();
  const [refusal, setRefusal] = useState<RefusedRequests>();
  const create = async () => {
    const link = await post<LoginLinkAnswer>("login-links").catch(refusalOf);
    setUrl("url" in link ? link.url : undefined);
    setRefusal("url" in link ? undefined : link);
  };
  return (
    <PageSection
      title={texts.openPages}
      tools={
        <button type="button" class="button small" onClick={create}>
          {texts.createLink}
        </button>
      }
    >
      <p class="hint">{texts.loginLinkHint}</p>
      {/* The key gives each link its own button, which says "copied" of that link alone. */}
      {url !== undefined && <Copyable key={url} text={url} label={texts.loginLink} />}
      <RefusalNote refusal={refusal} />
    </PageSection>
  );
}
