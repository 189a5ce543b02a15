/** Requests to storage and web servers whose answers are small. */
import { messageOf } from "../base/errors.ts";
import { isBusy, RetryableFault, requestWithin, retry } from "../base/web-request.ts";

/** Milliseconds without a byte after which a connection counts as cut. */
export const STALL_MS = 10_000;

/** Status of a request that a server cannot serve at all, such as one with a condition. */
export const NOT_IMPLEMENTED = 501;

/** Throws `RetryableFault` for the status of a busy or failing server. */
export function assertAnswered(status: number): void {
  if (isBusy(status) && status !== NOT_IMPLEMENTED) {
    throw new RetryableFault(`the server answered ${status}`);
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
  return await retry({ maxTries: MAX_TRIES, firstPauseMs: FIRST_PAUSE_MS, endMs }, async () => {
    const { response, abort } = await requestWithin(url(), init, stallMs());
    const body = await readBody(response, abort, { maxBytes, stallMs: stallMs() });
    assertAnswered(response.status);
    if (body === undefined) {
      throw new Error(`it has more than ${maxBytes} bytes`);
    }
    return { status: response.status, headers: response.headers, body };
  });
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
