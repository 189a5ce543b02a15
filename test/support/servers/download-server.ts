/**
 * HTTP server over bare sockets: it can break off in the middle, send wrong lengths and fall silent, as real ones do.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../processes/until.ts";

export interface ServedRequest {
  readonly method: string;
  readonly path: string;
  /** Headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
}

export interface ServedResponse {
  readonly status: number;
  /** Headers; Content-Length is added unless given here; a header with an empty value is left out. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Number of bytes of the body after which the connection is closed. */
  readonly closeAfterBytes?: number;
  /**
   * Closes the connection once this returns true, unless the client has closed it; when absent, 20 ms after the bytes
   * were sent.
   */
  readonly isReceived?: () => boolean;
  /** True to send nothing more after the body, but keep the connection open. */
  readonly staysOpen?: boolean;
}

export interface ServedFile {
  readonly content: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts the server; `requests` are in order of arrival. */
export function startServer(handle: (request: ServedRequest) => ServedResponse) {
  const requests: ServedRequest[] = [];
  const server = Bun.listen<{ head: string; isClosed: boolean }>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = { head: "", isClosed: false };
      },
      close(socket) {
        socket.data.isClosed = true;
      },
      async data(socket, bytes) {
        socket.data.head += Buffer.from(bytes).toString("latin1");
        if (!socket.data.head.endsWith("\r\n\r\n")) {
          return;
        }
        const request = parseRequest(socket.data.head);
        requests.push(request);
        const response = handle(request);
        await send(socket, renderResponse(response, request.method));
        if (response.staysOpen) {
          return;
        }
        // Clients drop what they have not yet passed on when a connection breaks off.
        const { closeAfterBytes, isReceived } = response;
        if (isReceived !== undefined) {
          await until(() => socket.data.isClosed || isReceived());
        } else if (closeAfterBytes !== undefined) {
          await sleep(20);
        }
        socket.end();
      },
      error() {},
    },
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return { origin, requests, stop: () => server.stop(true) };
}

/** Answers as a server that supports conditional and range requests. */
export function respondWithFile(
  request: ServedRequest,
  { content, headers = {} }: ServedFile,
): ServedResponse {
  const { headers: asked } = request;
  const validators = [headers.etag, headers["last-modified"]];
  const condition = asked.get("if-none-match") ?? asked.get("if-modified-since");
  if (condition !== undefined && validators.includes(condition)) {
    return { status: 304, headers };
  }
  const from = Number(/^bytes=(\d+)-$/.exec(asked.get("range") ?? "")?.[1] ?? Number.NaN);
  if (Number.isNaN(from) || !validators.includes(asked.get("if-range"))) {
    return { status: 200, headers, body: content };
  }
  if (from >= content.length) {
    return { status: 416, headers: { "content-range": `bytes */${content.length}` } };
  }
  const range = { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` };
  return { status: 206, headers: { ...headers, ...range }, body: content.subarray(from) };
}

function parseRequest(head: string): ServedRequest {
  const [first = "", ...lines] = head.trimEnd().split("\r\n");
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const [method, path] = first.split(" ") as [string, string];
  return { method, path, headers };
}

function renderResponse(
  { status, headers = {}, body = "", closeAfterBytes }: ServedResponse,
  method: string,
): Buffer {
  const content = Buffer.from(body);
  const length = status === 304 ? {} : { "content-length": String(content.length) };
  const lines = Object.entries({ ...length, ...headers, connection: "close" })
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`HTTP/1.1 ${status} Reason\r\n${lines.join("")}\r\n`);
  return method === "HEAD" ? head : Buffer.concat([head, content.subarray(0, closeAfterBytes)]);
}

async function send(socket: Bun.Socket<unknown>, bytes: Buffer): Promise<void> {
  for (let sent = 0; sent < bytes.length; ) {
    const written = socket.write(bytes.subarray(sent));
    if (written < 0) {
      return;
    }
    sent += written;
    if (sent < bytes.length) {
      await sleep(1);
    }
  }
}
