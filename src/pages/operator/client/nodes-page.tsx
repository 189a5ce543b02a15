import type { NodeAnswer, StoreName } from "../../../operator/nodes/node-facts.ts";
import { useFormat } from "./format.ts";
import { Page, RefusalNote, StateBadge, TableHead } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { usePolled } from "./use-polled.ts";

const PAUSE_MS = 3_000;
/** Difference of clocks from which it is marked. */
const CLOCK_MS = 2_000;

/** The machines that share keys and jobs; one alone where nothing is shared. */
export function NodesPage() {
  const t = useTexts();
  const { data, refusal } = usePolled<readonly NodeAnswer[]>("nodes", PAUSE_MS);
  return (
    <Page title={t.nodes}>
      <RefusalNote refusal={refusal} />
      {data && (
        <table class="table stacked card">
          <TableHead
            texts={[t.node, t.state, t.version, t.registry, t.lastFetch, t.stores, t.clock]}
            numbers={[t.load]}
          />
          <tbody>
            {data.map((node) => (
              <NodeRow key={node.name} node={node} />
            ))}
          </tbody>
        </table>
      )}
      <p class="hint">{t.nodesHint}</p>
    </Page>
  );
}

function NodeRow({ node }: { readonly node: NodeAnswer }) {
  const t = useTexts();
  const format = useFormat();
  const { load, clockOffsetMs } = node;
  return (
    <tr>
      <th scope="row" class="path">
        {node.name}
        <span class="hint sub nowrap">{node.url.replace("http://", "")}</span>
      </th>
      <td data-label={t.state}>
        <NodeState node={node} />
      </td>
      <td data-label={t.version}>{node.software}</td>
      <td data-label={t.registry} class="nowrap">
        {node.registry?.replace("registry-", "") ?? t.noRegistry}
      </td>
      <td data-label={t.lastFetch}>
        <LastFetch source={node.source} />
      </td>
      <td data-label={t.stores}>
        <Stores stores={node.stores} />
      </td>
      <td data-label={t.clock}>
        {clockOffsetMs === null ? (
          "–"
        ) : (
          <StateBadge tone={Math.abs(clockOffsetMs) > CLOCK_MS ? "danger" : ""}>
            {/* Below a tenth of a second the difference is that of the network. */}
            {t.seconds(format.rate(Math.round(clockOffsetMs / 100) / 10 || 0))}
          </StateBadge>
        )}
      </td>
      <td class="number" data-label={t.load}>
        {format.rate(load.requestsPerSecond)} {t.perSecond}
        <span class="hint sub">
          {t.coresUsed(format.rate(load.coresUsed), format.number(load.cores))},{" "}
          {format.bytes(load.memoryBytes)}
        </span>
      </td>
    </tr>
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
        <span key={reason} class="hint sub" lang="en">
          {reason}
        </span>
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
      {source.fault !== null && (
        <span class="hint sub" lang="en">
          {source.fault}
        </span>
      )}
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
