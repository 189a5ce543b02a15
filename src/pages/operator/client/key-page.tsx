import { useState } from "preact/hooks";
import { Link } from "../../kit/client/router.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import type { NetworkUseAnswer } from "../server/operations/audit.ts";
import type { DayAnswer, IssuedAnswer, KeyAnswer } from "../server/operations/keys.ts";
import { format } from "./format.ts";
import { RevokeDialog, RotateDialog } from "./key-dialogs.tsx";
import { changesOf, type KeyFields, keyFieldsOf } from "./key-fields.ts";
import { KeyForm } from "./key-form.tsx";
import { keyTexts } from "./key-texts.ts";
import { KEY_TONES, KeyUseCell } from "./keys-page.tsx";
import { IssuedToken } from "./new-key-page.tsx";
import { showExpiry } from "./notice-list.tsx";
import {
  DataTable,
  FactList,
  OperatorPage,
  PageSection,
  RefusalNote,
  Select,
  StateBadge,
  UsageChart,
} from "./parts.tsx";
import { ask, usePolled } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

const texts = pickTexts({
  allKeys: { en: "All keys", nl: "Alle sleutels" },
  number: { en: "Number", nl: "Nummer" },
  anyAddress: { en: "any address", nl: "alle adressen" },
  created: { en: "Created", nl: "Gemaakt" },
  revokedAt: { en: "Revoked", nl: "Ingetrokken" },
  oldSecret: { en: "Previous token", nl: "Vorig token" },
  worksUntil: { en: (time: string) => `works until ${time}`, nl: (time: string) => `werkt tot ${time}` },
  days: { en: (count: number) => `${count} days`, nl: (count: number) => `${count} dagen` },
  change: { en: "Change", nl: "Wijzigen" },
  save: { en: "Save", nl: "Opslaan" },
  keyGone: { en: "There is no such key.", nl: "Deze sleutel bestaat niet." },
  networks: { en: "Used from", nl: "Gebruikt vanuit" },
  network: { en: "Network", nl: "Netwerk" },
  otherNetworks: { en: "other networks", nl: "overige netwerken" },
  noNetworks: { en: "Not used in the last 30 days.", nl: "De laatste 30 dagen niet gebruikt." },
  networksHint: {
    en: "Ranges of addresses by day (UTC), of the last 30 days. A range that is not yours is a reason to renew the token.",
    nl: "Reeksen adressen per dag (UTC), van de laatste 30 dagen. Een reeks die niet van u is, is een reden om het token te vernieuwen.",
  },
});

const PAUSE_MS = 3_000;

/** Part that is open beside the facts of the key. */
type Open = "nothing" | "form" | "rotate" | "revoke" | IssuedAnswer;

export function KeyPage({ id, publicUrl }: { readonly id: number; readonly publicUrl: string }) {
  const { data: key, refusal, reload } = usePolled<KeyAnswer>(`keys/${id}`, PAUSE_MS);
  const [open, setOpen] = useState<Open>("nothing");
  const show = (next: Open) => {
    setOpen(next);
    reload();
  };
  if (key === undefined) {
    return (
      <OperatorPage title={keyTexts.keyNumber(id)}>
        {refusal?.code === "not_found" ? (
          <p class="empty">{texts.keyGone}</p>
        ) : (
          <RefusalNote refusal={refusal} />
        )}
        <Link href="/keys">{texts.allKeys}</Link>
      </OperatorPage>
    );
  }
  return (
    <>
      <p class="back">
        <Link href="/keys">{texts.allKeys}</Link>
      </p>
      <OperatorPage title={key.name} actions={<KeyActions apiKey={key} onOpen={setOpen} />}>
        {typeof open === "object" && (
          <IssuedToken issued={open} publicUrl={publicUrl} onDone={() => show("nothing")} />
        )}
        {open === "rotate" && (
          <RotateDialog
            id={id}
            onIssued={show}
            onClose={() => setOpen((now) => (now === "rotate" ? "nothing" : now))}
          />
        )}
        {open === "revoke" && <RevokeDialog apiKey={key} onClose={() => show("nothing")} />}
        {open === "form" ? (
          <ChangeForm apiKey={key} onClose={() => show("nothing")} />
        ) : (
          <KeyFacts apiKey={key} />
        )}
        <KeyUsage id={id} />
        {key.kind === "server" && <KeyNetworks id={id} />}
      </OperatorPage>
    </>
  );
}

interface KeyActionsProps {
  readonly apiKey: KeyAnswer;
  readonly onOpen: (open: Open) => void;
}

/** A revoked key cannot be changed; an expired one gets a new token only after a later date was set. */
function KeyActions({ apiKey: { state }, onOpen }: KeyActionsProps) {
  if (state === "revoked") {
    return null;
  }
  return (
    <>
      <button type="button" class="button" onClick={() => onOpen("form")}>
        {texts.change}
      </button>
      <button type="button" class="button" disabled={state === "expired"} onClick={() => onOpen("rotate")}>
        {keyTexts.rotate}
      </button>
      <button type="button" class="button danger" onClick={() => onOpen("revoke")}>
        {keyTexts.revoke}
      </button>
    </>
  );
}

function ChangeForm({ apiKey, onClose }: { readonly apiKey: KeyAnswer; readonly onClose: () => void }) {
  // The fields as they were when the form was opened: polling must not change what counts as a change.
  const [initial] = useState(() => keyFieldsOf(apiKey));
  const save = async (fields: KeyFields) => {
    await ask(`keys/${apiKey.id}`, { method: "PATCH", body: changesOf(initial, fields) });
    onClose();
  };
  return (
    <KeyForm isNew={false} initial={initial} submitLabel={texts.save} onSubmit={save} onCancel={onClose} />
  );
}

function KeyFacts({ apiKey: key }: { readonly apiKey: KeyAnswer }) {
  const time = (iso: string | undefined) => (iso === undefined ? sharedTexts.never : format.time(iso));
  const list = (entries: readonly string[], empty: string) =>
    entries.length === 0 ? empty : entries.map((entry) => <div key={entry}>{entry}</div>);
  const visitors =
    key.visitorRatePerMinute === undefined ? keyTexts.noLimit : format.number(key.visitorRatePerMinute);
  return (
    <div class="card">
      <FactList
        facts={[
          [
            sharedTexts.state,
            <StateBadge key="state" tone={KEY_TONES[key.state]}>
              {keyTexts.states[key.state]}
            </StateBadge>,
          ],
          [keyTexts.kind, keyTexts.kinds[key.kind]],
          [texts.number, String(key.id)],
          [keyTexts.perMinute, <KeyUseCell key="rate" used={key.rateUsed} limit={key.ratePerMinute} />],
          [
            keyTexts.thisMonth,
            <KeyUseCell key="month" used={key.requestsThisMonth} limit={key.monthlyQuota ?? null} />,
          ],
          ...(key.kind === "server" ? [] : ([[keyTexts.visitorRate, visitors]] as const)),
          ...(key.kind === "browser"
            ? ([[keyTexts.origins, list(key.origins, sharedTexts.none)]] as const)
            : []),
          [keyTexts.ipRanges, list(key.ipRanges, texts.anyAddress)],
          [keyTexts.expires, key.expiresAt === undefined ? sharedTexts.never : showExpiry(key.expiresAt)],
          [texts.created, time(key.createdAt)],
          ...(key.revokedAt === undefined ? [] : ([[texts.revokedAt, time(key.revokedAt)]] as const)),
          [keyTexts.lastUsed, time(key.lastUsedAt)],
          ...(key.previousSecretUntil === undefined
            ? []
            : ([[texts.oldSecret, texts.worksUntil(format.time(key.previousSecretUntil))]] as const)),
        ]}
      />
    </div>
  );
}

const PERIODS = ["30", "90", "400"] as const;

function KeyUsage({ id }: { readonly id: number }) {
  const [days, setDays] = useState<(typeof PERIODS)[number]>("30");
  const { data } = usePolled<readonly DayAnswer[]>(`usage?days=${days}&key=${id}`, PAUSE_MS);
  const options = Object.fromEntries(PERIODS.map((period) => [period, texts.days(Number(period))]));
  return (
    <PageSection
      title={sharedTexts.usage}
      tools={
        <Select
          label={sharedTexts.daysShown}
          value={days}
          options={options as Record<(typeof PERIODS)[number], string>}
          onChoose={setDays}
        />
      }
    >
      {data && <UsageChart title={sharedTexts.requests} days={data} />}
    </PageSection>
  );
}

const NETWORKS_PAUSE_MS = 5_000;
/** Rows shown; `./baken keys uses` lists all. */
const MOST = 100;

/** Networks from which a server key was used in the last 30 days, the latest use first. */
function KeyNetworks({ id }: { readonly id: number }) {
  const { data } = usePolled<readonly NetworkUseAnswer[]>(`keys/${id}/networks`, NETWORKS_PAUSE_MS);
  return (
    <PageSection title={texts.networks}>
      {data && (
        <DataTable
          empty={texts.noNetworks}
          columns={[
            {
              heading: texts.network,
              class: "path",
              cell: ({ network }) => (network === "other" ? texts.otherNetworks : network),
            },
            { heading: keyTexts.lastUsed, cell: ({ lastAt }) => format.time(lastAt) },
            {
              heading: sharedTexts.requests,
              isNumber: true,
              cell: ({ requests }) => format.number(requests),
            },
          ]}
          rows={data.slice(0, MOST)}
          keyOf={({ day, network }) => `${day} ${network}`}
        />
      )}
      <p class="hint">{texts.networksHint}</p>
    </PageSection>
  );
}
