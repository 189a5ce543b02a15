import { useEffect, useRef, useState } from "preact/hooks";
import { afterTyping } from "../../../kit/client/after-typing.ts";
import { createAsk } from "../../../kit/client/ask.ts";
import { reportFailure, useConnection } from "../../../kit/client/trouble/connection.ts";
import { nearParameters } from "../map-place.ts";
import { loadSuggestions, type ShownSuggestion } from "./suggestions.ts";

export interface SuggestionList {
  /** Text that the suggestions belong to; undefined before the first answer. */
  readonly text: string | undefined;
  readonly list: readonly ShownSuggestion[];
}

const NONE: SuggestionList = { text: undefined, list: [] };
/** Texts and places of the map whose suggestions are kept, for those who type back and forth. */
const MAX_KEPT = 200;
const kept = new Map<string, readonly ShownSuggestion[]>();

/** Returns a typed text in the form of requests: white space has no meaning. */
export function toAsked(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

/** Asks for suggestions at each pause in typing; an answer to an older text is never shown. */
export function useSuggestions(text: string, isWanted: boolean): SuggestionList {
  const [shown, show] = useState(NONE);
  const { round, trouble } = useConnection();
  const isLimited = trouble?.kind === "limited";
  const asked = toAsked(text);
  const latest = useRef(asked);
  latest.current = asked;
  useEffect(() => {
    if (!isWanted || asked === "") {
      show(NONE);
      return;
    }
    const { lat, lng } = nearParameters();
    const keptAs = `${lat} ${lng} ${asked}`;
    const known = kept.get(keptAs);
    if (known !== undefined) {
      show({ text: asked, list: known });
      return;
    }
    if (isLimited) {
      return;
    }
    const controller = new AbortController();
    afterTyping(controller.signal)
      .then(() => loadSuggestions(createAsk(controller.signal), asked))
      .then((list) => {
        keep(keptAs, list);
        if (latest.current === asked) {
          show({ text: asked, list });
        }
      }, reportFailure);
    return () => controller.abort();
  }, [asked, isWanted, round]);
  return shown;
}

function keep(key: string, list: readonly ShownSuggestion[]): void {
  kept.set(key, list);
  if (kept.size > MAX_KEPT) {
    kept.delete(kept.keys().next().value!);
  }
}
