/** Requests to the operator's API, which answers on the same origin with a session cookie. */
import type { Refusal } from "../answers.ts";

/** Refused request, or one without an answer (`code` unreachable). */
class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
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

function refuse(refusal: Refusal): never {
  throw new RefusedError(refusal);
}

/** Returns the refusal of anything that `ask` threw. */
export function refusalOf(error: unknown): Refusal {
  return error instanceof RefusedError ? error.refusal : { code: "unexpected", message: String(error) };
}
