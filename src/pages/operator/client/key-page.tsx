import { useState } from "preact/hooks";
import { Link } from "../../kit/client/router.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import type { NetworkUseAnswer } from "../server/operations/audit.ts";
import type { DayAnswer, IssuedAnswer, KeyAnswer } from "../server/operations/keys.ts";
import { format } from "./format.ts";
import { KeyForm } from "./key-form.tsx";
import { keyTexts } from "./key-texts.ts";
import { KeyState, KeyUseCell } from "./keys-page.tsx";
import { IssuedToken } from "./new-key-page.tsx";
import { showExpiry } from "./notice-list.tsx";
import {
  DataTable,
  DialogButton,
  FactList,
  Field,
  OperatorPage,
  PageSection,
  Select,
  UsageChart,
} from "./parts.tsx";
import { ask, post, usePolled } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

const texts = pickTexts({
  allKeys: { en: "All keys", nl: "Alle sleutels" },
  number: { en: "Number", nl: "Nummer" },
  anyAddress: { en: "any address", nl: "alle adressen" },
  created: { en: "Created", nl: "Gemaakt" },
  revokedAt: { en: "Revoked", nl: "Ingetrokken" },
  oldSecret: { en: "Previous token", nl: "Vorig token" },
  worksUntil: { en: (time: string) => `works until ${time}`, nl: (time: string) => `werkt tot ${time}` },
  periods: {
    30: { en: "30 days", nl: "30 dagen" },
    90: { en: "90 days", nl: "90 dagen" },
    400: { en: "400 days", nl: "400 dagen" },
  },
  change: { en: "Change", nl: "Wijzigen" },
  save: { en: "Save", nl: "Opslaan" },
  rotateText: {
    en: "The key gets a new token. The current one keeps working for a while, so that you can replace it everywhere.",
    nl: "De sleutel krijgt een nieuw token. Het huidige werkt nog even, zodat u overal het nieuwe kunt invullen.",
  },
  overlap: { en: "The current token keeps working for", nl: "Het huidige token werkt nog" },
  overlaps: {
    "24h": { en: "24 hours", nl: "24 uur" },
    "1h": { en: "1 hour", nl: "1 uur" },
    "7d": { en: "7 days", nl: "7 dagen" },
    "30d": { en: "30 days", nl: "30 dagen" },
    "0h": { en: "not any more", nl: "niet meer" },
  },
  revokeText: {
    en: "The key stops working. This cannot be undone.",
    nl: "De sleutel werkt daarna niet meer. Dat is niet terug te draaien.",
  },
  revokeConfirm: {
    en: (name: string) => `Type “${name}” to confirm`,
    nl: (name: string) => `Typ “${name}” om te bevestigen`,
  },
  networks: { en: "Used from", nl: "Gebruikt vanuit" },
  network: { en: "Network", nl: "Netwerk" },
  otherNetworks: { en: "other networks", nl: "overige netwerken" },
  noNetworks: { en: "Not used in the last 30 days.", nl: "De laatste 30 dagen niet gebruikt." },
  networksHint: {
    en: "Ranges of addresses by day (UTC), of the last 30 days. A range that is not yours is a reason to renew the token.",
    nl: "Reeksen adressen per dag (UTC), van de laatste 30 dagen. Een reeks die niet van u is, is een reden om het token te vernieuwen.",
  },
});

export function KeyPage({ id, publicUrl }: { readonly id: number; readonly publicUrl: string }) {
  const { data: key, refusal, reload } = usePolled<KeyAnswer>(`keys/${id}`);
  const [open, setOpen] = useState<"form" | IssuedAnswer>();
  const show = (next: IssuedAnswer | undefined) => {
    setOpen(next);
    reload();
  };
  if (key === undefined) {
    return (
      <OperatorPage title={keyTexts.keyNumber(id)} refusal={refusal}>
        <Link href="/keys">{texts.allKeys}</Link>
      </OperatorPage>
    );
  }
  const save = async (body: Record<string, unknown>) => {
    await ask(`keys/${id}`, { method: "PATCH", body });
    show(undefined);
  };
  const actions = key.state !== "revoked" && (
    <>
      <button type="button" class="button" onClick={() => setOpen("form")}>
        {texts.change}
      </button>
      <KeyActions apiKey={key} onIssued={show} onRevoked={reload} />
    </>
  );
  return (
    <>
      <p class="hint">
        <Link href="/keys">{texts.allKeys}</Link>
      </p>
      <OperatorPage title={key.name} actions={actions}>
        {typeof open === "object" && (
          <IssuedToken issued={open} publicUrl={publicUrl} onDone={() => show(undefined)} />
        )}
        {open === "form" ? (
          <KeyForm
            apiKey={key}
            submitLabel={texts.save}
            onSubmit={save}
            onCancel={() => setOpen(undefined)}
          />
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
  readonly onIssued: (issued: IssuedAnswer) => void;
  readonly onRevoked: () => void;
}

/** Renewal and revocation. An expired key gets a new token only after a later date was set. */
function KeyActions({ apiKey: { id, name, state }, onIssued, onRevoked }: KeyActionsProps) {
  const send = <T,>(action: string, form: FormData) =>
    post<T>(`keys/${id}/${action}`, Object.fromEntries(form));
  return (
    <>
      <DialogButton
        label={keyTexts.rotate}
        tone="primary"
        disabled={state === "expired"}
        onSubmit={(form) => send<IssuedAnswer>("rotate", form).then(onIssued)}
      >
        <p>{texts.rotateText}</p>
        <Field label={texts.overlap}>
          <Select name="overlap" options={texts.overlaps} />
        </Field>
      </DialogButton>
      <DialogButton
        label={keyTexts.revoke}
        tone="danger"
        class="danger"
        onSubmit={(form) => send("revoke", form).then(onRevoked)}
      >
        <p>{texts.revokeText}</p>
        <Field label={texts.revokeConfirm(name)}>
          <input name="name" autocomplete="off" />
        </Field>
      </DialogButton>
    </>
  );
}

function KeyFacts({ apiKey: key }: { readonly apiKey: KeyAnswer }) {
  const time = (iso: string | undefined) => iso && format.time(iso);
  const list = (entries: readonly string[], empty: string) =>
    entries.length === 0 ? empty : entries.map((entry) => <div key={entry}>{entry}</div>);
  const visitors =
    key.visitorRatePerMinute === undefined ? keyTexts.noLimit : format.number(key.visitorRatePerMinute);
  return (
    <div class="card">
      <FactList
        facts={[
          [sharedTexts.state, <KeyState key="state" state={key.state} />],
          [keyTexts.kind, key.kind],
          [texts.number, String(key.id)],
          [keyTexts.perMinute, <KeyUseCell key="rate" used={key.rateUsed} limit={key.ratePerMinute} />],
          [
            keyTexts.thisMonth,
            <KeyUseCell key="month" used={key.requestsThisMonth} limit={key.monthlyQuota ?? null} />,
          ],
          [keyTexts.visitorRate, key.kind === "server" ? undefined : visitors],
          [keyTexts.origins, key.kind === "browser" ? list(key.origins, sharedTexts.none) : undefined],
          [keyTexts.ipRanges, list(key.ipRanges, texts.anyAddress)],
          [keyTexts.expires, key.expiresAt === undefined ? sharedTexts.never : showExpiry(key.expiresAt)],
          [texts.created, time(key.createdAt)],
          [texts.revokedAt, time(key.revokedAt)],
          [keyTexts.lastUsed, time(key.lastUsedAt) ?? sharedTexts.never],
          [
            texts.oldSecret,
            key.previousSecretUntil && texts.worksUntil(format.time(key.previousSecretUntil)),
          ],
        ]}
      />
    </div>
  );
}

function KeyUsage({ id }: { readonly id: number }) {
  const [days, setDays] = useState<keyof typeof texts.periods>(30);
  const { data } = usePolled<readonly DayAnswer[]>(`usage?days=${days}&key=${id}`);
  return (
    <PageSection
      title={sharedTexts.usage}
      tools={<Select label={sharedTexts.daysShown} value={days} options={texts.periods} onChoose={setDays} />}
    >
      {data && <UsageChart title={sharedTexts.requests} days={data} />}
    </PageSection>
  );
}

/** Rows shown; `./baken keys uses` lists all. */
const MOST = 100;

/** Networks from which a server key was used in the last 30 days, the latest use first. */
function KeyNetworks({ id }: { readonly id: number }) {
  const { data } = usePolled<readonly NetworkUseAnswer[]>(`keys/${id}/networks`);
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
