/** Kinds of faults of PostgreSQL, and their messages for the operator. */
import { AppError, codeOf, messageOf } from "./errors.ts";

/** The server cannot be reached, or does not answer; calls work again when it does. */
export class PostgresAway extends AppError {
  constructor(address: string, reason: string) {
    super("unavailable", `PostgreSQL at ${address} does not answer: ${reason}`);
  }
}

/** No answer came in time. */
export class MissedDeadline extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

/**
 * SQLSTATE codes that another attempt may cure: shutting down, starting up, too many connections, read-only (a standby
 * before its promotion).
 */
const TRANSIENT_STATES = new Set(["57P01", "57P02", "57P03", "53300", "25006"]);
const CONNECTION_STATE = "08";

/** Returns true when the server was not reached, or will not work before it has changed its state. */
export function isConnectionFault(error: unknown): boolean {
  if (error instanceof PostgresAway || error instanceof MissedDeadline) {
    return true;
  }
  const state = sqlStateOf(error);
  if (state !== undefined) {
    return TRANSIENT_STATES.has(state) || state.startsWith(CONNECTION_STATE);
  }
  const code = codeOf(error);
  return code !== undefined && /^(ERR_POSTGRES_CONNECTION|E[A-Z]+$|ERR_SOCKET|Connection)/.test(code);
}

/** Returns the SQLSTATE of a server's error, such as `23505`; undefined for any other error. */
function sqlStateOf(error: unknown): string | undefined {
  const state = error instanceof Error && "errno" in error ? error.errno : undefined;
  return typeof state === "string" && /^[0-9A-Z]{5}$/.test(state) ? state : undefined;
}

/** Remedies of faults that only the operator can cure, by SQLSTATE. */
const REMEDIES: Readonly<Record<string, string>> = {
  "28P01": "check user and password of the URL",
  "28000": "check the user of the URL and the server's pg_hba.conf",
  "3D000": "create the database first: createdb",
  "42501": "grant the user of the URL CREATE on the database",
  "42P01": "it has no tables of baken yet: baken serve or baken keys create makes them",
  "3F000": "it has no tables of baken yet: baken serve or baken keys create makes them",
};

/** Converts an error of the server to one for the operator; any other error is returned as it is. */
export function explainServerFault(error: unknown, address: string): unknown {
  const state = sqlStateOf(error);
  if (state === undefined) {
    return error;
  }
  const remedy = REMEDIES[state] === undefined ? "" : ` (${REMEDIES[state]})`;
  const message = `PostgreSQL at ${address} refuses: ${messageOf(error)}${remedy}`;
  return new AppError("unavailable", message, { cause: error });
}
