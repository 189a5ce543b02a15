import { useEffect, useState } from "preact/hooks";
import { copyText, OUTCOME_MS } from "./copy-text.ts";

interface CopyButtonProps {
  readonly label: string;
  readonly class?: string;
  /** Returns the text to copy. */
  text(): string;
}

/** Button that copies a text and says so. */
export function CopyButton({ label, class: className = "", text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setOutcome(undefined), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome(await copyText(text()));
  return (
    <button type="button" class={`button small copy ${className}`} onClick={copy}>
      <span aria-live="polite">{outcome ?? label}</span>
    </button>
  );
}
