import { useState } from "preact/hooks";
import { Link } from "../../kit/client/router.tsx";
import { Table } from "../../kit/client/table.tsx";
import type { KeyList, KeyState } from "../answers.ts";
import { useFormat } from "./format.ts";
import { HeaderSelect } from "./frame.tsx";
import { Meter, OperatorPage, RefusalNote, StateBadge } from "./parts.tsx";
import { usePolled } from "./server.ts";
import { useTexts } from "./texts.ts";

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
    <OperatorPage title={t.keys} actions={newKey}>
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
        <HeaderSelect
          label={t.state}
          value={state}
          options={{ "": t.allStates, ...t.states }}
          onChoose={(chosen) => find(() => setState(chosen))}
        />
      </div>
      <RefusalNote refusal={refusal} />
      {data && <KeyTable list={data} isFiltered={text !== "" || state !== ""} />}
      {data && <Pager list={data} page={page} onPage={setPage} />}
    </OperatorPage>
  );
}

function KeyTable({ list: { keys }, isFiltered }: { readonly list: KeyList; readonly isFiltered: boolean }) {
  const t = useTexts();
  const format = useFormat();
  if (keys.length === 0) {
    return <p class="empty">{isFiltered ? t.noKeysFound : t.noKeys}</p>;
  }
  return (
    <Table
      class="table stacked card"
      columns={[
        {
          heading: t.name,
          cell: ({ id, name, kind }) => (
            <>
              <Link href={`/keys/${id}`}>{name}</Link>
              <span class="hint sub">
                {id} · {t.kinds[kind]}
              </span>
            </>
          ),
        },
        {
          heading: t.state,
          cell: ({ state }) => <StateBadge tone={KEY_TONES[state]}>{t.states[state]}</StateBadge>,
        },
        {
          heading: t.perMinute,
          cell: ({ rateUsed, ratePerMinute }) => <KeyUseCell used={rateUsed} limit={ratePerMinute} />,
        },
        {
          heading: t.thisMonth,
          cell: ({ requestsThisMonth, monthlyQuota = null }) => (
            <KeyUseCell used={requestsThisMonth} limit={monthlyQuota} />
          ),
        },
        {
          heading: t.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? t.never : format.time(lastUsedAt)),
        },
      ]}
      rows={keys}
      keyOf={({ id }) => id}
    />
  );
}

/** Use of a limit, in numbers and drawn; a key without the limit shows only the count. */
export function KeyUseCell({ used, limit }: { readonly used: number | null; readonly limit: number | null }) {
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
