import { texts } from "../texts.ts";
import { LiveText } from "./live-text.tsx";
import { OptionList } from "./option-list.tsx";
import { isLongEnough } from "./suggestions.ts";
import { useSearchBox } from "./use-search-box.ts";
import { toAsked } from "./use-suggestions.ts";

/** Search box with suggestions: the combobox of the ARIA Authoring Practices, by list with manual selection. */
export function SearchBox({ text: given }: { text: string }) {
  const box = useSearchBox(given);
  const { text, active, isOpen, listId } = box;
  const { text: answered, list } = box.suggestions;
  const isEmpty = isOpen && answered === toAsked(text) && isLongEnough(text) && list.length === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not know the element search.
    <form class="search" role="search" onSubmit={box.onSubmit}>
      <SearchIcon />
      <input
        {...COMBOBOX}
        role="combobox"
        ref={box.input}
        aria-expanded={isOpen && list.length > 0}
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : `${listId}-${active}`}
        value={text}
        onInput={(event) => box.type(event.currentTarget.value)}
        onKeyDown={box.onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={box.close}
      />
      {text !== "" && (
        <button type="button" class="clear" aria-label={texts.clear} onClick={box.clear}>
          ×
        </button>
      )}
      <OptionList
        id={listId}
        suggestions={isOpen ? list : []}
        active={active}
        typed={text}
        choose={box.choose}
      />
      {isEmpty && (
        <p class="options no-options">
          <b>{texts.noSuggestions}.</b> {texts.noSuggestionsHint}
        </p>
      )}
      <LiveText text={isOpen && answered !== undefined ? texts.suggestionCount(list.length) : ""} />
    </form>
  );
}

/** Attributes of the input that never change. */
const COMBOBOX = {
  class: "input",
  type: "text",
  name: "q",
  "aria-autocomplete": "list",
  "aria-label": texts.searchLabel,
  autocomplete: "off",
  autocapitalize: "off",
  spellcheck: false,
  enterkeyhint: "search",
  maxLength: 200,
  placeholder: texts.searchPlaceholder,
} as const;

function SearchIcon() {
  return (
    <svg class="search-icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" stroke-width="1.8" />
      <path d="m13 13 4.5 4.5" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" />
    </svg>
  );
}
