import { useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";
import type { AuditAnswer } from "../server/operations/audit.ts";
import { format } from "./format.ts";
import { PAGE_TITLES } from "./navigation.tsx";
import { DataTable, KeyLink, OperatorPage, Pager } from "./parts.tsx";
import { usePolled } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

type AuditEntryAnswer = AuditAnswer["entries"][number];

const texts = pickTexts({
  action: { en: "What", nl: "Wat" },
  actions: {
    create: { en: "created", nl: "gemaakt:" },
    change: { en: "changed", nl: "gewijzigd:" },
    rotate: { en: "new token for", nl: "nieuw token voor" },
    revoke: { en: "revoked", nl: "ingetrokken:" },
    restore: { en: "restored", nl: "teruggezet:" },
    use: { en: "made current", nl: "in gebruik genomen:" },
    publish: { en: "published", nl: "gepubliceerd:" },
    cancel: { en: "cancelled", nl: "geannuleerd:" },
    open: { en: "opened", nl: "geopend:" },
  },
  who: { en: "By", nl: "Door" },
  sessionNamed: { en: (name: string) => `session ${name}`, nl: (name: string) => `sessie ${name}` },
  difference: { en: "Before and after", nl: "Voor en na" },
  noAudit: { en: "Nothing has been recorded yet.", nl: "Er is nog niets vastgelegd." },
  older: { en: "Older", nl: "Ouder" },
  newer: { en: "Newer", nl: "Nieuwer" },
});

/** Shows actions on the service, and their authors. */
export function AuditPage() {
  /** For the second page up to this one, the id before which its entries begin. */
  const [starts, setStarts] = useState<readonly number[]>([]);
  const start = starts.at(-1);
  const path = start === undefined ? "audit" : `audit?before=${start}`;
  const { data, refusal } = usePolled<AuditAnswer>(path);
  return (
    <OperatorPage title={PAGE_TITLES.audit} refusal={refusal}>
      {data && (
        <>
          <DataTable
            empty={texts.noAudit}
            columns={[
              { heading: sharedTexts.when, cell: ({ at }) => format.time(at) },
              { heading: texts.action, cell: Action },
              { heading: texts.who, cell: Author },
              { heading: texts.difference, cell: Difference },
            ]}
            rows={data.entries}
            keyOf={({ id }) => id}
          />
          <Pager
            names={[texts.newer, texts.older]}
            onBack={start === undefined ? undefined : () => setStarts(starts.slice(0, -1))}
            onForward={data.hasOlder ? () => setStarts([...starts, data.entries.at(-1)!.id]) : undefined}
          />
        </>
      )}
    </OperatorPage>
  );
}

function Action({ action, subject, keyId }: AuditEntryAnswer) {
  return (
    <span>
      {texts.actions[action]} {keyId === null ? subject : <KeyLink id={keyId} />}
    </span>
  );
}

function Author({ actor, who, node }: AuditEntryAnswer) {
  return (
    <span>
      {actor === "session" ? texts.sessionNamed(who) : who}
      <span class="hint sub">{node}</span>
    </span>
  );
}

function Difference({ before, after }: AuditEntryAnswer) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const show = (value: unknown) =>
    value === null || value === undefined
      ? sharedTexts.none
      : Array.isArray(value)
        ? value.join(", ") || sharedTexts.none
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
