import { useState } from "preact/hooks";
import type { KeyAnswer, KeyList, KeyState } from "../answers.ts";
import { useFormat } from "./format.ts";
import { Choice } from "./frame.tsx";
import { Link } from "./navigation.tsx";
import { Meter, Page, RefusalNote, StateBadge, TableHead } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { usePolled } from "./use-polled.ts";

const PAUSE_MS = 3_000;
export const KEY_TONES: Readonly<Record<KeyState, string>> = { active: "ok", expired: "warn", revoked: "" };

/** All keys, with search, their state and their use of their limits. */
export function KeysPage() {
  const t = useTexts();
  const [text, setText] = useState("");
  const [state, setState] = useState<KeyState | "">("");
  const [page, setPage] = useState(1);
  const query = new URLSearchParams({ q: text, page: String(page), ...(state && { state }) });
  const { data, refusal } = usePolled<KeyList>(`keys?${query}`, PAUSE_MS);
  const find = (change: () => void) => {
    change();
    setPage(1);
  };
  const newKey = (
    <Link href="/keys/new" class="button primary">
      {t.newKey}
    </Link>
  );
  return (
    <Page title={t.keys} actions={newKey}>
      <div class="filters">
        <input
          class="input"
          type="search"
          maxLength={100}
          aria-label={t.search}
          placeholder={t.search}
          value={text}
          onInput={(event) => find(() => setText(event.currentTarget.value))}
        />
        <Choice
          label={t.state}
          value={state}
          options={{ "": t.allStates, ...t.states }}
          onChoose={(chosen) => find(() => setState(chosen))}
        />
      </div>
      <RefusalNote refusal={refusal} />
      {data && <KeyTable list={data} isFiltered={text !== "" || state !== ""} />}
      {data && <Pager list={data} page={page} onPage={setPage} />}
    </Page>
  );
}

function KeyTable({ list: { keys }, isFiltered }: { readonly list: KeyList; readonly isFiltered: boolean }) {
  const t = useTexts();
  if (keys.length === 0) {
    return <p class="empty">{isFiltered ? t.noKeysFound : t.noKeys}</p>;
  }
  return (
    <table class="table stacked card">
      <TableHead texts={[t.name, t.state, t.perMinute, t.thisMonth, t.lastUsed]} />
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: KeyAnswer }) {
  const t = useTexts();
  const format = useFormat();
  const { id, name, kind, state, ratePerMinute, rateUsed, monthlyQuota, requestsThisMonth, lastUsedAt } =
    apiKey;
  return (
    <tr>
      <th scope="row">
        <Link href={`/keys/${id}`}>{name}</Link>
        <span class="hint sub">
          {id} · {t.kinds[kind]}
        </span>
      </th>
      <td data-label={t.state}>
        <StateBadge tone={KEY_TONES[state]}>{t.states[state]}</StateBadge>
      </td>
      <td data-label={t.perMinute}>
        <Use used={rateUsed} limit={ratePerMinute} />
      </td>
      <td data-label={t.thisMonth}>
        <Use used={requestsThisMonth} limit={monthlyQuota ?? null} />
      </td>
      <td data-label={t.lastUsed}>{lastUsedAt === undefined ? t.never : format.time(lastUsedAt)}</td>
    </tr>
  );
}

/** Use of a limit, in numbers and drawn; a key without the limit shows only what is counted. */
export function Use({ used, limit }: { readonly used: number | null; readonly limit: number | null }) {
  const t = useTexts();
  const format = useFormat();
  if (used === null && limit !== null) {
    return <span>–</span>;
  }
  if (used === null || limit === null) {
    return (
      <span>
        {used !== null && <span>{format.number(used)}</span>}
        <span class="hint sub">{t.noLimit}</span>
      </span>
    );
  }
  return (
    <span class="use">
      <span>
        {format.number(used)} / {format.number(limit)}
      </span>
      <Meter used={used} limit={limit} />
    </span>
  );
}

interface PagerProps {
  readonly list: KeyList;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Pager({ list: { total, perPage, keys }, page, onPage }: PagerProps) {
  const t = useTexts();
  const format = useFormat();
  if (total <= perPage) {
    return null;
  }
  const first = (page - 1) * perPage;
  const [from, to, all] = [first + 1, first + keys.length, total].map(format.number);
  return (
    <nav class="pager" aria-label={t.keys}>
      <button type="button" class="button small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t.previous}
      </button>
      <span>{t.shown(from!, to!, all!)}</span>
      <button
        type="button"
        class="button small"
        disabled={first + perPage >= total}
        onClick={() => onPage(page + 1)}
      >
        {t.next}
      </button>
    </nav>
  );
}
