/** Keeps one connection open for sequential requests: it stays with one thread of the server. */
import type { Socket } from "bun";

export interface RawAnswer {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  readonly body: string;
}

interface RawRequest {
  readonly method?: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Awaited before the last byte of the body is sent, once the server has confirmed that it has the head. */
  readonly beforeLastByte?: () => Promise<unknown>;
}

export interface KeepAlive {
  /** Sends a request; rejects when the connection ends before the answer. */
  ask(request: RawRequest): Promise<RawAnswer>;
  close(): void;
}

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

export async function connect(port: number): Promise<KeepAlive> {
  let received = Buffer.alloc(0);
  let continued: PromiseWithResolvers<void> | undefined;
  let pending: PromiseWithResolvers<RawAnswer> | undefined;
  let unsent = Buffer.alloc(0);
  const flush = (socket: Socket) => {
    unsent = unsent.subarray(socket.write(unsent));
  };
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data(_, data) {
        received = Buffer.concat([received, data]);
        if (received.indexOf(CONTINUE) === 0) {
          received = received.subarray(CONTINUE.length);
          continued?.resolve();
        }
        const answer = parseAnswer(received);
        if (answer === undefined) {
          return;
        }
        received = Buffer.alloc(0);
        pending!.resolve(answer);
      },
      drain: flush,
      close() {
        const error = new Error("the connection ended");
        continued?.reject(error);
        pending?.reject(error);
      },
    },
  });
  const send = (bytes: Buffer) => {
    unsent = Buffer.concat([unsent, bytes]);
    flush(socket);
  };
  return {
    async ask({ method = "GET", path, headers = {}, body = "", beforeLastByte }) {
      pending = Promise.withResolvers<RawAnswer>();
      const lines = Object.entries({
        host: "127.0.0.1",
        "content-length": Buffer.byteLength(body),
        ...(beforeLastByte === undefined ? {} : { expect: "100-continue" }),
        ...headers,
      });
      const head = `${method} ${path} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`;
      const bytes = Buffer.from(head + body);
      if (beforeLastByte !== undefined) {
        continued = Promise.withResolvers();
        send(bytes.subarray(0, -1));
        await continued.promise;
        await beforeLastByte();
      }
      send(beforeLastByte === undefined ? bytes : bytes.subarray(-1));
      return await pending.promise;
    },
    close: () => void socket.end(),
  };
}

/** Parses an answer; returns `undefined` while it is incomplete. Every answer of ours has a Content-Length. */
function parseAnswer(bytes: Buffer): RawAnswer | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) {
    return undefined;
  }
  const head = bytes.toString("latin1", 0, headEnd);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  const begin = headEnd + 4;
  if (bytes.length < begin + length) {
    return undefined;
  }
  return { status: Number(head.slice(9, 12)), head, body: bytes.toString("utf8", begin, begin + length) };
}
