import { useEffect, useId, useState } from "preact/hooks";
import type { Access } from "../../kit/client/access.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import type { OperationData, ParameterData } from "../page-data.ts";
import type { TryOutResult } from "./send-request.ts";

const texts = pickTexts({
  closeTry: { en: "Close", nl: "Sluiten" },
  send: { en: "Send", nl: "Verstuur" },
  sending: { en: "Sending …", nl: "Bezig …" },
  body: { en: "Body (JSON)", nl: "Body (JSON)" },
  file: { en: "File (CSV)", nl: "Bestand (CSV)" },
  choose: { en: "leave out", nl: "niet meesturen" },
  key: { en: "API key", nl: "API-sleutel" },
  keyHint: {
    en: "Stays in this tab. Without a key the request uses the session of this page, where the server gives one.",
    nl: "Blijft in dit tabblad. Zonder sleutel gebruikt het verzoek de sessie van deze pagina, als de server die geeft.",
  },
  keyInUse: { en: "Key of this tab", nl: "Sleutel van dit tabblad" },
  forget: { en: "Forget", nl: "Vergeet" },
});

interface FormProps {
  readonly label: string;
  readonly request: OperationData;
  readonly access: Access;
  readonly faults: TryOutResult["faults"];
  readonly isSending: boolean;
  setRequest(request: OperationData): void;
  send(): void;
  close(): void;
}

/** Form of a request: key, parameters, body. */
export function TryForm({ label, request, access, faults, isSending, ...actions }: FormProps) {
  const { setRequest, send, close } = actions;
  const submit = (event: Event) => {
    event.preventDefault();
    send();
  };
  return (
    <form class="box try-form" onSubmit={submit} aria-label={label} noValidate>
      {request.needsKey && <KeyField access={access} isSending={isSending} />}
      {request.body === undefined &&
        request.parameters.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            value={request.values[parameter.name]}
            faults={faults[parameter.name] ?? []}
            onChange={(value) => setRequest(withValue(request, parameter, value))}
          />
        ))}
      {(["body", "file"] as const).map((name) => {
        const text = request[name];
        return (
          text !== undefined && (
            <label key={name} class="field try-field wide-field">
              <span class="label">{texts[name]}</span>
              <textarea
                class="input"
                rows={Math.min(text.split("\n").length + 1, 12)}
                spellcheck={false}
                value={text}
                onInput={({ currentTarget }) => setRequest({ ...request, [name]: currentTarget.value })}
              />
            </label>
          )
        );
      })}
      <div class="row try-actions">
        <button type="submit" class="button primary" disabled={isSending}>
          {isSending ? texts.sending : texts.send}
        </button>
        <button type="button" class="button quiet" onClick={close}>
          {texts.closeTry}
        </button>
      </div>
    </form>
  );
}

/** Returns the request with another value of a parameter; an empty value leaves it out. */
function withValue(request: OperationData, { name, isNumber }: ParameterData, typed: string): OperationData {
  const asNumber = isNumber && typed.trim() !== "" && String(Number(typed)) === typed ? Number(typed) : typed;
  const values = Object.fromEntries(
    request.parameters
      .map((parameter) => [
        parameter.name,
        parameter.name === name ? asNumber : request.values[parameter.name],
      ])
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  return { ...request, values };
}

interface ParameterProps {
  readonly parameter: ParameterData;
  readonly value: string | number | undefined;
  readonly faults: readonly string[];
  readonly onChange: (value: string) => void;
}

function ParameterField({ parameter, value, faults, onChange }: ParameterProps) {
  const id = useId();
  const { name, required, isNumber, choices, example } = parameter;
  const isWrong = faults.length > 0;
  const given = {
    id,
    class: "input",
    value: String(value ?? ""),
    "aria-required": required,
    "aria-invalid": isWrong,
    "aria-describedby": isWrong ? `${id}-fault` : undefined,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  return (
    <div class="field try-field">
      <label for={id}>
        <code>{name}</code>
        {required && <span class="fault">*</span>}
      </label>
      {choices === undefined ? (
        <input
          {...given}
          type="text"
          inputMode={isNumber ? "decimal" : "text"}
          autocomplete="off"
          spellcheck={false}
          placeholder={example === undefined ? "" : String(example)}
        />
      ) : (
        <select {...given}>
          <option value="">{texts.choose}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      {isWrong && (
        <p id={`${id}-fault`} class="fault try-fault">
          {faults.join(" ")}
        </p>
      )}
    </div>
  );
}

/** Key of this tab: kept while it is typed, shown by its id only once a request was sent with it. */
function KeyField({ access, isSending }: Pick<FormProps, "access" | "isSending">) {
  const id = useId();
  const [key, setKey] = useState(access.key());
  useEffect(() => setKey(access.key()), [isSending]);
  const forget = () => {
    access.useKey(undefined);
    setKey(undefined);
  };
  if (key !== undefined) {
    return (
      <p class="hint try-key">
        {texts.keyInUse} <code>{key.split("|")[0]}|…</code>{" "}
        <button type="button" class="button small" onClick={forget}>
          {texts.forget}
        </button>
      </p>
    );
  }
  return (
    <div class="field try-field wide-field">
      <label for={id}>{texts.key}</label>
      <input
        id={id}
        class="input"
        type="password"
        autocomplete="off"
        placeholder="7|bkn_…"
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => access.useKey(currentTarget.value.trim() || undefined)}
      />
      <p id={`${id}-hint`} class="hint">
        {texts.keyHint}
      </p>
    </div>
  );
}
