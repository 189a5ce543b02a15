/**
 * The only way out of baken: https, to the origins of the source addresses and to no other, redirects included
 * (OWASP API7). A connection that is cut or silent is a ConnectionFault, which is worth another try; whatever a server
 * says clearly is a refusal.
 */
import { SOFTWARE_VERSION } from "../base/config.ts";
import { refuse } from "./refuse.ts";

export interface WebOptions {
  /** Only their origins are ever asked. */
  readonly addresses: readonly string[];
  /** Without a byte for so long a connection counts as cut. */
  readonly idleMs?: number;
  /** Before the second try; doubles from try to try, up to ten times as long. */
  readonly retryMs?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it arrives. Whoever stops reading ends the connection. */
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** Ends the connection of an answer whose body is not wanted. */
  cancel(): void;
}

export class ConnectionFault extends Error {}

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Of a server that is busy: Request Timeout, Too Early, Too Many Requests. */
const PASSING = [408, 425, 429];
/** What the callers understand; 416 says that there is nothing left to resume. */
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

  /** The answer of an address, after at most five redirects. */
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

  /** Runs `work` again as long as its connection fails, `tries` times in all. */
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

/** Reads a body to the end that its Content-Length announces; less than that is a connection that broke off. */
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

/** An answer the callers understand; ends the connection of any other. */
function understood(answer: Answer, url: string): Answer {
  const { status, headers } = answer;
  const encoding = headers.get("content-encoding") ?? "identity";
  if (UNDERSTOOD.includes(status) && encoding === "identity") return answer;
  answer.cancel();
  if (PASSING.includes(status) || status >= 500) throw new ConnectionFault(`${url} answered ${status}`);
  if (!UNDERSTOOD.includes(status)) refuse(`${url} answered ${status}: expected a file there`);
  return refuse(`${url} answered in ${encoding} encoding, though asked for none`);
}
