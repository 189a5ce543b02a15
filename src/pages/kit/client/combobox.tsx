/**
 * Input with a list of options: the combobox of the ARIA Authoring Practices. The form component has its own, which
 * needs no Preact (form/client/component/combobox.ts).
 */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useState } from "preact/hooks";

interface ComboboxOptions<T> {
  readonly options: readonly T[];
  /** True: the first option is active until another is chosen. */
  readonly startsAtFirst?: boolean;
  /** Returns the key by which an option is recognised in the next list. */
  keyOf(option: T): string;
  choose(option: T): void;
  /** Called when an arrow key asks for an option, also while none is shown. */
  onStep?(): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Keeps which option is active; returns the attributes of the input and of each option. */
export function useCombobox<T>({ options, startsAtFirst, keyOf, choose, onStep }: ComboboxOptions<T>) {
  const listId = useId();
  const [activeKey, setActiveKey] = useState<string>();
  // The next list may have the active option elsewhere, or not at all.
  const place = options.findIndex((option) => keyOf(option) === activeKey);
  const first = startsAtFirst && options.length > 0 ? 0 : undefined;
  const active = place < 0 ? first : place;
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      onStep?.();
      const next = event.altKey ? undefined : nextActive(active, step, options.length);
      setActiveKey(next === undefined ? undefined : keyOf(options[next]!));
    } else if (event.key === "Enter" && active !== undefined) {
      event.preventDefault();
      choose(options[active]!);
    }
  };
  return {
    /** Makes no option active but the one to start at. */
    reset: () => setActiveKey(undefined),
    input: {
      role: "combobox",
      type: "text",
      autocomplete: "off",
      spellcheck: false,
      "aria-autocomplete": "list",
      "aria-expanded": options.length > 0,
      "aria-controls": listId,
      "aria-activedescendant": active === undefined ? undefined : `${listId}-${active}`,
      onKeyDown,
    },
    listId,
    option: (i: number) => ({ id: `${listId}-${i}`, "aria-selected": i === active }),
    options,
    keyOf,
    choose,
  } as const;
}

interface OptionListProps<T> {
  readonly combobox: Pick<
    ReturnType<typeof useCombobox<T>>,
    "listId" | "option" | "options" | "keyOf" | "choose"
  >;
  /** Name of the list for screen readers. */
  readonly label: string;
  /** Renders an option. */
  render(option: T): ComponentChildren;
}

/** List of the options of a combobox. */
export function OptionList<T>({ combobox, label, render }: OptionListProps<T>) {
  const { listId, options, keyOf, choose } = combobox;
  return (
    <div id={listId} class="box options" role="listbox" aria-label={label} hidden={options.length === 0}>
      {options.map((option, i) => (
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which names the active option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
        <div
          key={keyOf(option)}
          {...combobox.option(i)}
          role="option"
          // The input keeps the focus, so that its blur does not close the list first.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          {render(option)}
        </div>
      ))}
    </div>
  );
}

function nextActive(active: number | undefined, step: number, count: number): number | undefined {
  if (count === 0) {
    return undefined;
  }
  return active === undefined ? (step > 0 ? 0 : count - 1) : (active + step + count) % count;
}

/** Calls `open` at `/`, typed anywhere but in a field, and at other keys that `isShortcut` knows. */
export function useSearchKey(
  open: () => void,
  isShortcut: (event: KeyboardEvent) => boolean = () => false,
): void {
  // As soon as the script has run: an effect would wait for the next frame, and keys before it would be lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isSlash(event) || isShortcut(event)) {
        event.preventDefault();
        open();
      }
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
}

const FIELDS = "input:not([type=radio]), textarea, select, [contenteditable]";

function isSlash({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
  return key === "/" && !isTyping && !ctrlKey && !metaKey && !altKey;
}

export function SearchIcon({ size, class: className }: { readonly size: number; readonly class?: string }) {
  return (
    <svg
      class={className}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="m13 13 4.5 4.5" />
    </svg>
  );
}
