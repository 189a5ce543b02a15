/** Requests to the operator's API, which answers on the same origin with a session cookie. */
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useState } from "preact/hooks";
import type { RefusedRequests } from "../server/refuse.ts";

/** Refused request, or one without an answer (`code` unreachable). */
class RefusedError extends Error {
  readonly refusal: RefusedRequests;

  constructor(refusal: RefusedRequests) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

interface Request {
  readonly method?: "GET" | "POST" | "PATCH";
  readonly body?: unknown;
  /** True for a request that the page sends by itself. */
  readonly isPoll?: boolean;
}

/** True when somebody used the page since the last request: only then does a poll prolong the session. */
let wasUsed = true;
for (const event of ["pointerdown", "keydown"]) {
  addEventListener(event, () => {
    wasUsed = true;
  });
}

/** Sends a request; `path` is below `/api`. Throws a RefusedError. */
export async function ask<T>(
  path: string,
  { method = "GET", body, isPoll = false }: Request = {},
): Promise<T> {
  const headers = new Headers();
  if (body !== undefined) {
    headers.set("content-type", "application/json");
  }
  if (isPoll && !wasUsed) {
    headers.set("x-background", "1");
  }
  wasUsed = false;
  const init: RequestInit = { method, headers, cache: "no-store" };
  const response = await fetch(
    `/api/${path}`,
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
  ).catch(() => refuse({ code: "unreachable", message: "The server does not answer." }));
  const answer = await response
    .json()
    .catch(() => refuse({ code: "unreachable", message: response.statusText }));
  return response.ok ? answer : refuse(answer);
}

/** Sends a change, as `ask` does. */
export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return ask<T>(path, { method: "POST", body });
}

function refuse(refusal: RefusedRequests): never {
  throw new RefusedError(refusal);
}

/** Returns the refusal of anything that `ask` threw. */
export function refusalOf(error: unknown): RefusedRequests {
  return error instanceof RefusedError ? error.refusal : { code: "unexpected", message: String(error) };
}

/** Reports to the frame of the pages: how the last request ended, undefined when well. */
export const ReportContext = createContext<(refusal: RefusedRequests | undefined) => void>(() => {});

/** Codes of refusals that the frame of the pages shows. */
const REPORTED = ["unreachable", "unauthenticated"];

const PAUSE_MS = 3_000;

/**
 * Asks for a path now, and again after each pause while the tab is visible. Returns the latest answer, and the reason
 * why there is none, other than an ended session or a silent server.
 */
export function usePolled<T>(path: string) {
  const [data, setData] = useState<T>();
  const [refusal, setRefusal] = useState<RefusedRequests>();
  const [round, setRound] = useState(0);
  const report = useContext(ReportContext);
  const reload = useCallback(() => setRound((n) => n + 1), []);
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (isPoll: boolean) => {
      clearTimeout(timer);
      const outcome = await ask<T>(path, { isPoll }).then((answer) => ({ answer }), refusalOf);
      if (!isCurrent) {
        return;
      }
      if ("answer" in outcome) {
        setData(outcome.answer);
      }
      const isReported = "answer" in outcome || REPORTED.includes(outcome.code);
      setRefusal(isReported ? undefined : outcome);
      report("answer" in outcome ? undefined : outcome);
      timer = setTimeout(() => (document.hidden ? undefined : poll(true)), PAUSE_MS);
    };
    const onVisible = () => (document.hidden ? undefined : void poll(true));
    document.addEventListener("visibilitychange", onVisible);
    void poll(false);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [path, report, round]);
  return { data, refusal, reload };
}
