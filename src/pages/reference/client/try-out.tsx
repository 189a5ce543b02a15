/** Requests that a visitor changes and sends from the page. */

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Access } from "../../kit/client/access.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import type { OperationData } from "../page-data.ts";
import { Code } from "./code.tsx";
import { showRequest } from "./code-blocks.ts";
import { sendRequest, type TryOutResult } from "./send-request.ts";
import { TryForm } from "./try-form.tsx";

const texts = pickTexts({
  tryIt: { en: "Try it", nl: "Probeer het" },
  answer: { en: "Answer", nl: "Antwoord" },
  noBody: { en: "No content.", nl: "Geen inhoud." },
  cut: {
    en: (shown: number, total: number) => `The first ${shown} of ${total} KB.`,
    nl: (shown: number, total: number) => `De eerste ${shown} van ${total} KB.`,
  },
});

/** Adds a button to every operation that opens its form. */
export function offerTryOuts(access: Access, baseUrl: string): void {
  for (const article of document.querySelectorAll<HTMLElement>("[data-operation]")) {
    const samples = article.querySelector(".samples")!;
    const operation = JSON.parse(article.dataset.operation!) as OperationData;
    const show = (request: OperationData) => showRequest(samples, { ...request, baseUrl });
    render(<TryOut {...{ operation, access, show }} />, article.querySelector(".try")!);
  }
}

interface TryOutProps {
  readonly operation: OperationData;
  readonly access: Access;
  /** Shows a request in the samples. */
  readonly show: (request: OperationData) => void;
}

function TryOut({ operation, access, show }: TryOutProps) {
  const [isOpen, setOpen] = useState(false);
  const [request, setRequest] = useState(operation);
  const [result, setResult] = useState<TryOutResult | "sending">();

  useEffect(() => show(isOpen ? request : operation), [isOpen, request]);

  if (!isOpen) {
    return (
      <button type="button" class="button primary try-button" onClick={() => setOpen(true)}>
        {texts.tryIt}
      </button>
    );
  }
  const send = async () => {
    setResult("sending");
    setResult(await sendRequest(access, request));
  };
  const faults = result === undefined || result === "sending" ? {} : result.faults;
  const isSending = result === "sending";
  return (
    <>
      <TryForm
        {...{ request, setRequest, access, faults, isSending, send }}
        label={texts.tryIt}
        close={() => setOpen(false)}
      />
      <TryAnswer result={result} hasFields={request.body === undefined} />
    </>
  );
}

/** Characters that are shown, and number of coloured ones: more spans, one for each token, would slow the page. */
const MAX_SHOWN = 200_000;
const MAX_COLOURED = 60_000;

interface TryAnswerProps {
  readonly result: TryOutResult | "sending" | undefined;
  /** False for a request with a body, whose faults have no field to stand at. */
  readonly hasFields: boolean;
}

/** Answer to a request: status, time, limits, advice and body. */
function TryAnswer({ result, hasFields }: TryAnswerProps) {
  const isEmpty = result === undefined || result === "sending";
  const answer = useRef<HTMLElement>(null);
  const hasFaults = !isEmpty && hasFields && Object.keys(result.faults).length > 0;
  // The form may be as high as the window.
  useEffect(
    () => void (isEmpty || hasFaults || answer.current?.scrollIntoView({ block: "nearest" })),
    [result],
  );
  return (
    <section
      ref={answer}
      class={isEmpty ? "" : "panel live"}
      data-theme="dark"
      aria-label={texts.answer}
      aria-live="polite"
    >
      {!isEmpty && (
        <>
          <Summary result={result} />
          {result.advice && <p class="panel-advice">{result.advice}</p>}
          {!hasFields && <BodyFaults faults={result.faults} />}
          {result.body && <Body {...result.body} />}
          {result.status !== undefined && !result.body && <p class="panel-note hint">{texts.noBody}</p>}
        </>
      )}
    </section>
  );
}

function BodyFaults({ faults }: Pick<TryOutResult, "faults">) {
  return Object.entries(faults).map(([name, texts]) => (
    <p key={name} class="panel-note hint">
      <code>{name}</code>: {texts.join(" ")}
    </p>
  ));
}

function Summary({ result: { status, durationMs, limits } }: { result: TryOutResult }) {
  if (status === undefined) {
    return null;
  }
  return (
    <div class="row panel-head">
      {texts.answer} <span class={`status s${String(status)[0]}`}>{status}</span>
      <span class="media">{Math.max(1, Math.round(durationMs ?? 0))} ms</span>
      {limits.map((limit) => (
        <span key={limit} class="media">
          {limit}
        </span>
      ))}
    </div>
  );
}

function Body({ text, language }: { text: string; language: string }) {
  const shown = text.slice(0, MAX_SHOWN);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus */}
      <pre tabIndex={0}>
        <Code text={shown} language={shown.length > MAX_COLOURED ? "" : language} />
      </pre>
      {shown.length < text.length && (
        <p class="panel-note hint">{texts.cut(shown.length / 1000, Math.round(text.length / 1000))}</p>
      )}
    </>
  );
}
