import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { openView } from "../navigation.tsx";
import { isSameView, type View } from "../view.ts";
import { shownMark, typedMark } from "./paint-time.ts";
import { foldName, recogniseIdentificatie, recognisePostcode } from "./recognise.ts";
import type { Suggestion } from "./suggestions.ts";
import { toAsked, useSuggestions } from "./use-suggestions.ts";

/** State of the search box and what it does; `given` is the text of what the page shows. */
export function useSearchBox(given: string) {
  const list = useOptions(given);
  const { text, setText, active, isOpen, close, suggestions } = list;
  const input = useRef<HTMLInputElement>(null);
  useFocusKey(input);
  const choose = ({ view, label, detail }: Suggestion) => {
    setText(detail === "" ? label : `${label}, ${detail}`);
    close();
    openView(view);
  };
  return {
    ...{ text, active, isOpen, close, suggestions, input, choose, listId: useId(), type: list.type },
    onKeyDown(event: KeyboardEvent) {
      const chosen = list.pressKey(event);
      if (chosen !== undefined) {
        choose(chosen);
      }
    },
    onSubmit(event: Event) {
      event.preventDefault();
      const line = text.trim();
      const named = findNamed(line, suggestions.list);
      if (named !== undefined) {
        choose(named);
      } else if (line.length > 1) {
        close();
        openView(viewOfLine(line));
      }
    },
    clear() {
      setText("");
      close();
      input.current?.focus();
    },
  };
}

/** Returns the suggestion whose whole name the text is; a street has one only where no other has its name. */
function findNamed(text: string, list: readonly Suggestion[]): Suggestion | undefined {
  const key = foldName(text);
  const named = list.filter(({ label }) => foldName(label) === key);
  return named.length === 1 || named[0]?.view.kind !== "street" ? named[0] : undefined;
}

/** Returns the view of a text that tells by its form what it is; else the search for it. */
function viewOfLine(line: string): View {
  const postcode = recognisePostcode(line);
  return recogniseIdentificatie(line) ?? { kind: postcode ? "postcode" : "line", id: postcode ?? line };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The text with its list of suggestions, of which at most one is active. */
function useOptions(given: string) {
  const [text, setText] = useState(given);
  const [isOpen, setIsOpen] = useState(false);
  const [activeView, setActiveView] = useState<View>();
  const suggestions = useSuggestions(text, isOpen);
  const active = placeOf(activeView, suggestions.list);
  const close = () => {
    setIsOpen(false);
    setActiveView(undefined);
  };
  const type = (value: string) => {
    typedMark(toAsked(value));
    setText(value);
    setActiveView(undefined);
    setIsOpen(true);
  };
  useEffect(() => {
    setText(given);
    close();
  }, [given]);
  useEffect(() => shownMark(suggestions.text), [suggestions]);
  /** Handles a key; returns the suggestion that it chooses. */
  const pressKey = (event: KeyboardEvent): Suggestion | undefined => {
    const step = STEPS[event.key];
    const chosen =
      event.key === "Enter" && isOpen && active !== undefined ? suggestions.list[active] : undefined;
    if (step !== undefined) {
      setIsOpen(true);
      const next = event.altKey ? undefined : nextActive(active, step, suggestions.list.length);
      setActiveView(next === undefined ? undefined : suggestions.list[next]!.view);
    } else if (event.key === "Escape") {
      isOpen ? close() : setText("");
    }
    if (step !== undefined || event.key === "Escape" || chosen !== undefined) {
      event.preventDefault();
    }
    return chosen;
  };
  return { text, setText, isOpen, active, suggestions, close, type, pressKey };
}

/** Returns the place of what is active: the next answer may have it elsewhere, or not at all. */
function placeOf(view: View, list: readonly Suggestion[]): number | undefined {
  const place = list.findIndex((suggestion) => isSameView(suggestion.view, view));
  return place < 0 ? undefined : place;
}

function nextActive(active: number | undefined, step: number, count: number): number | undefined {
  if (count === 0) {
    return undefined;
  }
  return active === undefined ? (step > 0 ? 0 : count - 1) : (active + step + count) % count;
}

/** Lets `/` focus the search box from anywhere but another field. */
function useFocusKey(input: { readonly current: HTMLInputElement | null }): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest?.("input, textarea, select, [contenteditable]");
      if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        input.current?.focus();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
