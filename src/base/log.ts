/**
 * Writes the log: one record per line on standard error, as JSON or as text. Never pass it a token, a secret or a
 * request header: secrets in texts are masked. Repeated failures are logged with growing pauses.
 */
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

export const LOG_FORMATS = ["json", "text"] as const;
/** Lowest first. */
export const LOG_LEVELS = ["info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogOptions {
  readonly log: (typeof LOG_FORMATS)[number];
  /** Lowest level that is written. */
  readonly logLevel: LogLevel;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Parts of a log that a thread passes to the threads that it starts. */
interface Shared extends Pick<LogOptions, "log"> {
  /** Index of the level, which all threads of the process share. */
  readonly level: SharedArrayBuffer;
}

const SHARED_KEY = "baken-log";
let shared = (getEnvironmentData(SHARED_KEY) ?? {
  log: "json",
  level: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
}) as unknown as Shared;
const level = new Int32Array(shared.level);

/** Sets the format for this thread and all threads that it starts from now on, and the level for all threads. */
export function configureLog({ log, logLevel }: LogOptions): void {
  shared = { ...shared, log };
  setEnvironmentData(SHARED_KEY, shared as never);
  setLogLevel(logLevel);
}

/** Sets the least important level that any thread writes, at once. */
export function setLogLevel(wanted: LogLevel): void {
  Atomics.store(level, 0, LOG_LEVELS.indexOf(wanted));
}

export function logLevel(): LogLevel {
  return LOG_LEVELS[Atomics.load(level, 0)]!;
}

/** Logs information that requires no action of the operator. */
export function logInfo(message: string, fields: LogFields = {}): void {
  write("info", message, fields);
}

/** Logs an event that the operator may want to look into, though nothing failed for a user. */
export function logWarning(message: string, fields: LogFields = {}): void {
  write("warn", message, fields);
}

/** Logs a problem that the operator must fix: one line that says all, without a stack. */
export function logOperatorError(message: string, fields: LogFields = {}): void {
  write("error", message, fields);
}

/** Logs an internal error with its stack: the only place where a server shows the text of an unexpected error. */
export function logError(message: string, error: unknown, fields: LogFields = {}): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  write("error", message, { ...fields, error: text });
}

function write(importance: LogLevel, message: string, fields: LogFields): void {
  const line = renderLogLine(importance, message, fields);
  if (line !== undefined) {
    writeLog(redactSecrets(line));
  }
}

/** Returns a record with its line break, secrets not yet masked; undefined for a level that is not written. */
export function renderLogLine(importance: LogLevel, message: string, fields: LogFields): string | undefined {
  if (LOG_LEVELS.indexOf(importance) < Atomics.load(level, 0)) {
    return undefined;
  }
  const time = new Date().toISOString();
  return shared.log === "json"
    ? `${JSON.stringify({ time, level: importance, message, ...fields })}\n`
    : `${[time, importance.toUpperCase().padEnd(5), message, ...renderFields(fields)].join(" ")}\n`;
}

function renderFields(fields: LogFields): string[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${quoteValue(String(value))}`);
}

/** Quotes all but plain words: a client's text must neither end the line nor steer a terminal. */
function quoteValue(text: string): string {
  if (/^[^\s"=\p{C}]+$/u.test(text)) {
    return text;
  }
  return JSON.stringify(text).replaceAll(
    /[\p{C}\u2028\u2029]/gu,
    (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`,
  );
}

/** Writes complete lines to standard error. */
export function writeLog(lines: string): void {
  process.stderr.write(lines);
}

/** Prefix of every token's secret, by which leaked secrets are found and kept out of all output. */
export const SECRET_PREFIX = "bkn_";

const SECRET = /bkn_[0-9A-Za-z]+/g;

/** Password of a URL, up to the last `@` before the path. */
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"]*:)[^\s/"]*@/gi;

/**
 * Password of the URL of a database, up to the last `@` of a line: it may contain characters that should be
 * percent-encoded.
 */
const DATABASE_PASSWORD = /(\b(?:postgres(?:ql)?|rediss?):\/\/[^\s:/@"]*:)(?:(?!:\/\/).)*@/gi;

/**
 * Returns the text with secrets masked, for output that shows input: clients put their token into URLs, operators the
 * passwords of databases.
 */
export function redactSecrets(text: string): string {
  const masked = text.includes(SECRET_PREFIX) ? text.replaceAll(SECRET, `${SECRET_PREFIX}…`) : text;
  return masked.includes("://")
    ? masked.replaceAll(DATABASE_PASSWORD, "$1…@").replaceAll(URL_PASSWORD, "$1…@")
    : masked;
}

const INITIAL_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 3_600_000;

interface ReportedFailure {
  readonly pauseMs: number;
  readonly nextReportAtMs: number;
}

/**
 * Logs repeated failures with exponential back-off, one line at a time: each reason at once, then after one second,
 * after two more, after four, at most an hour apart. Recovery is logged too.
 */
export class BackoffLogger {
  readonly #message: string;
  readonly #clock: () => number;
  readonly #reported = new Map<string, ReportedFailure>();

  /** `clock` is a monotonic clock in milliseconds. */
  constructor(message: string, clock: () => number = () => performance.now()) {
    this.#message = message;
    this.#clock = clock;
  }

  reportFailure(reason: string): void {
    const now = this.#clock();
    const { pauseMs, nextReportAtMs } = this.#reported.get(reason) ?? {
      pauseMs: INITIAL_PAUSE_MS / 2,
      nextReportAtMs: now,
    };
    if (now < nextReportAtMs) {
      return;
    }
    const nextPauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    this.#reported.set(reason, { pauseMs: nextPauseMs, nextReportAtMs: now + nextPauseMs });
    logOperatorError(this.#message, { reason });
  }

  reportSuccess(): void {
    if (this.#reported.size > 0) {
      logInfo(`recovered: ${this.#message}`);
    }
    this.#reported.clear();
  }
}
