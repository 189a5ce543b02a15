/** Writes the log of requests, and changes what all threads log until the process ends. */
import { type LogLevel, logLevel, redactSecrets, renderLogLine, setLogLevel } from "../../base/log.ts";
import type { Exchange } from "../context.ts";

/** Lines are buffered for this time or up to this length, and written together. */
const FLUSH_AFTER_MS = 100;
const FLUSH_LENGTH = 32 * 1024;

export interface AccessLog {
  /** False: nothing is written. One value for all access logs that share the memory. */
  isOn: boolean;
  readonly memory: SharedArrayBuffer;
  write(exchange: Exchange): void;
  /** Flushes the buffered lines. */
  close(): void;
}

/**
 * Opens an access log with one record for each request; a failure of the server has the level of errors. For privacy
 * it never contains the token or the query; keys appear by their id. Writes only while it is on.
 */
export function openAccessLog(
  output: (text: string) => void,
  memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
): AccessLog {
  const state = new Int32Array(memory);
  let buffer = "";
  let timer: Timer | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (buffer !== "") {
      output(buffer);
    }
    buffer = "";
  }

  return {
    memory,
    get isOn() {
      return Atomics.load(state, 0) === 1;
    },
    set isOn(isOn) {
      Atomics.store(state, 0, isOn ? 1 : 0);
    },
    write(exchange) {
      if (Atomics.load(state, 0) === 0) {
        return;
      }
      buffer += formatLine(exchange) ?? "";
      if (buffer.length >= FLUSH_LENGTH) {
        flush();
      }
      timer ??= setTimeout(flush, FLUSH_AFTER_MS);
    },
    close: flush,
  };
}

function formatLine({ context, interfaceName, admission, status, durationMs }: Exchange): string | undefined {
  return renderLogLine(status >= 500 ? "error" : "info", "request", {
    request_id: context.requestId,
    trace_id: context.traceId,
    method: context.request.method,
    interface: interfaceName,
    path: redactSecrets(decodeForLog(context.target.path)),
    status,
    duration_ms: Math.round(durationMs * 1000) / 1000,
    key_id: admission.key?.id ?? null,
    address: context.clientAddress,
  });
}

/** Percent-decodes a path, so that redaction finds encoded secrets; returns a path that does not decode unchanged. */
function decodeForLog(path: string): string {
  if (!path.includes("%")) {
    return path;
  }
  try {
    return decodeURIComponent(path).toWellFormed();
  } catch {
    return path;
  }
}

// A type, not an interface: the audit takes it as values.
type LogState = {
  readonly level: LogLevel;
  readonly accessLog: boolean;
};

/** Reads level and access log of all threads, and changes them until the process ends. */
export interface LogControl {
  state(): LogState;
  change(change: { readonly [K in keyof LogState]?: LogState[K] | undefined }): void;
}

export function openLogControl(accessLog: AccessLog): LogControl {
  return {
    state: () => ({ level: logLevel(), accessLog: accessLog.isOn }),
    change({ level = logLevel(), accessLog: isOn = accessLog.isOn }) {
      setLogLevel(level);
      accessLog.isOn = isOn;
    },
  };
}
