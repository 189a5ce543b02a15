import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SearchEntry } from "../page-data.ts";
import { findEntries } from "./search-match.ts";
import { TEXTS } from "./texts.ts";

/** Button in the bar that opens the search; so do `/` and Ctrl+K or Cmd+K. */
export function Search({ index }: { index: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [entries, setEntries] = useState<readonly SearchEntry[] | "away">();

  const open = async () => {
    if (dialog.current!.open) {
      return;
    }
    dialog.current!.showModal();
    if (entries === undefined || entries === "away") {
      setEntries(await loadEntries(index));
    }
  };
  // As soon as the script has run: an effect would wait for the next frame, and keys before it would be lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (opensSearch(event)) {
        event.preventDefault();
        void open();
      }
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });

  return (
    <>
      <button type="button" class="search-button" aria-label={TEXTS.search} onClick={open}>
        <span>{TEXTS.search}</span> <kbd>/</kbd>
        <svg
          width="20"
          height="20"
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          stroke-width="1.8"
          aria-hidden="true"
        >
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="m13 13 4.5 4.5" />
        </svg>
      </button>
      <dialog ref={dialog} class="search-dialog" aria-label={TEXTS.search} closedby="any">
        <SearchPanel entries={entries} close={() => dialog.current!.close()} />
      </dialog>
    </>
  );
}

function opensSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if ((ctrlKey || metaKey) && key.toLowerCase() === "k") {
    return true;
  }
  const isTyping =
    target instanceof HTMLElement && target.matches("input:not([type=radio]), textarea, select");
  return key === "/" && !isTyping && !ctrlKey && !metaKey && !altKey;
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
  readonly close: () => void;
}

function SearchPanel({ entries, close }: PanelProps) {
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const found = Array.isArray(entries) ? findEntries(entries, typed) : [];

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    }
    if (event.key === "Enter" && found[active] !== undefined) {
      close();
      location.assign(found[active][2]);
    }
  };
  return (
    <>
      <input
        class="search-input"
        type="text"
        role="combobox"
        autofocus
        autocomplete="off"
        spellcheck={false}
        aria-label={TEXTS.search}
        aria-expanded={found.length > 0}
        aria-controls="search-results"
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `search-result-${active}` : undefined}
        placeholder={TEXTS.searchHint}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Results found={found} active={active} close={close} />
      <p class="search-note" role="status">
        {noteOf(entries, typed.trim(), found.length)}
      </p>
    </>
  );
}

function noteOf(entries: PanelProps["entries"], typed: string, count: number): string {
  if (entries === "away") {
    return TEXTS.searchAway;
  }
  if (typed === "") {
    return TEXTS.searchEmpty;
  }
  return count === 0 ? TEXTS.searchNothing(typed) : TEXTS.searchCount(count);
}

interface ResultsProps {
  readonly found: readonly SearchEntry[];
  readonly active: number;
  readonly close: () => void;
}

function Results({ found, active, close }: ResultsProps) {
  return (
    <div id="search-results" class="search-results" role="listbox" aria-label={TEXTS.search}>
      {found.map(([kind, title, address, text], i) => (
        <a
          key={address}
          id={`search-result-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          href={address}
          onClick={close}
        >
          <span class="search-kind">{TEXTS.kinds[kind]}</span>
          <span class="search-title">{title}</span>
          <span class="search-text">{text}</span>
        </a>
      ))}
    </div>
  );
}
