import { redactSecrets } from "../base/redact.ts";
import type { Context } from "./context.ts";

/** Lines are buffered for this time or up to this length, and written together. */
const WRITE_AFTER_MS = 100;
const WRITE_BYTES = 32 * 1024;

export interface AccessLog {
  write(context: Context, status: number, durationMs: number): void;
  /** Flushes the buffered lines. */
  close(): void;
}

/**
 * Opens an access log with one JSON object per line for each request. For privacy it never contains the token or the
 * query; keys appear by their id.
 */
export function openAccessLog(output: (text: string) => void): AccessLog {
  let waiting = "";
  let timer: Timer | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== "") output(waiting);
    waiting = "";
  }

  return {
    write(context, status, durationMs) {
      waiting += `${lineOf(context, status, durationMs)}\n`;
      if (waiting.length >= WRITE_BYTES) flush();
      timer ??= setTimeout(flush, WRITE_AFTER_MS);
    },
    close: flush,
  };
}

function lineOf(context: Context, status: number, durationMs: number): string {
  return JSON.stringify({
    time: new Date().toISOString(),
    level: "info",
    message: "request",
    request_id: context.requestId,
    method: context.request.method,
    path: redactSecrets(decodeForLog(context.target.path)),
    status,
    duration_ms: Math.round(durationMs * 1000) / 1000,
    key_id: context.key?.id ?? null,
    address: context.clientAddress,
  });
}

/** Percent-decodes a path, so that redaction finds encoded secrets; returns a path that does not decode unchanged. */
function decodeForLog(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path).toWellFormed();
  } catch {
    return path;
  }
}
