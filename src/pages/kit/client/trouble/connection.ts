/** State of the connection to the server, which all parts of the page share. */
import { useEffect, useState } from "preact/hooks";
import { type ProblemBody, RequestFailed } from "../../../../http/client/client.ts";
import { access } from "../ask.ts";

/** Reason for which a request gets no answer, as shown to the visitor. */
export type Trouble =
  /** This server's pages need a key, and there is none. */
  | { readonly kind: "key-needed" }
  /** The key is wrong, expired or revoked. */
  | { readonly kind: "key-refused" }
  /** The key may not be used on this page. */
  | { readonly kind: "key-not-allowed"; readonly code: string }
  | { readonly kind: "limited"; readonly untilMs: number; readonly isQuota: boolean }
  /** The server does not answer, or with an error of its own; it is asked again until it does. */
  | { readonly kind: "away" }
  | { readonly kind: "offline" }
  | { readonly kind: "not-found"; readonly problem: ProblemBody | undefined }
  | { readonly kind: "invalid" };

/** Seconds to wait after a 429 that does not say how long. */
const DEFAULT_WAIT_S = 60;

/** Returns the trouble behind an error; undefined for a request that was ended on purpose. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof DOMException && error.name === "AbortError") {
    return undefined;
  }
  return error instanceof RequestFailed ? troubleOfResponse(error) : networkTrouble(error);
}

/** Returns the same as `troubleOf`. Reports a trouble to all parts of the page when other requests have it too. */
export function reportFailure(error: unknown): Trouble | undefined {
  const trouble = troubleOf(error);
  if (trouble !== undefined && trouble.kind !== "not-found" && trouble.kind !== "invalid") {
    reportTrouble(trouble);
  }
  return trouble;
}

function troubleOfResponse({ status, problem, retryAfterS }: RequestFailed): Trouble {
  switch (status) {
    case 401:
      return troubleOfStatus(status)!;
    case 403:
      return { kind: "key-not-allowed", code: problem?.code ?? "" };
    case 404:
      return { kind: "not-found", problem };
    case 429: {
      const untilMs = Date.now() + 1000 * (retryAfterS ?? DEFAULT_WAIT_S);
      return { kind: "limited", untilMs, isQuota: problem?.code === "quota_exceeded" };
    }
  }
  return status >= 500 ? { kind: "away" } : { kind: "invalid" };
}

/** Returns the trouble with the key that a status alone shows. */
export function troubleOfStatus(status: number): Trouble | undefined {
  return status === 401 ? { kind: access.key() === undefined ? "key-needed" : "key-refused" } : undefined;
}

/** Fetch rejects with a TypeError where no answer came; anything else is a fault of this page and is not hidden. */
function networkTrouble(error: unknown): Trouble {
  if (!(error instanceof TypeError)) {
    throw error;
  }
  return { kind: navigator.onLine ? "away" : "offline" };
}

/** Longer timeouts, as of a quota until the end of the month, would be over at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const POLL_MS = 1500;
const POLL_PATH = "/api/v1/status";

let trouble: Trouble | undefined;
/** Counts how often the connection recovered: failed requests are then sent again. */
let round = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Reports to all parts of the page why requests get no answer, and begins to wait for the end of the trouble. */
export function reportTrouble(found: Trouble): void {
  trouble = found;
  clearTimeout(timer);
  if (found.kind === "limited") {
    timer = setTimeout(tryAgain, Math.min(Math.max(0, found.untilMs - Date.now()), MAX_TIMEOUT_MS));
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

/** Resolves at once unless the server wants another key; then when it is given. */
export function keyAccepted(): Promise<void> {
  return troubleChanged(() => !trouble?.kind.startsWith("key-"));
}

/** Resolves when nothing keeps requests from their answers. */
export function recovered(): Promise<void> {
  return troubleChanged(() => trouble === undefined);
}

function troubleChanged(isOver: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    if (isOver()) {
      listeners.delete(check);
      resolve();
    }
  };
  listeners.add(check);
  check();
  return promise;
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
