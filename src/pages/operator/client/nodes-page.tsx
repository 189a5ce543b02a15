import type { NodeAnswer, StoreName } from "../../../operator/nodes/node-facts.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import { format } from "./format.ts";
import { PAGE_TITLES } from "./navigation.tsx";
import { DataTable, LoggedText, OperatorPage, StateBadge } from "./parts.tsx";
import { usePolled } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

const texts = pickTexts({
  perSecond: { en: "per second", nl: "per seconde" },
  version: { en: "Version", nl: "Versie" },
  node: { en: "Node", nl: "Machine" },
  lastFetch: { en: "Last fetch", nl: "Laatst opgehaald" },
  stores: { en: "Stores", nl: "Opslag" },
  storeNames: {
    accounts: { en: "keys", nl: "sleutels" },
    counters: { en: "counters", nl: "tellers" },
    storage: { en: "files", nl: "bestanden" },
  },
  clock: { en: "Clock", nl: "Klok" },
  load: { en: "Load", nl: "Belasting" },
  coresUsed: {
    en: (used: string, all: string) => `${used} of ${all} cores`,
    nl: (used: string, all: string) => `${used} van ${all} kernen`,
  },
  ready: { en: "ready", nl: "gereed" },
  notReady: { en: "not ready", nl: "niet gereed" },
  silentFor: {
    en: (seconds: string) => `no report for ${seconds} s`,
    nl: (seconds: string) => `al ${seconds} s geen melding`,
  },
  nodesHint: {
    en: "Machines that share keys in PostgreSQL report every two seconds. Clock: how far the database is ahead of the machine.",
    nl: "Machines die sleutels in PostgreSQL delen, melden zich elke twee seconden. Klok: hoeveel de database voorloopt op de machine.",
  },
});

/** Difference of clocks from which it is marked. */
const CLOCK_MS = 2_000;

/** The machines that share keys and jobs; one alone where nothing is shared. */
export function NodesPage() {
  const { data, refusal } = usePolled<readonly NodeAnswer[]>("nodes");
  return (
    <OperatorPage title={PAGE_TITLES.nodes} refusal={refusal}>
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section class="wide-table" aria-label={PAGE_TITLES.nodes} tabIndex={0}>
          <DataTable
            columns={[
              { heading: texts.node, class: "path", cell: Name },
              { heading: sharedTexts.state, cell: NodeState },
              { heading: texts.version, cell: ({ software }) => software },
              {
                heading: PAGE_TITLES.registry,
                class: "nowrap",
                cell: ({ registry }) => registry ?? sharedTexts.noRegistry,
              },
              { heading: texts.lastFetch, cell: LastFetch },
              { heading: texts.stores, cell: Stores },
              { heading: texts.clock, cell: Clock },
              { heading: texts.load, isNumber: true, cell: Load },
            ]}
            rows={data}
            keyOf={({ name }) => name}
          />
        </section>
      )}
      <p class="hint">{texts.nodesHint}</p>
    </OperatorPage>
  );
}

function Name({ name, url }: NodeAnswer) {
  return (
    <>
      {name}
      <span class="hint sub nowrap">{url.replace("http://", "")}</span>
    </>
  );
}

function Clock({ clockOffsetMs }: NodeAnswer) {
  if (clockOffsetMs === null) {
    return "–";
  }
  return (
    <StateBadge tone={Math.abs(clockOffsetMs) > CLOCK_MS ? "danger" : ""}>
      {/* Below a tenth of a second the difference comes from the network. */}
      {format.rate(Math.round(clockOffsetMs / 100) / 10 || 0)} s
    </StateBadge>
  );
}

function Load({ load }: NodeAnswer) {
  return (
    <>
      {format.rate(load.requestsPerSecond)} {texts.perSecond}
      <span class="hint sub">
        {texts.coresUsed(format.rate(load.coresUsed), format.number(load.cores))},{" "}
        {format.bytes(load.memoryBytes)}
      </span>
    </>
  );
}

function NodeState({ silentSeconds, unready }: NodeAnswer) {
  if (silentSeconds !== null) {
    return <StateBadge tone="danger">{texts.silentFor(format.number(silentSeconds))}</StateBadge>;
  }
  return (
    <>
      <StateBadge tone={unready.length === 0 ? "ok" : "warn"}>
        {unready.length === 0 ? texts.ready : texts.notReady}
      </StateBadge>
      {unready.map((reason) => (
        <LoggedText key={reason} text={reason} />
      ))}
    </>
  );
}

function LastFetch({ source }: NodeAnswer) {
  if (source === undefined) {
    return <>–</>;
  }
  return (
    <>
      {source.lastSuccessAt === null ? sharedTexts.never : format.time(source.lastSuccessAt)}
      {source.fault !== null && <LoggedText text={source.fault} />}
    </>
  );
}

function Stores({ stores }: NodeAnswer) {
  return (
    <span class="row">
      {(Object.keys(stores) as StoreName[]).map((name) => (
        <StateBadge key={name} tone={stores[name] ? "ok" : "danger"}>
          {texts.storeNames[name]}
        </StateBadge>
      ))}
    </span>
  );
}
