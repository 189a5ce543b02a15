import { Transform, type TransformCallback } from "node:stream";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { logError } from "../base/log.ts";
import { readJson } from "../base/read-json.ts";
import type { Registry } from "../registry/file/open-registry.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { faultOfMessage, idOf, rpcErrorText } from "./messages.ts";
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
  const connection = serve(({ era }) => createServer(era, newest), {
    transport: new StdioServerTransport(messages),
    onerror: (error) => logError("an assistant's message could not be served", error),
  });
  process.stdin.once("close", resolve);
  process.once("SIGTERM", resolve);
  process.once("SIGINT", resolve);
  // Otherwise an idle assistant would keep an unused registry open, which then cannot be removed.
  const refreshing = setInterval(() => registry.refresh(), REFRESH_MS);
  refreshing.unref();
  await ended;
  clearInterval(refreshing);
  await connection.close();
}

/**
 * Passes on complete lines with a message; calls `writeRefusal` with the refusal of any other line. The SDK would drop
 * those lines silently.
 */
class MessageLineFilter extends Transform {
  readonly #writeRefusal: (line: string) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(writeRefusal: (line: string) => void) {
    super();
    this.#writeRefusal = writeRefusal;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const text = Buffer.concat([this.#rest, chunk]);
    const end = text.lastIndexOf("\n") + 1;
    this.#rest = text.subarray(end);
    for (const line of text.subarray(0, end).toString().split("\n")) {
      this.#pass(line.trim());
    }
    done();
  }

  #pass(line: string): void {
    if (line === "") {
      return;
    }
    const refusal = refusalOf(line);
    if (refusal === undefined) {
      this.push(`${line}\n`);
    } else {
      this.#writeRefusal(`${refusal}\n`);
    }
  }
}

function refusalOf(line: string): string | undefined {
  const json = readJson(line);
  if ("fault" in json) {
    return rpcErrorText({ code: "parseError", message: `The line ${json.fault}.` }, null);
  }
  const fault = faultOfMessage(json.value);
  return fault && rpcErrorText(fault, idOf(json.value));
}
