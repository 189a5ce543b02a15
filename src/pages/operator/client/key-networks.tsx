import type { NetworkUseAnswer } from "../answers.ts";
import { useFormat } from "./format.ts";
import { Section, TableHead } from "./parts.tsx";
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
        <table class="table stacked card">
          <TableHead texts={[t.network, t.lastUsed]} numbers={[t.requests]} />
          <tbody>
            {data.slice(0, MOST).map(({ day, network, requests, lastAt }) => (
              <tr key={`${day} ${network}`}>
                <th scope="row" class="path">
                  {network === "other" ? t.otherNetworks : network}
                </th>
                <td data-label={t.lastUsed}>{format.time(lastAt)}</td>
                <td class="number" data-label={t.requests}>
                  {format.number(requests)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="hint">{t.networksHint}</p>
    </Section>
  );
}
