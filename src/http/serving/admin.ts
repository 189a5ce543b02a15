import { type RunningServer, startServer } from "./server.ts";

interface AdminOptions {
  readonly host: string;
  readonly port: number;
  /** Returns the text of `GET /metrics`; called for each request. */
  metrics(): string;
}

/**
 * Starts the operator's server on a port of its own. It checks no keys, so it should listen on a loopback or internal
 * address.
 */
export function startAdminServer({ host, port, metrics }: AdminOptions): RunningServer {
  return startServer({ host, port, fetch: (request) => handleAdminRequest(request, metrics) });
}

function handleAdminRequest({ method, url }: Request, metrics: () => string): Response {
  const { pathname } = new URL(url, "http://localhost");
  if (pathname !== "/metrics") {
    return textResponse("Not found. The only path here is /metrics.\n", 404);
  }
  if (method !== "GET" && method !== "HEAD") {
    return textResponse("Method not allowed. Use GET or HEAD.\n", 405, { Allow: "GET, HEAD" });
  }
  return textResponse(metrics(), 200);
}

function textResponse(body: string, status: number, headers: Record<string, string> = {}): Response {
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
