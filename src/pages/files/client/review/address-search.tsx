import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { afterTyping } from "../../../kit/client/after-typing.ts";
import { OptionList, SearchIcon, useCombobox } from "../../../kit/client/combobox.tsx";
import { LiveText } from "../../../kit/client/live-text.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { FoundAddress } from "../answers.ts";
import { refusalCodeOf, suggestAddresses } from "../session.ts";

const texts = pickTexts({
  searchOther: { en: "Search for another address", nl: "Ander adres zoeken" },
  searchPlaceholder: { en: "Street, number, place or postcode", nl: "Straat, nummer, plaats of postcode" },
  suggestions: { en: "Suggestions", nl: "Suggesties" },
  searchQuota: {
    en: "The key has no requests left this month. You can still choose from the addresses of a row.",
    nl: "De verzoeken van de sleutel zijn voor deze maand op. U kunt nog kiezen uit de adressen bij een rij.",
  },
  suggestionCount: {
    en: (n: number) => (n === 1 ? "1 suggestion" : `${n} suggestions`),
    nl: (n: number) => (n === 1 ? "1 suggestie" : `${n} suggesties`),
  },
});

interface AddressSearchProps {
  readonly input: { current: HTMLInputElement | null };
  /** Text that the empty box gets when it is entered. */
  readonly begin: string;
  onChoose(address: FoundAddress): void;
}

/** Search box for an address that is not among those offered. */
export function AddressSearch({ input, begin, onChoose }: AddressSearchProps) {
  const { text, found, isOpen, combobox, setText, type, close } = useSearch(onChoose);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") {
      event.preventDefault();
      isOpen ? close() : event.currentTarget.closest(".row-card")?.querySelector("h4")?.focus();
    } else {
      combobox.input.onKeyDown(event);
    }
  };
  return (
    <div class="address-search">
      <SearchIcon class="search-icon" size={18} />
      <input
        {...combobox.input}
        ref={input}
        class="input"
        aria-label={texts.searchOther}
        placeholder={`${texts.searchOther}: ${texts.searchPlaceholder}`}
        maxLength={200}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onFocus={() => text === "" && setText(begin)}
        // A click would leave the caret in the text that its focus has brought.
        onClick={({ currentTarget: box }) =>
          text === begin && box.setSelectionRange(text.length, text.length)
        }
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <OptionList combobox={combobox} label={texts.suggestions} render={(address) => address.text} />
      {found.isRefused && <p class="hint">{texts.searchQuota}</p>}
      <LiveText text={isOpen && found.text !== "" ? texts.suggestionCount(found.list.length) : ""} />
    </div>
  );
}

/** State of the search box and its actions. */
function useSearch(onChoose: AddressSearchProps["onChoose"]) {
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const found = useAddresses(isOpen ? text.trim() : "");
  const options = isOpen ? found.list : [];
  const close = () => setIsOpen(false);
  const choose = (address: FoundAddress) => {
    close();
    onChoose(address);
  };
  const combobox = useCombobox({
    options,
    startsAtFirst: true,
    keyOf,
    choose,
    onStep: () => setIsOpen(true),
  });
  const type = (value: string) => {
    setText(value);
    combobox.reset();
    setIsOpen(true);
  };
  return { text, found, isOpen, combobox, setText, type, close };
}

function keyOf({ id }: FoundAddress): string {
  return id;
}

interface Found {
  /** Text that the list is of; empty before the first answer. */
  readonly text: string;
  readonly list: readonly FoundAddress[];
  /** True when the quota of the key is used up. */
  readonly isRefused: boolean;
}

const NOTHING: Found = { text: "", list: [], isRefused: false };
const MIN_LENGTH = 2;

/** Returns addresses for a text; an answer to an older text is never shown. */
function useAddresses(text: string): Found {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (text.length < MIN_LENGTH) {
      setFound(NOTHING);
      return;
    }
    const controller = new AbortController();
    afterTyping(controller.signal)
      .then(() => suggestAddresses(text, controller.signal))
      .then(
        (list) => setFound({ text, list, isRefused: false }),
        (error: unknown) => {
          if (!controller.signal.aborted) {
            setFound({ ...NOTHING, isRefused: refusalCodeOf(error) === "quota_exceeded" });
          }
        },
      );
    return () => controller.abort();
  }, [text]);
  return found;
}
