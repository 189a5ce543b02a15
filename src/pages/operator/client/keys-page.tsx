import { useState } from "preact/hooks";
import { Link } from "../../kit/client/router.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import type { KeyList, KeyState as State } from "../server/operations/keys.ts";
import { format } from "./format.ts";
import { keyTexts } from "./key-texts.ts";
import { PAGE_TITLES } from "./navigation.tsx";
import { DataTable, OperatorPage, Pager, Select, StateBadge } from "./parts.tsx";
import { usePolled } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

const texts = pickTexts({
  search: { en: "Search by name, number or origin", nl: "Zoeken op naam, nummer of origin" },
  allStates: { en: "All", nl: "Alle" },
  noKeys: {
    en: "There are no keys yet. Create one to use the service.",
    nl: "Er zijn nog geen sleutels. Maak er een om de dienst te gebruiken.",
  },
  noKeysFound: {
    en: "No key found. Search for a part of the name, the number or an origin.",
    nl: "Geen sleutel gevonden. Zoek op een deel van de naam, het nummer of een origin.",
  },
  shown: {
    en: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
    nl: (from: string, to: string, total: string) => `${from}–${to} van ${total}`,
  },
  previous: { en: "Previous", nl: "Vorige" },
  next: { en: "Next", nl: "Volgende" },
});

const TONES: Readonly<Record<State, string>> = { active: "ok", expired: "warn", revoked: "" };

/** All keys, with search, their state and their use of their limits. */
export function KeysPage() {
  const [text, setText] = useState("");
  const [state, setState] = useState<State | "">("");
  const [page, setPage] = useState(1);
  const query = new URLSearchParams({ q: text, page: String(page), ...(state && { state }) });
  const { data, refusal } = usePolled<KeyList>(`keys?${query}`);
  const find = (change: () => void) => {
    change();
    setPage(1);
  };
  const newKey = (
    <Link href="/keys/new" class="button primary">
      {keyTexts.newKey}
    </Link>
  );
  return (
    <OperatorPage title={PAGE_TITLES.keys} actions={newKey} refusal={refusal}>
      <div class="row filters">
        <input
          class="input"
          type="search"
          maxLength={100}
          aria-label={texts.search}
          placeholder={texts.search}
          value={text}
          onInput={(event) => find(() => setText(event.currentTarget.value))}
        />
        <Select
          label={sharedTexts.state}
          value={state}
          options={{ "": texts.allStates, ...keyTexts.states }}
          onChoose={(chosen) => find(() => setState(chosen))}
        />
      </div>
      {data && <KeyTable list={data} isFiltered={text !== "" || state !== ""} />}
      {data && (
        <Pager
          names={[texts.previous, texts.next]}
          onBack={page > 1 ? () => setPage(page - 1) : undefined}
          onForward={page * data.perPage < data.total ? () => setPage(page + 1) : undefined}
        >
          {texts.shown(
            format.number((page - 1) * data.perPage + 1),
            format.number(Math.min(page * data.perPage, data.total)),
            format.number(data.total),
          )}
        </Pager>
      )}
    </OperatorPage>
  );
}

function KeyTable({ list: { keys }, isFiltered }: { readonly list: KeyList; readonly isFiltered: boolean }) {
  return (
    <DataTable
      empty={isFiltered ? texts.noKeysFound : texts.noKeys}
      columns={[
        {
          heading: keyTexts.name,
          cell: ({ id, name, kind }) => (
            <>
              <Link href={`/keys/${id}`}>{name}</Link>
              <span class="hint sub">
                {id} · {kind}
              </span>
            </>
          ),
        },
        { heading: sharedTexts.state, cell: ({ state }) => <KeyState state={state} /> },
        {
          heading: keyTexts.perMinute,
          cell: ({ rateUsed, ratePerMinute }) => <KeyUseCell used={rateUsed} limit={ratePerMinute} />,
        },
        {
          heading: keyTexts.thisMonth,
          cell: ({ requestsThisMonth, monthlyQuota = null }) => (
            <KeyUseCell used={requestsThisMonth} limit={monthlyQuota} />
          ),
        },
        {
          heading: keyTexts.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? sharedTexts.never : format.time(lastUsedAt)),
        },
      ]}
      rows={keys}
      keyOf={({ id }) => id}
    />
  );
}

export function KeyState({ state }: { readonly state: State }) {
  return <StateBadge tone={TONES[state]}>{keyTexts.states[state]}</StateBadge>;
}

/** Use of a limit, in numbers and drawn; a key without the limit shows only the count. */
export function KeyUseCell({ used, limit }: { readonly used: number | null; readonly limit: number | null }) {
  if (limit === null) {
    return (
      <>
        {used !== null && format.number(used)}
        <span class="hint sub">{keyTexts.noLimit}</span>
      </>
    );
  }
  return used === null ? (
    <>–</>
  ) : (
    <span>
      {format.number(used)} / {format.number(limit)}
      <meter aria-hidden="true" value={used} max={limit} low={0.9 * limit} high={0.999 * limit} optimum={0} />
    </span>
  );
}
