import { useState } from "preact/hooks";
import { useCombobox, useSearchKey } from "../../kit/client/combobox.tsx";
import { Dialog } from "../../kit/client/dialog.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import type { SearchEntry } from "../page-data.ts";
import { excerptOf, findEntries } from "./search-match.ts";

const texts = pickTexts({
  search: { en: "Search the documentation", nl: "Zoeken in de documentatie" },
  searchButton: { en: "Search", nl: "Zoeken" },
  searchHint: {
    en: "Path, parameter, field, error or guide",
    nl: "Pad, parameter, veld, fout of handleiding",
  },
  searchEmpty: {
    en: "Type a word: postcode, pand_id, 429, certainty …",
    nl: "Typ een woord: postcode, pand_id, 429, certainty …",
  },
  searchNothing: {
    en: (words: string) => `Nothing found for “${words}”.`,
    nl: (words: string) => `Niets gevonden voor “${words}”.`,
  },
  searchCount: { en: (count: number) => `${count} results`, nl: (count: number) => `${count} resultaten` },
  searchAway: { en: "The search index cannot be loaded now.", nl: "De zoekindex is nu niet te laden." },
  kinds: {
    operation: { en: "Path", nl: "Pad" },
    parameter: { en: "Parameter", nl: "Parameter" },
    field: { en: "Field", nl: "Veld" },
    error: { en: "Error", nl: "Fout" },
    guide: { en: "Guide", nl: "Handleiding" },
    heading: { en: "Section", nl: "Paragraaf" },
  },
});

/** Button in the bar that opens the search; so do `/` and Ctrl+K or Cmd+K. */
export function Search({ index }: { index: string }) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [entries, setEntries] = useState<readonly SearchEntry[] | "away">();

  const open = async () => {
    setOpen(true);
    if (entries === undefined || entries === "away") {
      setEntries(await loadEntries(index));
    }
  };
  const close = () => setOpen(false);
  useSearchKey(
    () => isOpen || void open(),
    ({ key, ctrlKey, metaKey }) => (ctrlKey || metaKey) && key.toLowerCase() === "k",
  );

  return (
    <>
      <button type="button" class="input muted search-button" aria-label={texts.search} onClick={open}>
        <span>{texts.searchButton}</span> <kbd>/</kbd>
      </button>
      {isOpen && (
        <Dialog class="search-dialog" label={texts.search} isLight onClose={close}>
          <SearchPanel {...{ entries, typed, setTyped, close }} />
        </Dialog>
      )}
    </>
  );
}

async function loadEntries(address: string): Promise<readonly SearchEntry[] | "away"> {
  try {
    const response = await fetch(address);
    if (!response.ok) {
      return "away";
    }
    const entries = (await response.json()) as SearchEntry[];
    // Of a static site they are relative to the file of the entries.
    const toAddress = (link: string) => new URL(link, new URL(address, location.href)).href;
    return entries.map(([kind, title, link, text]) => [kind, title, toAddress(link), text]);
  } catch {
    return "away";
  }
}

interface PanelProps {
  readonly entries: readonly SearchEntry[] | "away" | undefined;
  readonly typed: string;
  setTyped(text: string): void;
  close(): void;
}

function SearchPanel({ entries, typed, setTyped, close }: PanelProps) {
  const found = Array.isArray(entries) ? findEntries(entries, typed) : [];
  const combobox = useCombobox({
    options: found,
    startsAtFirst: true,
    keyOf: ([, title, address]) => `${title} ${address}`,
    choose([, , address]) {
      close();
      location.assign(address);
    },
  });
  return (
    <>
      <input
        {...combobox.input}
        class="search-input"
        autofocus
        aria-label={texts.search}
        placeholder={texts.searchHint}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          combobox.reset();
        }}
      />
      <div id={combobox.listId} role="listbox" class="search-results" aria-label={texts.search}>
        {found.map((entry, i) => {
          const [kind, title, address] = entry;
          return (
            <a
              key={address}
              {...combobox.option(i)}
              role="option"
              tabIndex={-1}
              href={address}
              onClick={close}
            >
              <span class="search-kind hint">{texts.kinds[kind]}</span>
              <span class="search-title">{title}</span>
              <span class="search-text hint">{excerptOf(entry, typed)}</span>
            </a>
          );
        })}
      </div>
      <p class="search-note hint" role="status">
        {noteOf(entries, typed.trim(), found.length)}
      </p>
    </>
  );
}

function noteOf(entries: PanelProps["entries"], typed: string, count: number): string {
  if (entries === "away") {
    return texts.searchAway;
  }
  if (typed === "") {
    return texts.searchEmpty;
  }
  return count === 0 ? texts.searchNothing(typed) : texts.searchCount(count);
}
