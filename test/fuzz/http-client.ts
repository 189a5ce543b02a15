/**
 * Speaks HTTP/1.1 by hand over one connection, so that any bytes can be sent; parses answers as a strict client does.
 */

export interface Answer {
  readonly status: number;
  /** Headers by lower-case name; several of one name are joined by commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Outcome without an answer: the server closed the connection, or did not answer in time. */
export type NoAnswer = "closed" | "silent";

export interface Exchange {
  readonly bytes: Uint8Array;
  readonly isHead: boolean;
  readonly timeoutMs: number;
}

interface PendingAnswer {
  readonly isHead: boolean;
  readonly resolve: (answer: Answer | NoAnswer) => void;
}

export class Connection {
  readonly #port: number;
  #socket: Bun.Socket | undefined;
  #received: Buffer = Buffer.alloc(0);
  #unsent: Uint8Array = new Uint8Array();
  #pending: PendingAnswer | undefined;
  /** Answers since the connection was opened. */
  #answers = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends one request at a time. Retries once when the server has just closed a reused connection. */
  async ask(exchange: Exchange): Promise<Answer | NoAnswer> {
    const isReused = this.#socket !== undefined && this.#answers > 0;
    const answer = await this.#exchange(exchange);
    if (answer === "closed" && isReused && this.#received.length === 0) {
      return await this.#exchange(exchange);
    }
    return answer;
  }

  close(): void {
    const socket = this.#socket;
    this.#reset();
    socket?.terminate();
  }

  async #exchange({ bytes, isHead, timeoutMs }: Exchange): Promise<Answer | NoAnswer> {
    this.#received = Buffer.alloc(0);
    const { promise, resolve } = Promise.withResolvers<Answer | NoAnswer>();
    const timer = setTimeout(() => resolve("silent"), timeoutMs);
    const socket = this.#socket ?? (await this.#open());
    this.#pending = { isHead, resolve };
    this.#unsent = bytes;
    this.#send(socket);
    const answer = await promise;
    clearTimeout(timer);
    this.#pending = undefined;
    if (typeof answer === "string" || answer.headers.get("connection") === "close") {
      this.close();
    } else {
      this.#answers++;
    }
    return answer;
  }

  async #open(): Promise<Bun.Socket> {
    this.#answers = 0;
    const end = (socket: Bun.Socket) => this.#onEnd(socket);
    this.#socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: this.#port,
      socket: {
        data: (socket, data) => this.#onData(socket, data),
        drain: (socket) => this.#send(socket),
        close: end,
        end,
        error: end,
      },
    });
    return this.#socket;
  }

  #send(socket: Bun.Socket): void {
    if (this.#unsent.length > 0) {
      this.#unsent = this.#unsent.subarray(Math.max(0, socket.write(this.#unsent)));
    }
  }

  #onData(socket: Bun.Socket, data: Buffer): void {
    if (socket !== this.#socket) {
      return;
    }
    this.#received = Buffer.concat([this.#received, data]);
    const answer = this.#pending && readAnswer(this.#received, this.#pending.isHead);
    if (answer !== undefined) {
      this.#pending?.resolve(answer);
    }
  }

  #onEnd(socket: Bun.Socket): void {
    if (socket !== this.#socket) {
      return;
    }
    const pending = this.#pending;
    this.#reset();
    pending?.resolve("closed");
  }

  #reset(): void {
    this.#socket = undefined;
    this.#unsent = new Uint8Array();
  }
}

const WITHOUT_BODY = [204, 304];

/** Parses an answer; returns `undefined` until it is complete. Throws an Error when it is not HTTP. */
function readAnswer(bytes: Buffer, isHead: boolean): Answer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) {
    return undefined;
  }
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 ([1-5]\d\d)( |$)/.exec(first)?.[1]);
  if (Number.isNaN(status)) {
    throw new Error(`not the first line of an answer: ${first}`);
  }
  const rest = bytes.subarray(end + 4);
  if (status < 200) {
    return readAnswer(rest, isHead);
  }
  const headers = readHeaders(lines);
  const isEmpty = isHead || WITHOUT_BODY.includes(status);
  const body = isEmpty ? Buffer.alloc(0) : readBody(rest, headers);
  return body && { status, headers, body };
}

function readHeaders(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) {
      throw new Error(`not a header: ${line}`);
    }
    const value = line.slice(colon + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  return headers;
}

function readBody(rest: Buffer, headers: ReadonlyMap<string, string>): Buffer | undefined {
  if (headers.get("transfer-encoding") === "chunked") {
    return readChunks(rest);
  }
  const length = Number(headers.get("content-length") ?? 0);
  return rest.length < length ? undefined : rest.subarray(0, length);
}

function readChunks(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf("\r\n", at);
    if (lineEnd < 0) {
      return undefined;
    }
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString("latin1"), 16);
    const start = lineEnd + 2;
    if (rest.length < start + size + 2) {
      return undefined;
    }
    if (size === 0) {
      return Buffer.concat(chunks);
    }
    chunks.push(rest.subarray(start, start + size));
    at = start + size + 2;
  }
}
