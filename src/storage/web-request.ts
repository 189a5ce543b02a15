/** Requests over HTTP that always end: by an answer, or by a fault after a time without one. */

import { messageOf } from "../base/errors.ts";
import { SOFTWARE_VERSION } from "../base/version.ts";

/** Milliseconds without a byte after which a connection counts as cut. */
export const STALL_MS = 10_000;

/** Fault that a repetition may overcome. */
export class RetryableFault extends Error {}

/** Status of a request that a server cannot serve at all, such as one with a condition. */
export const NOT_IMPLEMENTED = 501;

/** Throws `RetryableFault` for the status of a busy or failing server. */
export function assertAnswered(status: number): void {
  if (status === 408 || status === 425 || status === 429 || (status >= 500 && status !== NOT_IMPLEMENTED)) {
    throw new RetryableFault(`the server answered ${status}`);
  }
}

export interface OpenResponse {
  readonly response: Response;
  /** Ends the connection. */
  readonly abort: AbortController;
}

/** Sends a request; throws `RetryableFault` when no answer begins in time. Redirects are answers, not followed. */
export async function requestWithin(
  url: string,
  init: RequestInit = {},
  stallMs = STALL_MS,
): Promise<OpenResponse> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error(`no answer for ${stallMs / 1000} s`)), stallMs);
  try {
    const response = await fetch(url, {
      ...init,
      headers: { "accept-encoding": "identity", "user-agent": `baken/${SOFTWARE_VERSION}`, ...init.headers },
      redirect: "manual",
      signal: abort.signal,
    });
    return { response, abort };
  } catch (error) {
    throw new RetryableFault(messageOf(error));
  } finally {
    clearTimeout(timer);
  }
}

export interface SmallAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 100;
/** Size of the error document that may come with a status. */
const MAX_DOCUMENT_BYTES = 64 * 1024;

export interface SmallRequestOptions {
  readonly maxBytes?: number | undefined;
  /** Milliseconds after which the request is given up; undefined: after some tries, each of {@link STALL_MS}. */
  readonly answerMs?: number | undefined;
}

/** Sends a request whose answer is small; retries it. Throws an Error for a longer answer. */
export async function requestSmall(
  url: () => string,
  init: RequestInit = {},
  { maxBytes = MAX_DOCUMENT_BYTES, answerMs = Number.POSITIVE_INFINITY }: SmallRequestOptions = {},
): Promise<SmallAnswer> {
  const endMs = performance.now() + answerMs;
  const stallMs = () => Math.max(1, Math.min(STALL_MS, Math.round(endMs - performance.now())));
  for (let tries = 1; ; tries++) {
    try {
      const { response, abort } = await requestWithin(url(), init, stallMs());
      const body = await readBody(response, abort, { maxBytes, stallMs: stallMs() });
      assertAnswered(response.status);
      if (body === undefined) {
        throw new Error(`it has more than ${maxBytes} bytes`);
      }
      return { status: response.status, headers: response.headers, body };
    } catch (error) {
      const pauseMs = FIRST_PAUSE_MS * 2 ** (tries - 1);
      const isLast = tries === MAX_TRIES || performance.now() + pauseMs >= endMs;
      if (!(error instanceof RetryableFault) || isLast) {
        throw error;
      }
      await Bun.sleep(pauseMs);
    }
  }
}

/** Returns a body; undefined when it is longer than `maxBytes`. */
async function readBody(
  response: Response,
  abort: AbortController,
  { maxBytes, stallMs }: { readonly maxBytes: number; readonly stallMs: number },
): Promise<Uint8Array | undefined> {
  const timer = setTimeout(() => abort.abort(new Error(`no end for ${stallMs / 1000} s`)), stallMs);
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) {
        abort.abort();
        return undefined;
      }
      chunks.push(chunk);
    }
  } catch (error) {
    throw new RetryableFault(messageOf(error));
  } finally {
    clearTimeout(timer);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
