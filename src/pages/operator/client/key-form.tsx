import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";
import type { KeyAnswer } from "../server/operations/keys.ts";
import type { RefusedRequests } from "../server/refuse.ts";
import { bodyOf, type KeyFields, keyFieldsOf, NEW_KEY } from "./key-fields.ts";
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
      en: "One per line, without a path, such as https://example.nl or https://*.example.nl.",
      nl: "Eén per regel, zonder pad, zoals https://example.nl of https://*.example.nl.",
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
  /** Faults of fields, where the hint does not say what is right. */
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
  },
});

interface KeyFormProps {
  /** Key to change; absent for a new one, whose kind can be chosen. */
  readonly apiKey?: KeyAnswer;
  readonly submitLabel: string;
  /** Sends all settings of a new key, and only the changed ones of another. */
  readonly onSubmit: (settings: Record<string, unknown>) => Promise<void>;
  readonly onCancel: () => void;
}

/** Form for the settings of a key; the server's refusals stand under their fields. */
export function KeyForm({ apiKey, submitLabel, onSubmit, onCancel }: KeyFormProps) {
  // As they were when the form was opened: polling must not change what counts as a change.
  const [before] = useState(() => apiKey && keyFieldsOf(apiKey));
  const [kind, setKind] = useState(apiKey?.kind ?? "server");
  const [refusal, setRefusal] = useState<RefusedRequests>();
  /** Form of a key without an origin, until that is confirmed. */
  const [asked, setAsked] = useState<FormData>();
  const submit = async (form: FormData) => {
    setAsked(undefined);
    setRefusal(await onSubmit(bodyOf(form, before ?? {})).then(() => undefined, refusalOf));
  };
  const submitOrAsk = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    (form.get("origins") as string | null)?.trim() === "" ? setAsked(form) : void submit(form);
  };
  const form: FormState = { initial: before ?? NEW_KEY, faults: refusal?.errors ?? {} };
  return (
    <>
      <form class="stack form card" onSubmit={submitOrAsk} noValidate>
        <InputField form={form} field="name" />
        {apiKey === undefined && <KindField kind={kind} onChoose={setKind} />}
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
      {asked && (
        <FormDialog
          title={submitLabel}
          tone="primary"
          onSubmit={() => submit(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{keyTexts.noOrigin}</p>
        </FormDialog>
      )}
    </>
  );
}

interface FormState {
  readonly initial: KeyFields;
  readonly faults: Readonly<Record<string, readonly string[]>>;
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
const HINTS: KeyFields = texts.hints;
const INVALID: KeyFields = texts.invalid;

interface InputFieldProps {
  readonly form: FormState;
  readonly field: keyof KeyFields;
  readonly hint?: string | undefined;
  readonly inputMode?: "numeric";
}

/** Field of a text, a day, or entries by line. */
function InputField({ form, field, hint = HINTS[field], inputMode }: InputFieldProps) {
  const text = form.initial[field] ?? "";
  const isWrong = field in form.faults;
  // A choice that is no number begins with an empty field for one.
  const given = { name: field, defaultValue: inputMode ? text.replace(/\D+/, "") : text };
  return (
    <Field label={LABELS[field]} hint={(isWrong && INVALID[field]) || hint} isWrong={isWrong}>
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

interface KindFieldProps {
  readonly kind: KeyAnswer["kind"];
  readonly onChoose: (kind: KeyAnswer["kind"]) => void;
}

function KindField({ kind: chosen, onChoose }: KindFieldProps) {
  const kinds = Object.keys(texts.kindHints) as KeyAnswer["kind"][];
  return (
    <fieldset class="field">
      <legend class="label">{keyTexts.kind}</legend>
      {kinds.map((kind) => (
        <label key={kind} class="kind">
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={kind === chosen}
            onChange={() => onChoose(kind)}
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

/** Choice of a limit per visitor; a number of its own is sent in place of the choice. */
function VisitorFields({ form }: { readonly form: FormState }) {
  const rate = form.initial.visitorRatePerMinute;
  const [choice, setChoice] = useState(rate === "default" || rate === "none" ? rate : "number");
  return (
    <div class="tiles">
      <Field label={keyTexts.visitorRate}>
        <Select
          name="visitorRatePerMinute"
          value={choice}
          options={texts.visitorRates}
          onChoose={setChoice}
        />
      </Field>
      {choice === "number" && <InputField form={form} field="visitorRatePerMinute" inputMode="numeric" />}
    </div>
  );
}
