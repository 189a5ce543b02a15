import type { TargetedInputEvent } from "preact";
import { useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";
import type { KeyAnswer } from "../server/operations/keys.ts";
import type { RefusedRequests } from "../server/refuse.ts";
import type { KeyFields } from "./key-fields.ts";
import { keyTexts } from "./key-texts.ts";
import { Field, FormDialog, RefusalNote, Select } from "./parts.tsx";
import { refusalOf } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

const texts = pickTexts({
  visitorRates: {
    default: { en: "half of the key's rate, at least 30", nl: "de helft van de sleutel, ten minste 30" },
    none: { en: "no limit", nl: "geen limiet" },
    number: { en: "a number", nl: "een getal" },
  },
  ratePerMinute: { en: "Requests per minute", nl: "Verzoeken per minuut" },
  monthlyQuota: { en: "Requests per month", nl: "Verzoeken per maand" },
  visitorNumber: { en: "Number per visitor", nl: "Getal per bezoeker" },
  kindHints: {
    server: {
      en: "For a back end: may do everything. Never belongs in a web page.",
      nl: "Voor een back-end: mag alles. Hoort nooit in een webpagina.",
    },
    browser: {
      en: "For web pages: read-only, from approved origins.",
      nl: "Voor webpagina's: alleen lezen, vanaf goedgekeurde origins.",
    },
    link: {
      en: "For programs that accept only a URL: read-only, may be part of the URL. Limit it to the addresses where they run.",
      nl: "Voor programma's waarin alleen een URL kan worden ingevuld: alleen lezen, mag in de URL staan. Beperk hem tot de adressen waar ze draaien.",
    },
  },
  shopRateHint: {
    en: "For all visitors together. An order takes about two requests, so 60 is enough for 30 orders a minute. Empty: no limit.",
    nl: "Voor alle bezoekers samen. Een bestelling kost ongeveer twee verzoeken, dus 60 is genoeg voor 30 bestellingen per minuut. Leeg: geen limiet.",
  },
  hints: {
    name: {
      en: "The purpose of the key, such as the name of a site or customer.",
      nl: "Waarvoor de sleutel is, zoals de naam van een site of klant.",
    },
    ratePerMinute: {
      en: "Empty: no limit, for services of your own. At most 1,000,000.",
      nl: "Leeg: geen limiet, voor eigen diensten. Ten hoogste 1.000.000.",
    },
    monthlyQuota: {
      en: "Empty: no limit. Months are in UTC.",
      nl: "Leeg: geen limiet. Maanden zijn in UTC.",
    },
    origins: {
      en: "One per line, such as https://example.nl or https://*.example.nl.",
      nl: "Eén per regel, zoals https://example.nl of https://*.example.nl.",
    },
    ipRanges: {
      en: "One address or CIDR range per line, such as 192.0.2.0/24. Empty: from everywhere.",
      nl: "Eén adres of CIDR-reeks per regel, zoals 192.0.2.0/24. Leeg: overal vandaan.",
    },
    expiresAt: {
      en: "The last day on which the key works (UTC). Empty: does not expire.",
      nl: "De laatste dag waarop de sleutel werkt (UTC). Leeg: verloopt niet.",
    },
  },
  invalid: {
    name: { en: "A name has 1 to 100 characters.", nl: "Een naam heeft 1 tot 100 tekens." },
    ratePerMinute: {
      en: "A whole number from 1 to 1,000,000, or empty.",
      nl: "Een heel getal van 1 tot 1.000.000, of leeg.",
    },
    visitorRatePerMinute: {
      en: "A whole number from 1 to 1,000,000.",
      nl: "Een heel getal van 1 tot 1.000.000.",
    },
    monthlyQuota: {
      en: "A whole number from 1 to 4,000,000,000, or empty.",
      nl: "Een heel getal van 1 tot 4.000.000.000, of leeg.",
    },
    origins: {
      en: "Each line is an origin: scheme and host, such as https://example.nl, without a path.",
      nl: "Elke regel is een origin: schema en host, zoals https://example.nl, zonder pad.",
    },
    ipRanges: {
      en: "Each line is an IP address or CIDR range.",
      nl: "Elke regel is een IP-adres of CIDR-reeks.",
    },
    expiresAt: { en: "A day, such as 31/12/2026.", nl: "Een dag, zoals 31-12-2026." },
  },
});

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
      <form class="stack form card" onSubmit={submitOrAsk} noValidate>
        <KeyInputs form={form} isNew={isNew} />
        {refusal?.errors === undefined && <RefusalNote refusal={refusal} />}
        <div class="row">
          <button type="submit" class="button primary">
            {submitLabel}
          </button>
          <button type="button" class="button quiet" onClick={onCancel}>
            {sharedTexts.cancel}
          </button>
        </div>
      </form>
      {isAsking && (
        <FormDialog title={submitLabel} tone="primary" onSubmit={submit} onClose={() => setAsking(false)}>
          <p>{keyTexts.noOrigin}</p>
        </FormDialog>
      )}
    </>
  );
}

function KeyInputs({ form, isNew }: { readonly form: FormState; readonly isNew: boolean }) {
  const { kind } = form.fields;
  return (
    <>
      <InputField form={form} field="name" />
      {isNew && <KindField form={form} />}
      <div class="tiles">
        <InputField
          form={form}
          field="ratePerMinute"
          inputMode="numeric"
          hint={kind === "browser" ? texts.shopRateHint : texts.hints.ratePerMinute}
        />
        <InputField form={form} field="monthlyQuota" inputMode="numeric" />
      </div>
      {kind === "browser" && <InputField form={form} field="origins" />}
      {kind !== "server" && <VisitorFields form={form} />}
      <InputField form={form} field="ipRanges" />
      <InputField form={form} field="expiresAt" />
    </>
  );
}

interface FormState {
  readonly fields: KeyFields;
  readonly faults: Readonly<Record<string, readonly string[]>>;
  set(change: Partial<KeyFields>): void;
}

const LABELS = {
  name: keyTexts.name,
  ratePerMinute: texts.ratePerMinute,
  monthlyQuota: texts.monthlyQuota,
  visitorRatePerMinute: texts.visitorNumber,
  origins: keyTexts.origins,
  ipRanges: keyTexts.ipRanges,
  expiresAt: keyTexts.expires,
};
const HINTS: Readonly<Partial<Record<keyof KeyFields, string>>> = texts.hints;

interface InputFieldProps {
  readonly form: FormState;
  readonly field: keyof typeof LABELS;
  readonly hint?: string | undefined;
  readonly inputMode?: "numeric";
}

/** Field of a text, a day, or entries by line. */
function InputField({ form, field, hint = HINTS[field], inputMode }: InputFieldProps) {
  const given = {
    value: form.fields[field],
    onInput: (event: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.set({ [field]: event.currentTarget.value }),
  };
  return (
    <Field label={LABELS[field]} hint={hint} fault={field in form.faults ? texts.invalid[field] : undefined}>
      {field === "origins" || field === "ipRanges" ? (
        <textarea {...given} rows={3} spellcheck={false} />
      ) : (
        <input
          {...given}
          {...({ type: field === "expiresAt" ? "date" : "text" } as object)}
          inputMode={inputMode}
          autocomplete="off"
          maxLength={100}
        />
      )}
    </Field>
  );
}

function KindField({ form }: { readonly form: FormState }) {
  const kinds: readonly KeyAnswer["kind"][] = ["server", "browser", "link"];
  return (
    <fieldset class="field">
      <legend class="label">{keyTexts.kind}</legend>
      {kinds.map((kind) => (
        <label key={kind} class="kind">
          <input
            type="radio"
            name="kind"
            checked={form.fields.kind === kind}
            onChange={() => form.set({ kind })}
          />
          <span>
            <strong>{kind}</strong>
            <span class="hint sub">{texts.kindHints[kind]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function VisitorFields({ form }: { readonly form: FormState }) {
  const { visitorChoice } = form.fields;
  return (
    <div class="tiles">
      <Field label={keyTexts.visitorRate}>
        <Select
          value={visitorChoice}
          options={texts.visitorRates}
          onChoose={(chosen) => form.set({ visitorChoice: chosen })}
        />
      </Field>
      {visitorChoice === "number" && (
        <InputField form={form} field="visitorRatePerMinute" inputMode="numeric" />
      )}
    </div>
  );
}
