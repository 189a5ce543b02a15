import { type Awaitable, whenReady } from "../../base/awaitable.ts";
import { AppError, codeOf, messageOf } from "../../base/errors.ts";
import { logError } from "../../base/log.ts";
import type { Connection } from "../parameters/body.ts";
import type { RequestHandler } from "../pipeline/request-handler.ts";

export interface RunningServer {
  /** Origin on which it listens: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Number of requests that it answers now, including those whose answer is being sent. */
  readonly pendingRequests: number;
  /** Closes each connection after its next answer, so that clients and proxies go elsewhere; still accepts new ones. */
  drain(): void;
  /**
   * Stops accepting connections, waits up to `graceMs` for pending requests, then closes the other connections. Waits
   * at least `lingerMs` for requests on their way from connected clients.
   */
  stop(graceMs?: number, lingerMs?: number): Promise<void>;
}

export interface ServerOptions {
  readonly host: string;
  /** Port; 0 takes a free one. */
  readonly port: number;
  readonly fetch: RequestHandler;
  /** True to let other threads listen on the same port; the kernel distributes connections over them (Linux). */
  readonly sharesPort?: boolean;
  /** Seconds without traffic after which a connection is closed; 30 by default. */
  readonly idleSeconds?: number;
}

/** More than any body: each route has its own limit, beyond which it answers with an error and reads nothing. */
const NO_LIMIT = 2 ** 48;
const PORT_IN_USE =
  "the port is in use. Choose another port with --port, or for the operator's pages with --admin-port.";
export const IDLE_SECONDS = 30;
export const GRACE_MS = 10_000;
/** Milliseconds between checks of a stopping server for pending requests. */
const POLL_MS = 10;

export function startServer(options: ServerOptions): RunningServer {
  let isDraining = false;
  const server = listen({
    ...options,
    fetch: (request, getPeer, connection) => {
      const response = options.fetch(request, getPeer, connection);
      return isDraining ? whenReady(response, closingConnection) : response;
    },
  });
  const drain = () => {
    isDraining = true;
  };
  return {
    url: server.url.origin,
    get pendingRequests() {
      return server.pendingRequests;
    },
    drain,
    async stop(graceMs = GRACE_MS, lingerMs = 0) {
      drain();
      // A graceful stop alone would wait for idle keep-alive connections.
      const closed = server.stop();
      const deadlineMs = performance.now() + graceMs;
      await Bun.sleep(lingerMs);
      while (server.pendingRequests > 0 && performance.now() < deadlineMs) {
        await Bun.sleep(POLL_MS);
      }
      await server.stop(true);
      await closed;
    },
  };
}

function closingConnection(response: Response): Response {
  response.headers.set("Connection", "close");
  return response;
}

/** Throws `unavailable` when the port is in use, which listeners that share ports would not detect. */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  if (port === 0) {
    return;
  }
  await listen({ host, port, fetch: () => new Response(null, { status: 503 }) }).stop(true);
}

function listen({
  host,
  port,
  fetch,
  sharesPort = false,
  idleSeconds = IDLE_SECONDS,
}: ServerOptions): Bun.Server<undefined> {
  try {
    const server = Bun.serve({
      hostname: host,
      port,
      reusePort: sharesPort,
      idleTimeout: idleSeconds,
      maxRequestBodySize: NO_LIMIT,
      development: false,
      fetch: (request): Awaitable<Response> => fetch(request, getPeerAddress, connection),
      error(error) {
        logError("a request failed outside the pipeline", error);
        return new Response(null, { status: 500 });
      },
    });
    // Asked for every request, at 4 % of a lookup: the audit counts uses of server keys by network, and a sample of the
    // requests would miss a stolen key that is used rarely.
    const getPeerAddress = (request: Request) => server.requestIP(request)?.address;
    const closeAfter = (request: Request, seconds: number) => server.timeout(request, seconds);
    const connection: Connection = { idleSeconds, closeAfter };
    return server;
  } catch (cause) {
    const reason = codeOf(cause) === "EADDRINUSE" ? PORT_IN_USE : messageOf(cause);
    throw new AppError("unavailable", `Cannot listen on ${host}:${port}: ${reason}`, { cause });
  }
}
