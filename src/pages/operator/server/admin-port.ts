/**
 * The admin port of a process. It answers probes from the beginning, so that nothing ends a node that is still fetching
 * its registry, and everything else once its handler is attached.
 */
import type { Readiness } from "../../../http/serving/readiness.ts";
import { type RunningServer, startServer } from "../../../http/serving/server.ts";
import type { AdminHandler } from "./admin-handler.ts";
import { respondText } from "./api.ts";

export interface AdminPort extends Pick<RunningServer, "url" | "stop"> {
  /** Answers with this handler from now on; closes it when the port stops. */
  attach(handler: AdminHandler): void;
}

export interface AdminPortOptions {
  readonly host: string;
  /** Port; 0 takes a free one. */
  readonly port: number;
  readonly readiness: Readiness;
}

/** Longest that Bun knows: a registry is read whole, some seconds for each gigabyte, before it becomes current. */
const IDLE_SECONDS = 255;

export function openAdminPort({ host, port, readiness }: AdminPortOptions): AdminPort {
  let handler: AdminHandler | undefined;
  const server = startServer({
    host,
    port,
    idleSeconds: IDLE_SECONDS,
    fetch: (request, getPeer) =>
      respondProbe(request, readiness) ??
      handler?.handle(request, getPeer) ??
      respondText(request, () => "starting\n", 503),
  });
  return {
    url: server.url,
    attach(attached) {
      handler = attached;
    },
    stop(graceMs) {
      handler?.close();
      return server.stop(graceMs);
    },
  };
}

/** Returns the answer to `/livez` or `/readyz`, undefined for another path. */
function respondProbe(request: Request, readiness: Readiness): Response | undefined {
  switch (new URL(request.url, "http://localhost").pathname) {
    case "/livez":
      return respondText(request, () => "alive\n");
    case "/readyz": {
      const { reasons } = readiness;
      return reasons.length === 0
        ? respondText(request, () => "ready\n")
        : respondText(request, () => reasons.map((reason) => `not ready: ${reason}\n`).join(""), 503);
    }
    default:
      return undefined;
  }
}
