import { AppError } from "../base/errors.ts";
import { logError } from "../base/log.ts";
import type { Answer } from "./answer.ts";

export interface RunningServer {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Takes no new connections, lets requests under way finish for so long, then cuts what is left. */
  stop(graceMs?: number): Promise<void>;
}

interface ServerOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly fetch: Answer;
}

/** A connection that sends nothing for so long is closed. */
const IDLE_TIMEOUT_S = 30;
const GRACE_MS = 10_000;

export function startServer({ host, port, fetch }: ServerOptions): RunningServer {
  const server = listen({ host, port, fetch });
  return {
    url: server.url.origin,
    async stop(graceMs = GRACE_MS) {
      const cut = setTimeout(() => server.stop(true), graceMs);
      await server.stop();
      clearTimeout(cut);
    },
  };
}

function listen({ host, port, fetch }: ServerOptions): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: IDLE_TIMEOUT_S,
      development: false,
      fetch: (request) => fetch(request),
      error(error) {
        logError("a request escaped the pipeline", error);
        return new Response(null, { status: 500 });
      },
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("usage", `Cannot listen on ${host}:${port}: ${reason}`, { cause });
  }
}
