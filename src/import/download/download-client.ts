/**
 * Sends all requests of downloads: only to the origins of the source addresses (https), redirects included (OWASP
 * API7). A connection that is cut or idle is a RetryableFault, which is retried; any other response of a
 * server that is not the file is a refusal.
 */

import { messageOf } from "../../base/errors.ts";
import {
  isBusy,
  type OpenResponse,
  RetryableFault,
  readChunks,
  requestWithin,
  retry,
} from "../../base/web-request.ts";
import { refuseImport } from "../refuse.ts";

export interface DownloadClientOptions {
  /** Source addresses; requests go only to their origins. */
  readonly urls: readonly string[];
  /** Milliseconds without a byte after which a connection counts as cut. */
  readonly idleMs?: number;
  /** Back-off in milliseconds before the second try; doubles with each try, up to ten times as long. */
  readonly retryMs?: number;
}

export interface WebResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Body as it arrives; a reader that stops early closes the connection. */
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** Closes the connection of a response whose body is not wanted. */
  cancel(): void;
}

interface RequestOptions {
  readonly method?: "GET" | "HEAD";
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_REDIRECTS = 5;
const MAX_HEAD_TRIES = 2;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
/** Statuses that the callers handle; 416 means that nothing is left to resume. */
const HANDLED_STATUSES = [200, 206, 304, 416];

export class DownloadClient {
  readonly #origins: ReadonlySet<string>;
  readonly #idleMs: number;
  readonly #retryMs: number;

  constructor({ urls, idleMs = 60_000, retryMs = 1_000 }: DownloadClientOptions) {
    this.#origins = new Set(urls.map((url) => new URL(url).origin));
    this.#idleMs = idleMs;
    this.#retryMs = retryMs;
  }

  /** Returns the response of an address, after at most five redirects. Refuses any other origin. */
  async open(requestedUrl: string, headers: Readonly<Record<string, string>> = {}): Promise<WebResponse> {
    const { response, url } = await this.#follow(requestedUrl, { headers });
    return checkResponse(response, url);
  }

  /**
   * Returns true when a file is at an address: a HEAD request gives 200 and no HTML page. Refuses redirects to any
   * other origin.
   */
  async hasFile(url: string): Promise<boolean> {
    const { response } = await this.retry(MAX_HEAD_TRIES, () => this.#follow(url, { method: "HEAD" }));
    response.cancel();
    return response.status === 200 && !/^text\/html\b/i.test(response.headers.get("content-type") ?? "");
  }

  async #follow(
    requestedUrl: string,
    request: RequestOptions,
  ): Promise<{ response: WebResponse; url: string }> {
    let url = requestedUrl;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      this.#assertAllowed(url, requestedUrl);
      const response = await this.#request(url, request);
      if (!REDIRECT_STATUSES.includes(response.status)) {
        return { response, url };
      }
      response.cancel();
      const location = response.headers.get("location") ?? "";
      url =
        URL.parse(location, url)?.href ??
        refuseImport(`${url} redirects to "${location}", which is not a URL`);
    }
    return refuseImport(`${requestedUrl} redirects more than ${MAX_REDIRECTS} times, last to ${url}`);
  }

  /** Runs `work`, and retries it with back-off after a RetryableFault, `maxTries` times in all; then refuses. */
  async retry<T>(maxTries: number, work: () => Promise<T>): Promise<T> {
    try {
      return await retry({ maxTries, firstPauseMs: this.#retryMs }, work);
    } catch (error) {
      if (!(error instanceof RetryableFault)) {
        throw error;
      }
      return refuseImport(`${error.message}; gave up after ${maxTries} tries`, error);
    }
  }

  #assertAllowed(url: string, from: string): void {
    if (this.#origins.has(new URL(url).origin)) {
      return;
    }
    const via = url === from ? "" : ` (redirected from ${from})`;
    refuseImport(`${url} is not at one of the sources ${[...this.#origins].join(", ")}${via}`);
  }

  async #request(url: string, { method = "GET", headers = {} }: RequestOptions): Promise<WebResponse> {
    const init = { method, headers };
    const opened = await requestWithin(url, init, this.#idleMs, "no data").catch((error: unknown) => {
      throw connectionFault(url, error);
    });
    const { status, headers: answered } = opened.response;
    const chunks = chunksOf(opened, url, this.#idleMs);
    return { status, headers: answered, chunks, cancel: () => opened.abort.abort() };
  }
}

/** Yields a body as it arrives; throws a RetryableFault when it ends before its announced Content-Length. */
async function* chunksOf(opened: OpenResponse, url: string, idleMs: number): AsyncGenerator<Uint8Array> {
  const contentLength = opened.response.headers.get("content-length");
  let receivedBytes = 0;
  try {
    for await (const chunk of readChunks(opened, idleMs)) {
      receivedBytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw connectionFault(url, error);
  } finally {
    opened.abort.abort();
  }
  if (contentLength !== null && receivedBytes < Number(contentLength)) {
    throw connectionFault(url, `${receivedBytes} of ${contentLength} bytes received`);
  }
}

function connectionFault(url: string, error: unknown): RetryableFault {
  const reason = messageOf(error);
  return new RetryableFault(
    `${new URL(url).host} cannot be reached or closed the connection early: ${reason}`,
    { cause: error },
  );
}

/**
 * Returns a response that the callers handle. Closes the connection of any other: throws a RetryableFault for a busy
 * or failing server (5xx), refuses the rest.
 */
function checkResponse(response: WebResponse, url: string): WebResponse {
  const { status, headers } = response;
  const encoding = headers.get("content-encoding") ?? "identity";
  if (HANDLED_STATUSES.includes(status) && encoding === "identity") {
    return response;
  }
  response.cancel();
  if (isBusy(status)) {
    throw new RetryableFault(`${url} answered ${status}`);
  }
  if (!HANDLED_STATUSES.includes(status)) {
    refuseImport(`${url} answered ${status}: expected a file there`);
  }
  return refuseImport(`${url} answered in ${encoding} encoding: expected none`);
}
