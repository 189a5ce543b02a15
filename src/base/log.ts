/** The log: one JSON object per line on standard error. Never hand it a token, a secret or a request header. */
import { redactSecrets } from "./redact.ts";

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What an operator may want to know and need not act on. */
export function logInfo(message: string, fields: Fields = {}): void {
  write("info", message, fields);
}

/** What the operator must mend: one line that says all, without a stack. */
export function logTrouble(message: string, fields: Fields = {}): void {
  write("error", message, fields);
}

/** A fault of ours, with its stack: the only place where the text of an unexpected error is shown. */
export function logError(message: string, error: unknown, fields: Fields = {}): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  write("error", message, { ...fields, error: text });
}

function write(level: "info" | "error", message: string, fields: Fields): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
  writeLog(`${redactSecrets(line)}\n`);
}

/** Whole lines, already JSON, to where the log goes. */
export function writeLog(lines: string): void {
  process.stderr.write(lines);
}
