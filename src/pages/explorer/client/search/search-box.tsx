import type { TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { OptionList, SearchIcon, useCombobox, useSearchKey } from "../../../kit/client/combobox.tsx";
import { LiveText } from "../../../kit/client/live-text.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";
import { kindNameOf } from "../format.ts";
import { openView } from "../navigation.tsx";
import { pageData } from "../page-data.ts";
import { lowerSheet } from "../sheet.tsx";
import { openLine } from "./named.ts";
import { hasNumber, plainName } from "./recognise.ts";
import { isLongEnough, type ShownSuggestion } from "./suggestions.ts";
import { type SuggestionList, toAsked, useSuggestions } from "./use-suggestions.ts";

const texts = pickTexts({
  label: {
    nl: "Zoek een adres, postcode, straat, plaats of identificatie",
    en: "Search for an address, postcode, street, place or identifier",
  },
  placeholder: { nl: "Adres, postcode, plaats…", en: "Address, postcode, place…" },
  clear: { nl: "Wis", en: "Clear" },
  suggestions: { nl: "Suggesties", en: "Suggestions" },
  count: {
    nl: (n: number) => (n === 1 ? "1 suggestie" : `${n} suggesties`),
    en: (n: number) => (n === 1 ? "1 suggestion" : `${n} suggestions`),
  },
  noNumber: { nl: "heeft dit nummer niet", en: "does not have this number" },
  none: { nl: "Geen suggesties", en: "No suggestions" },
  noneHint: {
    nl: "Druk op Enter om te zoeken: dan worden ook typefouten verbeterd.",
    en: "Press Enter to search: then typing errors are corrected too.",
  },
});

interface SearchBoxProps {
  /** Text of the shown view, which its card changes when it is loaded. */
  readonly text: string;
  /** Key of the shown view. */
  readonly of: string | undefined;
}

/** Search box with suggestions. No suggestion is active at first, so that Enter searches for the line. */
export function SearchBox(props: SearchBoxProps) {
  const box = useSearchBox(props);
  const { text, isOpen, combobox } = box;
  const { text: answered, list } = box.suggestions;
  const isEmpty = isOpen && answered === toAsked(text) && isLongEnough(text) && list.length === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not know the element search.
    <form class="search no-print" role="search" onSubmit={box.onSubmit}>
      <SearchIcon class="search-icon" size={18} />
      <input
        {...INPUT}
        {...combobox.input}
        ref={box.input}
        value={text}
        onInput={(event) => box.type(event.currentTarget.value)}
        onKeyDown={box.onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={box.close}
      />
      {text !== "" && (
        <button
          type="button"
          class="button quiet icon muted clear"
          aria-label={texts.clear}
          onClick={box.clear}
        >
          ×
        </button>
      )}
      <OptionList
        combobox={combobox}
        label={texts.suggestions}
        render={(suggestion) => <Option suggestion={suggestion} typed={text} />}
      />
      {isEmpty && (
        <p class="box options no-options hint">
          <b>{texts.none}.</b> {texts.noneHint} {pageData.registry?.missing}
        </p>
      )}
      <LiveText text={isOpen && answered !== undefined ? texts.count(list.length) : ""} />
    </form>
  );
}

/** Attributes of the input that never change. */
const INPUT = {
  class: "input",
  name: "q",
  "aria-label": texts.label,
  autocapitalize: "off",
  enterkeyhint: "search",
  maxLength: 200,
  placeholder: texts.placeholder,
} as const;

/** State of the search box and its actions. */
function useSearchBox(shown: SearchBoxProps) {
  const { text, setText, change } = useShownText(shown, () => close());
  const [isOpen, setIsOpen] = useState(false);
  const suggestions = useSuggestions(text, isOpen);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(text);
  latest.current = text;
  const options = isOpen ? fitting(suggestions, text) : [];
  const choose = ({ view, label, detail }: ShownSuggestion) => {
    setText(detail === "" ? label : `${label}, ${detail}`);
    close();
    lowerSheet();
    openView(view);
  };
  const combobox = useCombobox({ options, keyOf, choose, onStep: () => setIsOpen(true) });
  const close = () => {
    setIsOpen(false);
    combobox.reset();
  };
  useSearchKey(() => input.current?.focus());
  return {
    ...{ text, isOpen, close, suggestions, combobox, input },
    type(value: string) {
      change(value);
      combobox.reset();
      setIsOpen(true);
    },
    onKeyDown(event: TargetedKeyboardEvent<HTMLInputElement>) {
      if (event.key === "Escape") {
        event.preventDefault();
        isOpen ? close() : change("");
      } else {
        combobox.input.onKeyDown(event);
      }
    },
    onSubmit(event: Event) {
      event.preventDefault();
      const line = text.trim();
      if (line.length > 1) {
        close();
        lowerSheet();
        void openLine(line, () => latest.current === text);
      }
    },
    clear() {
      change("");
      close();
      input.current?.focus();
    },
  };
}

/**
 * Returns the text of the box and two ways to set it. `change` is for typed text, which stays until another view is
 * opened, even when a card arrives with its own text. Calls `onGiven` when the text of the page is shown again.
 */
function useShownText({ text: given, of }: SearchBoxProps, onGiven: () => void) {
  const [text, setText] = useState(given);
  const isTyped = useRef(false);
  useLayoutEffect(() => {
    isTyped.current = false;
  }, [of]);
  useLayoutEffect(() => {
    if (!isTyped.current) {
      setText(given);
      onGiven();
    }
  }, [given, of]);
  const change = (value: string) => {
    isTyped.current = true;
    setText(value);
  };
  return { text, setText, change };
}

/** Returns the suggestions without the streets of an older text, once the text has a number: an address is meant. */
function fitting({ text: answered, list }: SuggestionList, text: string): readonly ShownSuggestion[] {
  return answered !== toAsked(text) && hasNumber(text)
    ? list.filter(({ view }) => view.kind !== "street")
    : list;
}

function keyOf({ view: { kind, id } }: ShownSuggestion): string {
  return `${kind} ${id}`;
}

function Option({ suggestion, typed }: { suggestion: ShownSuggestion; typed: string }) {
  const { view, label, detail } = suggestion;
  // A street is suggested for a text with a number only where it does not have that number.
  const lacksNumber = view.kind === "street" && hasNumber(typed);
  return (
    <>
      <span class="option-label">{emphasize(label, typed)}</span>
      {detail !== "" && <span class="option-detail hint">{detail}</span>}
      <span class="hint">
        {kindNameOf(view)}
        {lacksNumber && ` ${texts.noNumber}`}
      </span>
    </>
  );
}

/** Puts the part of a label that the typed text begins with in bold. */
function emphasize(label: string, typed: string) {
  const key = plainName(typed.trim());
  const isPrefix = key !== "" && plainName(label).startsWith(key);
  return isPrefix ? (
    <>
      <b>{label.slice(0, key.length)}</b>
      {label.slice(key.length)}
    </>
  ) : (
    label
  );
}
