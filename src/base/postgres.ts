/** The client of PostgreSQL: Bun's own, with a deadline for each call and a connection that comes back. */
import { hostname } from "node:os";
import { SQL } from "bun";
import { AppError, codeOf, messageOf } from "./errors.ts";
import { BackoffLogger } from "./log.ts";
import { hostUrls, postgresAddress } from "./postgres-url.ts";

/** Milliseconds of a call after which the server counts as away. */
const TIMEOUT_MS = 2_000;
/** Pause between attempts to reach a server that is away: full jitter below a bound that doubles between these. */
const MIN_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 1_000;
/** Connections for statements: one for transactions, which run one after another, one for all else. Another listens. */
const CONNECTIONS = 2;
/** The server ends a statement slightly before the client gives up, so that nothing runs on unseen. */
const STATEMENT_SHARE = 0.9;

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; of several hosts, the first one that can be written is used. */
  readonly url: string;
  readonly timeoutMs?: number | undefined;
}

type Listener = (payload: string) => void;

/**
 * A PostgreSQL database, for one process. Any lost connection or missed deadline discards the client and marks the
 * server as away: calls then reject at once, until an attempt in the background succeeds. Bun alone waits without
 * bound for a frozen server, and takes up to 32 s to listen again.
 */
export class Postgres {
  /** Host, port and database, for messages: never the user or the password. */
  readonly address: string;
  readonly #timeoutMs: number;
  readonly #channels = new Map<string, Listener>();
  readonly #returnListeners: (() => void)[] = [];
  /** URL of each host. */
  readonly #urls: readonly string[];
  /** Position of the host in use. */
  #host = 0;
  /** Hosts that the first call has not tried yet. */
  #untried: number;
  #client: SQL;
  #awayReason: string | undefined;
  #lastTransaction: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** Connects at the first call. */
  constructor(options: PostgresOptions) {
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.address = postgresAddress(options.url);
    this.#urls = hostUrls(options.url);
    this.#untried = this.#urls.length - 1;
    this.#client = this.#createClient();
  }

  get isAway(): boolean {
    return this.#awayReason !== undefined;
  }

  /** Throws PostgresAway while the server is away, without asking it. */
  assertReachable(): void {
    if (this.#awayReason !== undefined) {
      throw new PostgresAway(this.address, this.#awayReason);
    }
  }

  /**
   * Runs statements. Rejects with PostgresAway when the server does not answer within `timeoutMs`; it is then unknown
   * whether it has done the work, so the work must be repeatable.
   */
  async run<T>(work: (sql: SQL) => PromiseLike<T>, timeoutMs = this.#timeoutMs): Promise<T> {
    this.assertReachable();
    const client = this.#client;
    try {
      if (this.#untried > 0) {
        await this.#assertUsable(client);
      }
      const result = await within(timeoutMs, work(client));
      this.#untried = 0;
      return result;
    } catch (error) {
      if (isConnectionFault(error) && this.#tryNextHost(client)) {
        return await this.run(work, timeoutMs);
      }
      if (isConnectionFault(error)) {
        this.#lose(client, error);
        throw new PostgresAway(this.address, messageOf(error));
      }
      throw error instanceof AppError ? error : explainServerFault(error, this.address);
    }
  }

  /**
   * Runs statements as one transaction, as `run` does, after the transactions requested earlier. So many at once do not
   * look like a server that is away. A transaction that waits for longer than `timeoutMs` is refused.
   */
  async transaction<T>(work: (sql: SQL) => Promise<T>, timeoutMs = this.#timeoutMs): Promise<T> {
    const previous = this.#lastTransaction;
    const ended = Promise.withResolvers<void>();
    this.#lastTransaction = previous.then(() => ended.promise);
    try {
      await within(timeoutMs, previous).catch(() => {
        throw new AppError("unavailable", `PostgreSQL at ${this.address} is busy`);
      });
      return await this.run((sql) => sql.begin(work), timeoutMs);
    } finally {
      ended.resolve();
    }
  }

  /** Calls `listener` at each NOTIFY on the channel. Notifications without a connection are lost: see `onReturn`. */
  async listen(channel: string, listener: Listener): Promise<void> {
    await this.run((sql) => sql.listen(channel, listener));
    this.#channels.set(channel, listener);
  }

  /** Calls `listener` after a lost connection has come back: data read before may be another server's. */
  onReturn(listener: () => void): void {
    this.#returnListeners.push(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client.close({ timeout: 0 }).catch(() => {});
  }

  /** Lets the first call try another host; returns false when there is no other. */
  #tryNextHost(client: SQL): boolean {
    if (client !== this.#client) {
      return this.#awayReason === undefined;
    }
    if (this.#untried === 0) {
      return false;
    }
    this.#untried--;
    this.#useNextHost();
    void client.close({ timeout: 0 }).catch(() => {});
    return true;
  }

  #useNextHost(): void {
    this.#host = (this.#host + 1) % this.#urls.length;
    this.#client = this.#createClient();
  }

  #createClient(): SQL {
    const url = this.#urls[this.#host]!;
    const database = decodeURIComponent(new URL(url).pathname.slice(1));
    const client: SQL = new SQL(url, {
      // PGDATABASE would win over the database of the URL.
      ...(database === "" ? {} : { database }),
      max: CONNECTIONS,
      // Later than the deadline of the call that waits for the connection, which then reports the missing answer.
      bigint: true,
      connectionTimeout: (2 * this.#timeoutMs) / 1000,
      connection: {
        application_name: `baken ${hostname()}/${process.pid}`,
        search_path: POSTGRES_SCHEMA,
        statement_timeout: Math.ceil(this.#timeoutMs * STATEMENT_SHARE),
        idle_session_timeout: 0,
      },
      onclose: (error) => {
        // A refusal of the server, such as a wrong password, reaches the call that opened the connection.
        if (isConnectionFault(error)) {
          this.#lose(client, error);
        }
      },
    });
    return client;
  }

  /**
   * Throws when the server does not answer, or is a standby while the URL names other hosts: another one may be
   * writable.
   */
  async #assertUsable(client: SQL): Promise<void> {
    const [row] = await within(
      this.#timeoutMs,
      client<{ standby: boolean }[]>`SELECT pg_is_in_recovery() AS standby`,
    );
    if (row!.standby && this.#urls.length > 1) {
      throw new PostgresAway(this.address, "it is a standby");
    }
  }

  #lose(client: SQL, error: unknown): void {
    const isKept = client !== this.#client || this.#untried > 0;
    if (isKept || this.#awayReason !== undefined || this.#isClosed) {
      return;
    }
    this.#awayReason = messageOf(error);
    void this.#recover();
  }

  async #recover(): Promise<void> {
    for (let boundMs = MIN_BACKOFF_MS; !this.#isClosed; boundMs = Math.min(boundMs * 2, MAX_BACKOFF_MS)) {
      void this.#client.close({ timeout: 0 }).catch(() => {});
      await Bun.sleep(Math.random() * boundMs);
      if (this.#isClosed) {
        return;
      }
      this.#useNextHost();
      const client = this.#client;
      try {
        await this.#assertUsable(client);
        for (const [channel, listener] of this.#channels) {
          await within(this.#timeoutMs, client.listen(channel, listener));
        }
        break;
      } catch (error) {
        this.#awayReason = messageOf(error);
      }
    }
    if (this.#isClosed) {
      return this.close();
    }
    this.#awayReason = undefined;
    for (const listener of this.#returnListeners) {
      listener();
    }
  }
}

/** Schema of the database with all tables of baken. */
export const POSTGRES_SCHEMA = "baken";

/** Milliseconds after a deadline for reading an answer that has arrived. */
const READ_MS = 20;

/** Rejects after `timeoutMs` with an error that counts as a fault of the connection. */
async function within<T>(timeoutMs: number, work: PromiseLike<T>): Promise<T> {
  const { promise: missed, reject } = Promise.withResolvers<never>();
  // A deadline that passed while this thread was busy may find the answer unread: it gets one more look.
  let timer = setTimeout(() => {
    timer = setTimeout(() => reject(new MissedDeadline(timeoutMs)), READ_MS);
  }, timeoutMs);
  try {
    return await Promise.race([work, missed]);
  } finally {
    clearTimeout(timer);
  }
}

/** The server cannot be reached, or does not answer; calls work again when it does. */
export class PostgresAway extends AppError {
  constructor(address: string, reason: string) {
    super("unavailable", `PostgreSQL at ${address} does not answer: ${reason}`);
  }
}

/** No answer came in time. */
class MissedDeadline extends Error {
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
function isConnectionFault(error: unknown): boolean {
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

/** Converts an error of the server to one for the operator; any other error is returned unchanged. */
function explainServerFault(error: unknown, address: string): unknown {
  const state = sqlStateOf(error);
  if (state === undefined) {
    return error;
  }
  const remedy = REMEDIES[state] === undefined ? "" : ` (${REMEDIES[state]})`;
  const message = `PostgreSQL at ${address} refuses: ${messageOf(error)}${remedy}`;
  return new AppError("unavailable", message, { cause: error });
}

const RETRY_MS = 250;

/**
 * Repeats the first work with a database until the server answers, and logs that it waits: machines of a cluster may
 * start in any order. Rejects for any other fault, such as a wrong password.
 */
export async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  const failureLog = new BackoffLogger("waiting for PostgreSQL before serving");
  for (;;) {
    try {
      const result = await work();
      failureLog.reportSuccess();
      return result;
    } catch (error) {
      if (!(error instanceof PostgresAway)) {
        throw error;
      }
      failureLog.reportFailure(error.message);
    }
    await Bun.sleep(RETRY_MS);
  }
}
