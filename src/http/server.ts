import type { Awaitable } from "../base/awaitable.ts";
import { AppError } from "../base/errors.ts";
import { logError } from "../base/log.ts";
import type { Answer } from "./answer.ts";

export interface RunningServer {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Takes no new connections, lets requests under way finish for so long, then cuts what is left. */
  stop(graceMs?: number): Promise<void>;
}

export interface ServerOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly fetch: Answer;
  /** Lets other threads listen on the same port; the system spreads connections over them (Linux). */
  readonly sharesPort?: boolean;
}

/** A connection that sends nothing for so long is closed. */
const IDLE_TIMEOUT_S = 30;
export const GRACE_MS = 10_000;
/** How often a stopping server looks whether its last answer has left. */
const POLL_MS = 10;

export function startServer(options: ServerOptions): RunningServer {
  const server = listen(options);
  return {
    url: server.url.origin,
    async stop(graceMs = GRACE_MS) {
      // Left to itself it would wait for clients that keep a connection open and ask nothing.
      const closed = server.stop();
      const cutAt = performance.now() + graceMs;
      while (server.pendingRequests > 0 && performance.now() < cutAt) await Bun.sleep(POLL_MS);
      await server.stop(true);
      await closed;
    },
  };
}

/** Throws `usage` when the port is taken, which listeners that share ports would not notice. */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  if (port === 0) return;
  await listen({ host, port, fetch: () => new Response(null, { status: 503 }) }).stop(true);
}

function listen({ host, port, fetch, sharesPort = false }: ServerOptions): Bun.Server<undefined> {
  try {
    const server = Bun.serve({
      hostname: host,
      port,
      reusePort: sharesPort,
      idleTimeout: IDLE_TIMEOUT_S,
      development: false,
      fetch: (request): Awaitable<Response> => fetch(request, addressOf),
      error(error) {
        logError("a request escaped the pipeline", error);
        return new Response(null, { status: 500 });
      },
    });
    const addressOf = (request: Request) => server.requestIP(request)?.address;
    return server;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("usage", `Cannot listen on ${host}:${port}: ${reason}`, { cause });
  }
}
