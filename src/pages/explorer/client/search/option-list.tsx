import { useEffect } from "preact/hooks";
import { kindNameOf } from "../kind-name.ts";
import { texts } from "../texts.ts";
import { foldName } from "./recognise.ts";
import type { Suggestion } from "./suggestions.ts";

interface OptionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number | undefined;
  /** Text of which the same words are shown in bold. */
  readonly typed: string;
  choose(suggestion: Suggestion): void;
}

export function OptionList({ id, suggestions, active, typed, choose }: OptionListProps) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      id={id}
      class="options"
      role="listbox"
      aria-label={texts.suggestions}
      hidden={suggestions.length === 0}
    >
      {suggestions.map((suggestion, i) => (
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which names the active option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
        <div
          key={suggestion.view.kind + suggestion.view.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          // The input keeps the focus, so that its blur does not close the list first.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestion)}
        >
          <span class="option-text">
            <span class="option-label">{emphasize(suggestion.label, typed)}</span>
            {suggestion.detail !== "" && <span class="option-detail">{suggestion.detail}</span>}
          </span>
          <span class="option-kind">{kindNameOf(suggestion.view)}</span>
        </div>
      ))}
    </div>
  );
}

/** Puts the part of a label that the typed text begins with in bold. */
function emphasize(label: string, typed: string) {
  const key = foldName(typed.trim());
  const isPrefix = key !== "" && foldName(label).startsWith(key);
  return isPrefix ? (
    <>
      <b>{label.slice(0, key.length)}</b>
      {label.slice(key.length)}
    </>
  ) : (
    label
  );
}
