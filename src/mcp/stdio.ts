import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { logError } from "../base/log.ts";
import type { Registry } from "../registry/file/open-registry.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { MessageLineFilter } from "./message-line-filter.ts";
import { createServer } from "./server.ts";

const REFRESH_MS = 10_000;

/**
 * Serves MCP over standard input and output until input ends or a signal arrives; each call reads the newest
 * registry.
 */
export async function serveStdio(registry: Registry): Promise<void> {
  const newest = (): Snapshot => {
    registry.refresh();
    return registry.current()!;
  };
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const messages = process.stdin.pipe(new MessageLineFilter((line) => process.stdout.write(line)));
  const connection = serve(() => createServer(newest), {
    transport: new StdioServerTransport(messages),
    onerror: (error) => logError("an assistant's message could not be served", error),
  });
  process.stdin.once("close", resolve);
  process.once("SIGTERM", resolve);
  process.once("SIGINT", resolve);
  // Otherwise an idle assistant would keep open a registry that nobody else needs, which then cannot be removed.
  const refreshing = setInterval(() => registry.refresh(), REFRESH_MS);
  refreshing.unref();
  await ended;
  clearInterval(refreshing);
  await connection.close();
}
