import { randomInt } from "node:crypto";

/** Ports below those of Linux for outgoing connections, one of which would take a port between its choice and its use. */
const FROM = 10_000;
const BELOW = 32_768;

/** Returns a port of 127.0.0.1 that was free a moment ago, for a program that cannot take a free one itself. */
export function freePort(): number {
  for (;;) {
    const port = randomInt(FROM, BELOW);
    try {
      const server = Bun.serve({ hostname: "127.0.0.1", port, fetch: () => new Response() });
      server.stop(true);
      return port;
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE") {
        throw error;
      }
    }
  }
}
