import { useEffect, useState } from "preact/hooks";
import { texts } from "../texts.ts";

const SHOWN_MS = 2000;

/** Button that copies a text and says so. */
export function CopyButton({ text }: { text: string }) {
  const [outcome, setOutcome] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    // Undefined on pages without https.
    (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setOutcome(texts.copied),
      () => setOutcome(texts.copyFailed),
    );
  return (
    <button type="button" class="button small copy" onClick={copy}>
      <span aria-live="polite">{outcome ?? texts.copy}</span>
    </button>
  );
}
