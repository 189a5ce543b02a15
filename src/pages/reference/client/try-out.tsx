/** Requests that a visitor changes and sends from the page. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Access } from "../../kit/client/access.ts";
import type { OperationData } from "../page-data.ts";
import { showRequest } from "./code-blocks.ts";
import { sendRequest, type TryOutResult } from "./send-request.ts";
import { TEXTS } from "./texts.ts";
import { TryAnswer } from "./try-answer.tsx";
import { TryForm } from "./try-form.tsx";

/** Adds a button to every operation that opens its form. */
export function offerTryOuts(access: Access, baseUrl: string): void {
  for (const article of document.querySelectorAll<HTMLElement>("[data-operation]")) {
    const samples = article.querySelector(".samples")!;
    const example = article.querySelector<HTMLElement>(".example");
    const operation = JSON.parse(article.dataset.operation!) as OperationData;
    const show = (request: OperationData) => showRequest(samples, { ...request, baseUrl });
    const hideExample = (isHidden: boolean) => example?.toggleAttribute("hidden", isHidden);
    const id = `${article.id}-try`;
    render(<TryOut {...{ id, operation, access, show, hideExample }} />, article.querySelector(".try")!);
  }
}

interface TryOutProps {
  readonly id: string;
  readonly operation: OperationData;
  readonly access: Access;
  /** Shows a request in the samples. */
  readonly show: (request: OperationData) => void;
  /** The answer takes the place of the example. */
  readonly hideExample: (isHidden: boolean) => void;
}

function TryOut({ id, operation, access, show, hideExample }: TryOutProps) {
  const [isOpen, setOpen] = useState(false);
  const [request, setRequest] = useState(operation);
  const [result, setResult] = useState<TryOutResult | "sending">();

  useEffect(() => show(isOpen ? request : operation), [isOpen, request]);
  useEffect(() => hideExample(isOpen && result !== undefined), [isOpen, result]);

  if (!isOpen) {
    return (
      <button type="button" class="button primary try-button" onClick={() => setOpen(true)}>
        {TEXTS.tryIt}
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
        {...{ id, request, setRequest, access, faults, isSending, send }}
        close={() => setOpen(false)}
      />
      <TryAnswer result={result} />
    </>
  );
}
