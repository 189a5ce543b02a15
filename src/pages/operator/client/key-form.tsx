import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { KeyAnswer, RefusedRequests } from "../answers.ts";
import type { KeyFields } from "./key-fields.ts";
import { FormDialog, RefusalNote } from "./parts.tsx";
import { refusalOf } from "./server.ts";
import { type OperatorTexts, useTexts } from "./texts.ts";

interface KeyFormProps {
  readonly initial: KeyFields;
  /** True for a key that does not exist yet: its kind can be chosen. */
  readonly isNew: boolean;
  readonly submitLabel: string;
  readonly onSubmit: (fields: KeyFields) => Promise<void>;
  readonly onCancel: () => void;
}

/** Form for the settings of a key; the server's refusals stand under their fields. */
export function KeyForm({ initial, isNew, submitLabel, onSubmit, onCancel }: KeyFormProps) {
  const t = useTexts();
  const [fields, setFields] = useState(initial);
  const [refusal, setRefusal] = useState<RefusedRequests>();
  const [isAsking, setAsking] = useState(false);
  const submit = async () => {
    setAsking(false);
    setRefusal(await onSubmit(fields).then(() => undefined, refusalOf));
  };
  const submitOrAsk = (event: Event) => {
    event.preventDefault();
    if (fields.kind === "browser" && fields.origins.trim() === "") {
      setAsking(true);
    } else {
      void submit();
    }
  };
  const form: FormState = {
    fields,
    faults: refusal?.errors ?? {},
    set: (change) => setFields((current) => ({ ...current, ...change })),
  };
  return (
    <>
      <form class="form card" onSubmit={submitOrAsk} noValidate>
        <KeyInputs form={form} isNew={isNew} />
        {refusal?.errors === undefined && <RefusalNote refusal={refusal} />}
        <div class="actions">
          <button type="submit" class="button primary">
            {submitLabel}
          </button>
          <button type="button" class="button quiet" onClick={onCancel}>
            {t.cancel}
          </button>
        </div>
      </form>
      {isAsking && (
        <FormDialog
          title={submitLabel}
          tone="primary"
          refusal={undefined}
          onSubmit={submit}
          onClose={() => setAsking(false)}
        >
          <p>{t.noOrigin}</p>
        </FormDialog>
      )}
    </>
  );
}

function KeyInputs({ form, isNew }: { readonly form: FormState; readonly isNew: boolean }) {
  const t = useTexts();
  const { kind } = form.fields;
  const rateHint = kind === "browser" ? t.shopRateHint : t.rateHint;
  return (
    <>
      <TextField form={form} field="name" fault="name" label={t.name} hint={t.nameHint} maxLength={100} />
      {isNew && <KindField form={form} />}
      <div class="columns">
        <TextField form={form} field="rate" fault="ratePerMinute" label={t.rate} hint={rateHint} isNumber />
        <TextField
          form={form}
          field="quota"
          fault="monthlyQuota"
          label={t.quota}
          hint={t.quotaHint}
          isNumber
        />
      </div>
      {kind === "browser" && (
        <LinesField form={form} field="origins" label={t.origins} hint={t.originsHint} />
      )}
      {kind !== "server" && <VisitorFields form={form} />}
      <LinesField form={form} field="ipRanges" label={t.ipRanges} hint={t.ipRangesHint} />
      <ExpiryField form={form} />
    </>
  );
}

interface FormState {
  readonly fields: KeyFields;
  readonly faults: Readonly<Record<string, readonly string[]>>;
  set(change: Partial<KeyFields>): void;
}

interface TextFieldProps {
  readonly form: FormState;
  readonly field: "name" | "rate" | "quota" | "visitorRate";
  /** Name of the field in the request. */
  readonly fault: keyof OperatorTexts["invalid"];
  readonly label: string;
  readonly hint?: string;
  readonly maxLength?: number;
  readonly isNumber?: boolean;
}

function TextField({ form, field, fault, label, hint, maxLength = 20, isNumber }: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} fault={fault in form.faults ? fault : undefined}>
      <input
        id={id}
        class="input"
        inputMode={isNumber ? "numeric" : undefined}
        autocomplete="off"
        maxLength={maxLength}
        value={form.fields[field]}
        aria-describedby={`${id}-hint`}
        aria-invalid={fault in form.faults}
        onInput={(event) => form.set({ [field]: event.currentTarget.value })}
      />
    </Field>
  );
}

function ExpiryField({ form }: { readonly form: FormState }) {
  const t = useTexts();
  const id = useId();
  const isFaulty = "expiresAt" in form.faults;
  return (
    <Field id={id} label={t.expires} hint={t.expiresHint} fault={isFaulty ? "expiresAt" : undefined}>
      <input
        id={id}
        class="input"
        type="date"
        value={form.fields.expires}
        aria-describedby={`${id}-hint`}
        aria-invalid={isFaulty}
        onInput={(event) => form.set({ expires: event.currentTarget.value })}
      />
    </Field>
  );
}

interface LinesFieldProps {
  readonly form: FormState;
  readonly field: "origins" | "ipRanges";
  readonly label: string;
  readonly hint: string;
}

function LinesField({ form, field, label, hint }: LinesFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} fault={field in form.faults ? field : undefined}>
      <textarea
        id={id}
        class="input"
        rows={3}
        spellcheck={false}
        value={form.fields[field]}
        aria-describedby={`${id}-hint`}
        aria-invalid={field in form.faults}
        onInput={(event) => form.set({ [field]: event.currentTarget.value })}
      />
    </Field>
  );
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly fault: keyof OperatorTexts["invalid"] | undefined;
  readonly children: ComponentChildren;
}

function Field({ id, label, hint, fault, children }: FieldProps) {
  const t = useTexts();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      <p id={`${id}-hint`} class={fault === undefined ? "hint" : "fault"}>
        {fault === undefined ? hint : t.invalid[fault]}
      </p>
    </div>
  );
}

function KindField({ form }: { readonly form: FormState }) {
  const t = useTexts();
  const kinds: readonly KeyAnswer["kind"][] = ["server", "browser", "link"];
  return (
    <fieldset class="field kinds">
      <legend class="label">{t.kind}</legend>
      {kinds.map((kind) => (
        <label key={kind} class="kind">
          <input
            type="radio"
            name="kind"
            checked={form.fields.kind === kind}
            onChange={() => form.set({ kind })}
          />
          <span>
            <strong>{t.kinds[kind]}</strong>
            <span class="hint sub">{t.kindHints[kind]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function VisitorFields({ form }: { readonly form: FormState }) {
  const t = useTexts();
  const id = useId();
  const { visitorChoice } = form.fields;
  return (
    <div class="columns">
      <div class="field">
        <label for={id}>{t.visitorRate}</label>
        <select
          id={id}
          class="input"
          value={visitorChoice}
          onChange={(event) =>
            form.set({ visitorChoice: event.currentTarget.value as KeyFields["visitorChoice"] })
          }
        >
          {Object.entries(t.visitorRates).map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {visitorChoice === "number" && (
        <TextField
          form={form}
          field="visitorRate"
          fault="visitorRatePerMinute"
          label={t.visitorNumber}
          isNumber
        />
      )}
    </div>
  );
}
