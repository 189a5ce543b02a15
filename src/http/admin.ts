import type { RunningServer } from "./server.ts";
import { startServer } from "./server.ts";

interface AdminOptions {
  readonly host: string;
  readonly port: number;
  /** The text of `GET /metrics`, made anew for each. */
  metrics(): string;
}

/** The operator's own port, apart from the interface: it has no keys, so it belongs on a loopback or inner address. */
export function startAdminServer({ host, port, metrics }: AdminOptions): RunningServer {
  return startServer({ host, port, fetch: (request) => answerAdmin(request, metrics) });
}

function answerAdmin({ method, url }: Request, metrics: () => string): Response {
  const { pathname } = new URL(url, "http://localhost");
  if (pathname !== "/metrics") return plain("Not found. There is GET /metrics.\n", 404);
  if (method !== "GET" && method !== "HEAD") return plain("GET only.\n", 405, { Allow: "GET, HEAD" });
  return plain(metrics(), 200);
}

function plain(body: string, status: number, headers: Record<string, string> = {}): Response {
  const contentType = "text/plain; version=0.0.4; charset=utf-8";
  return new Response(body, {
    status,
    headers: {
      "Content-Type": contentType,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      ...headers,
    },
  });
}
