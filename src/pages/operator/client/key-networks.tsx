import { Table } from "../../kit/client/table.tsx";
import type { NetworkUseAnswer } from "../answers.ts";
import { useFormat } from "./format.ts";
import { Section } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { usePolled } from "./use-polled.ts";

const PAUSE_MS = 5_000;
/** Rows shown; `./baken keys uses` lists all. */
const MOST = 100;

/** Networks from which a server key was used in the last 30 days, the latest use first. */
export function KeyNetworks({ id }: { readonly id: number }) {
  const t = useTexts();
  const format = useFormat();
  const { data } = usePolled<readonly NetworkUseAnswer[]>(`keys/${id}/networks`, PAUSE_MS);
  return (
    <Section title={t.networks}>
      {data?.length === 0 && <p class="empty">{t.noNetworks}</p>}
      {data && data.length > 0 && (
        <Table
          class="table stacked card"
          columns={[
            {
              heading: t.network,
              class: "path",
              cell: ({ network }) => (network === "other" ? t.otherNetworks : network),
            },
            { heading: t.lastUsed, cell: ({ lastAt }) => format.time(lastAt) },
            { heading: t.requests, isNumber: true, cell: ({ requests }) => format.number(requests) },
          ]}
          rows={data.slice(0, MOST)}
          keyOf={({ day, network }) => `${day} ${network}`}
        />
      )}
      <p class="hint">{t.networksHint}</p>
    </Section>
  );
}
