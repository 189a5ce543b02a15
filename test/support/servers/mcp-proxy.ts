/**
 * Starts a proxy for clients that cannot send a key: adds the key, and keeps everything else, Host and Origin included.
 */

export function startProxy(target: string, token: string): { readonly url: string; stop(): void } {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("Authorization", `Bearer ${token}`);
      return fetch(target + pathname, {
        method: request.method,
        headers,
        body: request.body,
        decompress: false,
      });
    },
  });
  return { url: server.url.origin, stop: () => void server.stop(true) };
}
