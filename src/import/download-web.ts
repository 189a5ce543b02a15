/**
 * Sends all requests of downloads: only to the origins of the source addresses (https), redirects included (OWASP
 * API7). A connection that is cut or silent is a ConnectionFault, which is worth a retry; any clear answer of a
 * server that is not the file is a refusal.
 */
import { SOFTWARE_VERSION } from "../base/config.ts";
import { refuse } from "./refuse.ts";

export interface WebOptions {
  /** Source addresses; requests go only to their origins. */
  readonly addresses: readonly string[];
  /** Milliseconds without a byte after which a connection counts as cut. */
  readonly idleMs?: number;
  /** Back-off in milliseconds before the second try; doubles with each try, up to ten times as long. */
  readonly retryMs?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Body as it arrives; a reader that stops early closes the connection. */
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** Closes the connection of a response whose body is not wanted. */
  cancel(): void;
}

export class ConnectionFault extends Error {}

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Statuses of a busy server, worth a retry: Request Timeout, Too Early, Too Many Requests. */
const PASSING = [408, 425, 429];
/** Statuses that the callers handle; 416 means that nothing is left to resume. */
const UNDERSTOOD = [200, 206, 304, 416];

export class Web {
  readonly #origins: ReadonlySet<string>;
  readonly #idleMs: number;
  readonly #retryMs: number;

  constructor({ addresses, idleMs = 60_000, retryMs = 1_000 }: WebOptions) {
    this.#origins = new Set(addresses.map((address) => new URL(address).origin));
    this.#idleMs = idleMs;
    this.#retryMs = retryMs;
  }

  /** Returns the response of an address, after at most five redirects. Refuses any other origin. */
  async open(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    let url = address;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      this.#assertAllowed(url, address);
      const answer = await this.#ask(url, headers);
      if (!REDIRECTS.includes(answer.status)) return understood(answer, url);
      answer.cancel();
      const location = answer.headers.get("location") ?? "";
      url = URL.parse(location, url)?.href ?? refuse(`${url} redirects to "${location}", no address`);
    }
    return refuse(`${address} redirects more than ${MAX_REDIRECTS} times, last to ${url}`);
  }

  /** Runs `work`, and retries it with back-off after a ConnectionFault, `tries` times in all; then refuses. */
  async retry<T>(tries: number, work: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ConnectionFault)) throw error;
        if (tried === tries) refuse(`${error.message}; gave up after ${tries} tries`, error);
        await Bun.sleep(this.#retryMs * Math.min(2 ** (tried - 1), 10));
      }
    }
  }

  #assertAllowed(url: string, from: string): void {
    if (this.#origins.has(new URL(url).origin)) return;
    const how = url === from ? "" : ` (redirected from ${from})`;
    refuse(`${url} is not at one of the sources ${[...this.#origins].join(", ")}${how}`);
  }

  async #ask(url: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const abort = new AbortController();
    const silence = setTimeout(
      () => abort.abort(new Error(`silent for ${this.#idleMs / 1000} s`)),
      this.#idleMs,
    );
    const end = () => {
      clearTimeout(silence);
      abort.abort();
    };
    try {
      const response = await fetch(url, {
        headers: { "accept-encoding": "identity", "user-agent": `baken/${SOFTWARE_VERSION}`, ...headers },
        redirect: "manual",
        signal: abort.signal,
      });
      const chunks = chunksOf(response, url, silence, end);
      return { status: response.status, headers: response.headers, chunks, cancel: end };
    } catch (error) {
      end();
      throw connectionFault(url, error);
    }
  }
}

/** Yields a body as it arrives; throws a ConnectionFault when it ends before its announced Content-Length. */
async function* chunksOf(
  response: Response,
  url: string,
  silence: NodeJS.Timeout,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  const announced = response.headers.get("content-length");
  let arrivedBytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      silence.refresh();
      arrivedBytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw connectionFault(url, error);
  } finally {
    end();
  }
  if (announced !== null && arrivedBytes < Number(announced))
    throw connectionFault(url, `${arrivedBytes} of ${announced} bytes arrived`);
}

function connectionFault(url: string, error: unknown): ConnectionFault {
  const reason = error instanceof Error ? error.message : String(error);
  return new ConnectionFault(`${new URL(url).host} cannot be reached or broke off: ${reason}`, {
    cause: error,
  });
}

/**
 * Returns a response that the callers handle. Closes the connection of any other: throws a ConnectionFault for a busy
 * or failing server (5xx), refuses the rest.
 */
function understood(answer: Answer, url: string): Answer {
  const { status, headers } = answer;
  const encoding = headers.get("content-encoding") ?? "identity";
  if (UNDERSTOOD.includes(status) && encoding === "identity") return answer;
  answer.cancel();
  if (PASSING.includes(status) || status >= 500) throw new ConnectionFault(`${url} answered ${status}`);
  if (!UNDERSTOOD.includes(status)) refuse(`${url} answered ${status}: expected a file there`);
  return refuse(`${url} answered in ${encoding} encoding, though asked for none`);
}
