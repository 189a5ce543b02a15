/** Returns a port of 127.0.0.1 that was free a moment ago, for a program that cannot take a free one itself. */
export function freePort(): number {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = server;
  server.stop(true);
  return port!;
}
