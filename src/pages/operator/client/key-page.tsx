import { useState } from "preact/hooks";
import { Link } from "../../kit/client/router.tsx";
import { Table } from "../../kit/client/table.tsx";
import type { DayAnswer, IssuedAnswer, KeyAnswer, NetworkUseAnswer } from "../answers.ts";
import { useFormat } from "./format.ts";
import { HeaderSelect } from "./frame.tsx";
import { RevokeDialog, RotateDialog } from "./key-dialogs.tsx";
import { changesOf, type KeyFields, keyFieldsOf } from "./key-fields.ts";
import { KeyForm } from "./key-form.tsx";
import { KEY_TONES, KeyUseCell } from "./keys-page.tsx";
import { IssuedToken } from "./new-key-page.tsx";
import { showExpiry } from "./notice-list.tsx";
import { FactList, OperatorPage, PageSection, RefusalNote, StateBadge, UsageChart } from "./parts.tsx";
import { ask, usePolled } from "./server.ts";
import { useTexts } from "./texts.ts";

const PAUSE_MS = 3_000;

/** Part that is open beside the facts of the key. */
type Open = "nothing" | "form" | "rotate" | "revoke" | IssuedAnswer;

interface KeyPageProps {
  readonly id: number;
  readonly publicUrl: string;
}

export function KeyPage({ id, publicUrl }: KeyPageProps) {
  const t = useTexts();
  const { data: key, refusal, reload } = usePolled<KeyAnswer>(`keys/${id}`, PAUSE_MS);
  const [open, setOpen] = useState<Open>("nothing");
  const show = (next: Open) => {
    setOpen(next);
    reload();
  };
  if (key === undefined) {
    return (
      <OperatorPage title={t.keyNumber(id)}>
        {refusal?.code === "not_found" ? <p class="empty">{t.keyGone}</p> : <RefusalNote refusal={refusal} />}
        <Link href="/keys">{t.allKeys}</Link>
      </OperatorPage>
    );
  }
  return (
    <>
      <p class="back">
        <Link href="/keys">{t.allKeys}</Link>
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
  const t = useTexts();
  if (state === "revoked") {
    return null;
  }
  return (
    <>
      <button type="button" class="button" onClick={() => onOpen("form")}>
        {t.change}
      </button>
      <button type="button" class="button" disabled={state === "expired"} onClick={() => onOpen("rotate")}>
        {t.rotate}
      </button>
      <button type="button" class="button danger" onClick={() => onOpen("revoke")}>
        {t.revoke}
      </button>
    </>
  );
}

function ChangeForm({ apiKey, onClose }: { readonly apiKey: KeyAnswer; readonly onClose: () => void }) {
  const t = useTexts();
  // The fields as they were when the form was opened: polling must not change what counts as a change.
  const [initial] = useState(() => keyFieldsOf(apiKey));
  const save = async (fields: KeyFields) => {
    await ask(`keys/${apiKey.id}`, { method: "PATCH", body: changesOf(initial, fields) });
    onClose();
  };
  return <KeyForm isNew={false} initial={initial} submitLabel={t.save} onSubmit={save} onCancel={onClose} />;
}

function KeyFacts({ apiKey: key }: { readonly apiKey: KeyAnswer }) {
  const t = useTexts();
  const format = useFormat();
  const time = (iso: string | undefined) => (iso === undefined ? t.never : format.time(iso));
  const list = (entries: readonly string[], empty: string) =>
    entries.length === 0 ? empty : entries.map((entry) => <div key={entry}>{entry}</div>);
  const visitors =
    key.visitorRatePerMinute === undefined ? t.noLimit : format.number(key.visitorRatePerMinute);
  return (
    <div class="card">
      <FactList
        facts={[
          [
            t.state,
            <StateBadge key="state" tone={KEY_TONES[key.state]}>
              {t.states[key.state]}
            </StateBadge>,
          ],
          [t.kind, t.kinds[key.kind]],
          [t.number, String(key.id)],
          [t.perMinute, <KeyUseCell key="rate" used={key.rateUsed} limit={key.ratePerMinute} />],
          [
            t.thisMonth,
            <KeyUseCell key="month" used={key.requestsThisMonth} limit={key.monthlyQuota ?? null} />,
          ],
          ...(key.kind === "server" ? [] : ([[t.visitorRate, visitors]] as const)),
          ...(key.kind === "browser" ? ([[t.origins, list(key.origins, t.none)]] as const) : []),
          [t.ipRanges, list(key.ipRanges, t.anyAddress)],
          [t.expires, key.expiresAt === undefined ? t.never : showExpiry(format, key.expiresAt)],
          [t.created, time(key.createdAt)],
          ...(key.revokedAt === undefined ? [] : ([[t.revokedAt, time(key.revokedAt)]] as const)),
          [t.lastUsed, time(key.lastUsedAt)],
          ...(key.previousSecretUntil === undefined
            ? []
            : ([[t.oldSecret, t.worksUntil(format.time(key.previousSecretUntil))]] as const)),
        ]}
      />
    </div>
  );
}

const PERIODS = ["30", "90", "400"] as const;

function KeyUsage({ id }: { readonly id: number }) {
  const t = useTexts();
  const [days, setDays] = useState<(typeof PERIODS)[number]>("30");
  const { data } = usePolled<readonly DayAnswer[]>(`usage?days=${days}&key=${id}`, PAUSE_MS);
  const options = Object.fromEntries(PERIODS.map((period) => [period, t.days(Number(period))]));
  return (
    <PageSection
      title={t.usage}
      tools={
        <HeaderSelect
          label={t.daysShown}
          value={days}
          options={options as Record<(typeof PERIODS)[number], string>}
          onChoose={setDays}
        />
      }
    >
      {data && <UsageChart title={t.requests} days={data} />}
    </PageSection>
  );
}

const NETWORKS_PAUSE_MS = 5_000;
/** Rows shown; `./baken keys uses` lists all. */
const MOST = 100;

/** Networks from which a server key was used in the last 30 days, the latest use first. */
function KeyNetworks({ id }: { readonly id: number }) {
  const t = useTexts();
  const format = useFormat();
  const { data } = usePolled<readonly NetworkUseAnswer[]>(`keys/${id}/networks`, NETWORKS_PAUSE_MS);
  return (
    <PageSection title={t.networks}>
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
    </PageSection>
  );
}
