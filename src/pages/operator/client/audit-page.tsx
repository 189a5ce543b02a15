import { useState } from "preact/hooks";
import { Link } from "../../kit/client/router.tsx";
import { Table } from "../../kit/client/table.tsx";
import type { AuditAnswer, AuditEntryAnswer } from "../answers.ts";
import { useFormat } from "./format.ts";
import { OperatorPage, RefusalNote } from "./parts.tsx";
import { usePolled } from "./server.ts";
import { useTexts } from "./texts.ts";

const PAUSE_MS = 5_000;

/** Shows actions on the service, and their authors. */
export function AuditPage() {
  const t = useTexts();
  /** Ids before which the pages from the second to this one begin. */
  const [starts, setStarts] = useState<readonly number[]>([]);
  const start = starts.at(-1);
  const path = start === undefined ? "audit" : `audit?before=${start}`;
  const { data, refusal } = usePolled<AuditAnswer>(path, PAUSE_MS);
  const last = data?.entries.at(-1);
  return (
    <OperatorPage title={t.audit}>
      <RefusalNote refusal={refusal} />
      {data && (data.entries.length === 0 ? <p class="empty">{t.noAudit}</p> : <Entries {...data} />)}
      {data && (starts.length > 0 || data.hasOlder) && (
        <div class="pager">
          <button
            type="button"
            class="button"
            disabled={starts.length === 0}
            onClick={() => setStarts(starts.slice(0, -1))}
          >
            {t.newer}
          </button>
          <button
            type="button"
            class="button"
            disabled={!data.hasOlder}
            onClick={() => last && setStarts([...starts, last.id])}
          >
            {t.older}
          </button>
        </div>
      )}
    </OperatorPage>
  );
}

function Entries({ entries }: Pick<AuditAnswer, "entries">) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Table
      class="table stacked card"
      columns={[
        { heading: t.when, cell: ({ at }) => format.time(at) },
        { heading: t.action, cell: (entry) => <Action entry={entry} /> },
        {
          heading: t.who,
          cell: ({ actor, who, node }) => (
            <span>
              {actor === "session" ? t.sessionNamed(who) : who}
              <span class="hint sub">{node}</span>
            </span>
          ),
        },
        { heading: t.difference, cell: (entry) => <Difference entry={entry} /> },
      ]}
      rows={entries}
      keyOf={({ id }) => id}
    />
  );
}

function Action({ entry: { action, subject, keyId } }: { readonly entry: AuditEntryAnswer }) {
  const t = useTexts();
  return (
    <span>
      {t.actions[action]}{" "}
      {keyId === null ? subject : <Link href={`/keys/${keyId}`}>{t.keyNumber(keyId)}</Link>}
    </span>
  );
}

function Difference({ entry: { before, after } }: { readonly entry: AuditEntryAnswer }) {
  const t = useTexts();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const show = (value: unknown) =>
    value === null || value === undefined
      ? t.none
      : Array.isArray(value)
        ? value.join(", ") || t.none
        : String(value);
  return (
    <ul class="difference">
      {names.map((name) => (
        <li key={name}>
          <span class="hint">{name}</span> {before !== null && name in before && `${show(before[name])} → `}
          {show(after?.[name])}
        </li>
      ))}
    </ul>
  );
}
