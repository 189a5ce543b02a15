import type { NodeAnswer, StoreName } from "../../../operator/nodes/node-facts.ts";
import { Table } from "../../kit/client/table.tsx";
import { useFormat } from "./format.ts";
import { LoggedText, OperatorPage, RefusalNote, StateBadge } from "./parts.tsx";
import { usePolled } from "./server.ts";
import { useTexts } from "./texts.ts";

const PAUSE_MS = 3_000;
/** Difference of clocks from which it is marked. */
const CLOCK_MS = 2_000;

/** The machines that share keys and jobs; one alone where nothing is shared. */
export function NodesPage() {
  const t = useTexts();
  const { data, refusal } = usePolled<readonly NodeAnswer[]>("nodes", PAUSE_MS);
  return (
    <OperatorPage title={t.nodes}>
      <RefusalNote refusal={refusal} />
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section class="wide-table" aria-label={t.nodes} tabIndex={0}>
          <NodeTable nodes={data} />
        </section>
      )}
      <p class="hint">{t.nodesHint}</p>
    </OperatorPage>
  );
}

function NodeTable({ nodes }: { readonly nodes: readonly NodeAnswer[] }) {
  const t = useTexts();
  return (
    <Table
      class="table stacked card"
      columns={[
        {
          heading: t.node,
          class: "path",
          cell: ({ name, url }) => (
            <>
              {name}
              <span class="hint sub nowrap">{url.replace("http://", "")}</span>
            </>
          ),
        },
        { heading: t.state, cell: (node) => <NodeState node={node} /> },
        { heading: t.version, cell: ({ software }) => software },
        {
          heading: t.registry,
          class: "nowrap",
          cell: ({ registry }) => registry ?? t.noRegistry,
        },
        { heading: t.lastFetch, cell: ({ source }) => <LastFetch source={source} /> },
        { heading: t.stores, cell: ({ stores }) => <Stores stores={stores} /> },
        { heading: t.clock, cell: ({ clockOffsetMs }) => <Clock clockOffsetMs={clockOffsetMs} /> },
        { heading: t.load, isNumber: true, cell: ({ load }) => <Load load={load} /> },
      ]}
      rows={nodes}
      keyOf={({ name }) => name}
    />
  );
}

function Clock({ clockOffsetMs }: Pick<NodeAnswer, "clockOffsetMs">) {
  const t = useTexts();
  const format = useFormat();
  if (clockOffsetMs === null) {
    return "–";
  }
  return (
    <StateBadge tone={Math.abs(clockOffsetMs) > CLOCK_MS ? "danger" : ""}>
      {/* Below a tenth of a second the difference is that of the network. */}
      {t.seconds(format.rate(Math.round(clockOffsetMs / 100) / 10 || 0))}
    </StateBadge>
  );
}

function Load({ load }: Pick<NodeAnswer, "load">) {
  const t = useTexts();
  const format = useFormat();
  return (
    <>
      {format.rate(load.requestsPerSecond)} {t.perSecond}
      <span class="hint sub">
        {t.coresUsed(format.rate(load.coresUsed), format.number(load.cores))},{" "}
        {format.bytes(load.memoryBytes)}
      </span>
    </>
  );
}

function NodeState({ node: { silentSeconds, unready } }: { readonly node: NodeAnswer }) {
  const t = useTexts();
  const format = useFormat();
  if (silentSeconds !== null) {
    return <StateBadge tone="danger">{t.silentFor(format.number(silentSeconds))}</StateBadge>;
  }
  return (
    <>
      <StateBadge tone={unready.length === 0 ? "ok" : "warn"}>
        {unready.length === 0 ? t.ready : t.notReady}
      </StateBadge>
      {unready.map((reason) => (
        <LoggedText key={reason} text={reason} />
      ))}
    </>
  );
}

function LastFetch({ source }: Pick<NodeAnswer, "source">) {
  const t = useTexts();
  const format = useFormat();
  if (source === undefined) {
    return <>–</>;
  }
  return (
    <>
      {source.lastSuccessAt === null ? t.never : format.time(source.lastSuccessAt)}
      {source.fault !== null && <LoggedText text={source.fault} />}
    </>
  );
}

function Stores({ stores }: Pick<NodeAnswer, "stores">) {
  const t = useTexts();
  return (
    <span class="badges">
      {(Object.keys(stores) as StoreName[]).map((name) => (
        <StateBadge key={name} tone={stores[name] ? "ok" : "danger"}>
          {t.storeNames[name]}
        </StateBadge>
      ))}
    </span>
  );
}
