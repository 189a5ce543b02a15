/** Requests over HTTP that always end: by an answer, or by a fault after a time without a byte. */
import { messageOf } from "./errors.ts";
import { SOFTWARE_VERSION } from "./version.ts";

/** Fault that a repetition may overcome. */
export class RetryableFault extends Error {}

/** Statuses of a busy server: Request Timeout, Too Early, Too Many Requests. */
const BUSY_STATUSES = [408, 425, 429];

/** Returns true for the status of a busy or failing server, which a repetition may overcome. */
export function isBusy(status: number): boolean {
  return BUSY_STATUSES.includes(status) || status >= 500;
}

export interface OpenResponse {
  readonly response: Response;
  /** Ends the connection. */
  readonly abort: AbortController;
}

/**
 * Sends a request. Throws `RetryableFault` when no answer begins within `stallMs`; `silence` is the text for this
 * fault. Redirects are answers, not followed.
 */
export async function requestWithin(
  url: string,
  init: RequestInit,
  stallMs: number,
  silence = "no answer",
): Promise<OpenResponse> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error(`${silence} for ${stallMs / 1000} s`)), stallMs);
  try {
    const response = await fetch(url, {
      ...init,
      headers: { "accept-encoding": "identity", "user-agent": `baken/${SOFTWARE_VERSION}`, ...init.headers },
      redirect: "manual",
      signal: abort.signal,
    });
    return { response, abort };
  } catch (error) {
    throw new RetryableFault(messageOf(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Yields a body as it arrives. Throws `RetryableFault` when the connection is cut, or when a byte that is waited for
 * does not come in time.
 */
export async function* readChunks(
  { response, abort }: OpenResponse,
  stallMs: number,
): AsyncGenerator<Uint8Array, undefined> {
  const reader = response.body?.getReader();
  while (reader !== undefined) {
    const timer = setTimeout(() => abort.abort(new Error(`no data for ${stallMs / 1000} s`)), stallMs);
    const { value } = await reader
      .read()
      .catch((error: unknown) => {
        throw new RetryableFault(messageOf(abort.signal.reason ?? error), { cause: error });
      })
      .finally(() => clearTimeout(timer));
    if (value === undefined) {
      return;
    }
    yield value;
  }
}

export interface RetryOptions {
  readonly maxTries: number;
  /** Pause before the second try; it doubles with each try, up to ten times as long. */
  readonly firstPauseMs: number;
  /** Time of `performance.now()` at which no pause ends any more. */
  readonly endMs?: number;
}

/** Runs `work`, and repeats it after a `RetryableFault`. Throws the fault of the last try. */
export async function retry<T>(
  { maxTries, firstPauseMs, endMs = Number.POSITIVE_INFINITY }: RetryOptions,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = firstPauseMs * Math.min(2 ** (tries - 1), 10);
      const isLast = tries === maxTries || performance.now() + pauseMs >= endMs;
      if (!(error instanceof RetryableFault) || isLast) {
        throw error;
      }
      await Bun.sleep(pauseMs);
    }
  }
}
