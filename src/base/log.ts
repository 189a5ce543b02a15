/** Writes the log: one JSON object per line on standard error. Never pass it a token, a secret or a request header. */
import { redactSecrets } from "./redact.ts";

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Logs information that requires no action of the operator. */
export function logInfo(message: string, fields: Fields = {}): void {
  write("info", message, fields);
}

/** Logs a problem that the operator must fix: one line that says all, without a stack. */
export function logOperatorError(message: string, fields: Fields = {}): void {
  write("error", message, fields);
}

/** Logs an internal error with its stack: the only place where a server shows the text of an unexpected error. */
export function logError(message: string, error: unknown, fields: Fields = {}): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  write("error", message, { ...fields, error: text });
}

function write(level: "info" | "error", message: string, fields: Fields): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
  writeLog(`${redactSecrets(line)}\n`);
}

/** Writes complete lines of JSON to standard error. */
export function writeLog(lines: string): void {
  process.stderr.write(lines);
}
