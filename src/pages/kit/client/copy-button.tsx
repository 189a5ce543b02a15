import { useEffect, useState } from "preact/hooks";
import { currentLanguage, type Texts } from "./preferences.ts";

const nl = { copied: "Gekopieerd", failed: "Kopiëren mag niet van de browser" };
const en: typeof nl = { copied: "Copied", failed: "The browser does not allow copying" };
const TEXTS: Texts<typeof nl> = { nl, en };

const SHOWN_MS = 2000;

interface CopyButtonProps {
  readonly label: string;
  readonly class?: string;
  /** Returns the text to copy. */
  text(): string;
}

/** Button that copies a text and says so. */
export function CopyButton({ label, class: className = "", text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string>();
  const { copied, failed } = TEXTS[currentLanguage()];
  useEffect(() => {
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    // Undefined on pages without https.
    (navigator.clipboard?.writeText(text()) ?? Promise.reject()).then(
      () => setOutcome(copied),
      () => setOutcome(failed),
    );
  return (
    <button type="button" class={`button small copy ${className}`} onClick={copy}>
      <span aria-live="polite">{outcome ?? label}</span>
    </button>
  );
}
