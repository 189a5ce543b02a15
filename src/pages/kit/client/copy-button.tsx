import { copyByButton } from "./copy-text.ts";

interface CopyButtonProps {
  readonly label: string;
  readonly class?: string;
  /** Returns the text to copy. */
  text(): string;
}

/** Button that copies a text and says so. */
export function CopyButton({ label, class: className = "", text }: CopyButtonProps) {
  return (
    <button
      type="button"
      class={`button small copy ${className}`}
      aria-live="polite"
      onClick={({ currentTarget }) => copyByButton(currentTarget, text())}
    >
      {label}
    </button>
  );
}
