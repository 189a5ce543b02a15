import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { logError } from "../base/log.ts";
import type { Registry, Snapshot } from "../registry/snapshot.ts";
import { CheckedLines } from "./checked-lines.ts";
import { createServer } from "./server.ts";

const REFRESH_MS = 10_000;

/** Serves this process's standard input and output until input ends, each call from the newest data. */
export async function serveStdio(registry: Registry): Promise<void> {
  const newest = (): Snapshot => {
    registry.refresh();
    return registry.current()!;
  };
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const messages = process.stdin.pipe(new CheckedLines((line) => process.stdout.write(line)));
  const connection = serve(() => createServer(newest), {
    transport: new StdioServerTransport(messages),
    onerror: (error) => logError("an assistant's message could not be served", error),
  });
  process.stdin.once("close", resolve);
  process.once("SIGTERM", resolve);
  process.once("SIGINT", resolve);
  // An idle assistant would else keep a registry on disk that nobody else needs.
  const refreshing = setInterval(() => registry.refresh(), REFRESH_MS);
  refreshing.unref();
  await ended;
  clearInterval(refreshing);
  await connection.close();
}
