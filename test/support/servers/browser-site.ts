/** Site as a browser sees it: its pages, and the API behind the same host. */

export interface Site {
  readonly port: number;
  stop(): void;
}

/** Serves an empty page at other paths, and forwards `/api/` to the server as a proxy does. */
export function startSite(target: string): Site {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { host, pathname, search } = new URL(request.url);
      if (!pathname.startsWith("/api/")) {
        return new Response("<!doctype html><title>site</title>", {
          headers: { "content-type": "text/html" },
        });
      }
      const headers = new Headers(request.headers);
      headers.set("x-forwarded-host", host);
      headers.set("x-forwarded-proto", "http");
      return fetch(target + pathname + search, { method: request.method, headers, decompress: false });
    },
  });
  return { port: server.port!, stop: () => void server.stop(true) };
}
