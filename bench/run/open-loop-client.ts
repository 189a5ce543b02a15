/**
 * Sends requests at a fixed rate, whatever the answers take, in a process of its own: a request that finds no free
 * connection waits, and its wait counts, so that a slow answer is not hidden by the requests it holds back. Prints the
 * milliseconds from the time at which each was due to the end of its answer, as a JSON object of percentiles.
 *
 * Arguments: port, file of requests (bench/shared/wrk.ts), requests a second, seconds.
 */
import { readFileSync } from "node:fs";

const [port, file, perSecond, seconds] = process.argv.slice(2);
const CONNECTIONS = 128;
/** Share of the time at the start in which answers do not count: connections open, code is compiled. */
const WARM_UP = 0.2;
/** Seconds after the last request in which an answer may come; a request still open then counts as slow as this. */
const GRACE_S = 5;

interface Connection {
  readonly socket: { write(bytes: Uint8Array): number };
  dueMs: number;
  /** Bytes of the answer that have come. */
  received: Buffer;
}

function readRequests(path: string): Buffer[] {
  const bytes = readFileSync(path);
  const requests: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\n", at);
    const length = Number(bytes.toString("latin1", at, end));
    requests.push(bytes.subarray(end + 1, end + 1 + length));
    at = end + 1 + length;
  }
  return requests;
}

/** Returns true when an answer with a `Content-Length` is whole; throws when it is refused. */
function isWhole(answer: Buffer): boolean {
  const head = answer.indexOf("\r\n\r\n");
  if (head < 0) {
    return false;
  }
  const headers = answer.toString("latin1", 0, head);
  if (!/^HTTP\/1\.1 [23]/.test(headers)) {
    throw new Error(`refused: ${headers.slice(0, headers.indexOf("\r\n"))}`);
  }
  const length = /\r\ncontent-length: (\d+)/i.exec(headers);
  if (length === null) {
    throw new Error(`an answer without Content-Length: ${headers}`);
  }
  return answer.length >= head + 4 + Number(length[1]);
}

const requests = readRequests(file!);
const total = Math.floor(Number(perSecond) * Number(seconds));
const msPerRequest = 1000 / Number(perSecond);
const free: Connection[] = [];
const busy = new Set<Connection>();
const latenciesMs: number[] = [];

function finish(connection: Connection): void {
  busy.delete(connection);
  latenciesMs.push(performance.now() - connection.dueMs);
  connection.received = Buffer.alloc(0);
  free.push(connection);
}

for (let i = 0; i < CONNECTIONS; i++) {
  let connection: Connection;
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(port),
    socket: {
      data(_socket, chunk) {
        connection.received =
          connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk]);
        if (isWhole(connection.received)) {
          finish(connection);
        }
      },
      error(_socket, error) {
        throw error;
      },
    },
  });
  connection = { socket, dueMs: 0, received: Buffer.alloc(0) };
  free.push(connection);
}

const startMs = performance.now();
let sent = 0;
const dueOf = (index: number) => startMs + index * msPerRequest;
const endMs = startMs + Number(seconds) * 1000 + GRACE_S * 1000;
while (latenciesMs.length < total && performance.now() < endMs) {
  const nowMs = performance.now();
  while (sent < total && free.length > 0 && dueOf(sent) <= nowMs) {
    const connection = free.pop()!;
    connection.dueMs = dueOf(sent);
    busy.add(connection);
    connection.socket.write(requests[sent % requests.length]!);
    sent++;
  }
  // Without a pause, on a core of its own: a timer would send requests in bursts of a millisecond.
  await new Promise<void>((resolve) => setImmediate(resolve));
}
const nowMs = performance.now();
const late = Array.from(
  { length: total - latenciesMs.length },
  (_, i) => nowMs - dueOf(latenciesMs.length + i),
);
const counted = [...latenciesMs.slice(Math.floor(total * WARM_UP)), ...late].sort((a, b) => a - b);
const at = (share: number) => counted[Math.min(counted.length - 1, Math.floor(share * counted.length))]!;
const result = { answered: latenciesMs.length / total, p50Ms: at(0.5), p99Ms: at(0.99), p999Ms: at(0.999) };
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit();
