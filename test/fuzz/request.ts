/** Encodes a request as bytes, with what may be expected of its answer. */

export interface FuzzRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Header lines such as `Accept: text/html`. */
  readonly headers: readonly string[];
  readonly body?: Uint8Array | undefined;
  /** True to send the body chunked, in two chunks without a length. */
  readonly isChunked?: boolean;
  /** True when the HTTP itself is broken: the server may answer on its own, close the connection or wait for more. */
  readonly isBroken?: boolean;
  readonly port?: "interface" | "admin";
  /** True for a path of an interface of another service, whose errors have a form of their own. */
  readonly isForeign?: boolean;
}

const CRLF = "\r\n";

export function toBytes({ method, target, headers, body, isChunked }: FuzzRequest): Uint8Array {
  const framing =
    body === undefined ? [] : [isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`];
  const hasHost = headers.some((line) => /^host:/i.test(line));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(hasHost ? [] : ["Host: localhost"]),
    ...headers,
    ...framing,
  ];
  const head = Buffer.from(lines.join(CRLF) + CRLF + CRLF, "latin1");
  return Buffer.concat([head, isChunked ? chunked(body!) : (body ?? new Uint8Array())]);
}

function chunked(body: Uint8Array): Uint8Array {
  const half = body.length >> 1;
  const pieces = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const chunks = pieces.flatMap((piece) => [
    Buffer.from(piece.length.toString(16) + CRLF),
    piece,
    Buffer.from(CRLF),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`0${CRLF}${CRLF}`)]);
}
