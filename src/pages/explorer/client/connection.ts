/** State of the connection to the server, which all parts of the page share. */
import { useEffect, useState } from "preact/hooks";
import type { Trouble } from "./trouble.ts";

const POLL_MS = 1500;
const POLL_PATH = "/api/v1/status";

let trouble: Trouble | undefined;
/** Counts how often the connection recovered: what failed before is then asked again. */
let round = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Tells all parts what keeps requests from their answers, and begins to wait for its end. */
export function reportTrouble(found: Trouble): void {
  trouble = found;
  clearTimeout(timer);
  if (found.kind === "limited") {
    timer = setTimeout(tryAgain, Math.max(0, found.untilMs - Date.now()));
  } else if (found.kind === "away" || found.kind === "offline") {
    timer = setTimeout(pollServer, POLL_MS);
  }
  notify();
}

/** Ends the trouble, as after a new key; everything that failed is asked again. */
export function tryAgain(): void {
  clearTimeout(timer);
  trouble = undefined;
  round++;
  notify();
}

/** Returns the present trouble and the round, and renders the component again when they change. */
export function useConnection(): { trouble: Trouble | undefined; round: number } {
  const [state, setState] = useState({ trouble, round });
  useEffect(() => {
    const listener = () => setState({ trouble, round });
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return state;
}

function notify(): void {
  for (const listener of listeners) {
    listener();
  }
}

async function pollServer(): Promise<void> {
  try {
    const { ok } = await fetch(POLL_PATH, { cache: "no-store" });
    if (ok) {
      tryAgain();
      return;
    }
  } catch {
    // It is still away.
  }
  reportTrouble({ kind: navigator.onLine ? "away" : "offline" });
}

addEventListener("online", () => {
  if (trouble?.kind === "offline") {
    void pollServer();
  }
});
addEventListener("offline", () => reportTrouble({ kind: "offline" }));
