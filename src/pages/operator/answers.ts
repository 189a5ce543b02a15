/** Answers of the operator's operations, for the server and the scripts of the pages alike; imports nothing. */

export type KeyState = "active" | "expired" | "revoked";

/** Key as `./baken keys show --json` prints it, with its use of the current rate window. Times are ISO 8601, UTC. */
export interface KeyAnswer {
  readonly id: number;
  readonly name: string;
  readonly kind: "server" | "browser" | "link";
  readonly state: KeyState;
  /** Null (Infinity before it is JSON): no limit. */
  readonly ratePerMinute: number | null;
  /** Requests counted in the current window; null for a key without a rate or not in force. */
  readonly rateUsed: number | null;
  /** Limit in force; absent: none. */
  readonly visitorRatePerMinute?: number | undefined;
  /** Setting behind `visitorRatePerMinute`. */
  readonly visitorRate: number | "default" | "none";
  readonly monthlyQuota?: number | undefined;
  readonly requestsThisMonth: number;
  readonly origins: readonly string[];
  readonly ipRanges: readonly string[];
  readonly expiresAt?: string | undefined;
  readonly createdAt: string;
  readonly revokedAt?: string | undefined;
  readonly lastUsedAt?: string | undefined;
  /** Time until which the secret before the last rotation works. */
  readonly previousSecretUntil?: string | undefined;
}

export interface KeyList {
  readonly keys: readonly KeyAnswer[];
  /** Number of keys found, on all pages. */
  readonly total: number;
  readonly perPage: number;
  /** Number of all keys by state. */
  readonly counts: Readonly<Record<KeyState, number>>;
}

/** Key with its token, which is shown only this once. */
export interface IssuedAnswer {
  readonly token: string;
  readonly key: KeyAnswer;
}

export interface DayAnswer {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly requests: number;
}

export interface OperatorSession {
  readonly endsAt: string;
  /** Name in log and audit; opens nothing. */
  readonly name: string;
  /** URL of the public interface, for the example of a new key. */
  readonly publicUrl: string;
  readonly language?: string;
}

export type NoticeCode =
  | "accounts_unwritable"
  | "counters_unreachable"
  | "storage_unreachable"
  | "source_failing"
  | "runs_failed"
  | "backup_old"
  | "jobs_waiting"
  | "clock_wrong"
  | "many_open_files"
  | "registry_fault"
  | "new_registry_fault"
  | "folder_warnings"
  | "disk_low"
  | "data_old"
  | "test_data"
  | "proxy_untrusted"
  | "keys_expiring"
  | "keys_near_quota"
  | "keys_without_origin"
  | "exports_failed"
  | "token_exposed"
  | "insecure_sessions";
export type Severity = "error" | "warning" | "info";

export interface Notice {
  readonly code: NoticeCode;
  readonly severity: Severity;
  /** Values for the text. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Messages of the server, in English. */
  readonly details?: readonly string[];
  /** The first of the keys concerned. */
  readonly keys?: readonly NoticedKey[];
}

interface NoticedKey {
  readonly id: number;
  readonly name: string;
  readonly expiresAt?: string | undefined;
}

type JobKind = "export" | "geocode";
export type JobState = "pending" | "processing" | "completed" | "failed" | "expired";
type JobCounts = Partial<Record<JobState, number>>;

export interface ServiceOverview {
  readonly notices: readonly Notice[];
  readonly software: string;
  readonly startedAt: string;
  readonly memoryBytes: number;
  readonly requests: { readonly perSecond: number; readonly p99: number | null };
  readonly keys: { readonly all: number; readonly inForce: number };
  readonly registry?:
    | {
        readonly referenceDate: string;
        readonly isDemo: boolean;
        readonly sample?: string | undefined;
        readonly adressen: number;
      }
    | undefined;
  readonly exports: JobCounts;
  /** True when a login link opens the pages of the public port. */
  readonly hasUsableLinks: boolean;
}

/** URL that opens the pages of the public port once, on the server's machine. */
export interface LoginLinkAnswer {
  readonly url: string;
}

export interface Traffic {
  readonly startedAt: string;
  readonly minute: TrafficPeriod;
  /** As far back as `rates`. */
  readonly quarter: TrafficPeriod;
  readonly sinceStart: TrafficPeriod;
  /** Requests per second between samples of the last quarter of an hour, oldest first. */
  readonly rates: readonly { readonly at: string; readonly perSecond: number }[];
  /** Since the server started. */
  readonly byTime: {
    /** Minutes of the last hour and days (UTC) of the last month that have requests, oldest first. */
    readonly minutes: readonly TrafficBar[];
    readonly days: readonly TrafficBar[];
    /** Sums by key, most requests first. */
    readonly hourByKey: readonly KeyTraffic[];
    readonly monthByKey: readonly KeyTraffic[];
  };
  /** Requests of the last day that took longer than `--slow-ms`, the slowest first. */
  readonly slow: readonly SlowAnswer[];
}

interface TrafficSums {
  readonly requests: number;
  /** Refused for their key or a limit. */
  readonly refused: number;
  /** Failed by a fault of the server. */
  readonly failed: number;
}

export interface TrafficBar extends TrafficSums {
  /** Beginning, in milliseconds since 1970. */
  readonly at: number;
}

/** Requests with one key; `keyId` is null for those without one. */
export interface KeyTraffic extends TrafficSums {
  readonly keyId: number | null;
}

/** Slow request; `route` is null without one. */
export interface SlowAnswer {
  readonly at: string;
  readonly requestId: string;
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly keyId: number | null;
  readonly durationMs: number;
  readonly partsMs: Readonly<Record<"queue" | "admission" | "input" | "handler" | "render", number>>;
}

/** Counts of a period. */
export interface TrafficPeriod {
  readonly seconds: number;
  /** Most requests first. */
  readonly routes: readonly RouteTraffic[];
  readonly total: RouteTraffic;
  /** Refused requests by limit. */
  readonly refusals: Readonly<Record<string, number>>;
}

export interface RouteTraffic {
  readonly route: string;
  readonly requests: number;
  readonly statuses: Readonly<Record<number, number>>;
  /** Latencies in seconds, estimated within their bucket as Prometheus does; null without requests. */
  readonly p50: number | null;
  readonly p99: number | null;
}

export interface RegistryAnswer {
  /** True: the registry is the published one, by the decision of the publisher. */
  readonly isFollowing: boolean;
  readonly served?: ServedRegistry | undefined;
  /** Absent when the data folder is gone. */
  readonly folder?: FolderAnswer | undefined;
}

export interface UseAnswer {
  readonly file: string;
}

export interface ServedRegistry {
  readonly version: string;
  readonly referenceDate: string;
  readonly importedAt: string;
  readonly isDemo: boolean;
  readonly sample?: string | undefined;
  readonly counts: Readonly<Record<"adressen" | "panden" | "woonplaatsen" | "gemeenten", number>>;
  readonly sources: readonly string[];
}

export interface FolderAnswer {
  readonly fault: string | null;
  /** Newest first. */
  readonly versions: readonly {
    readonly file: string;
    readonly referenceDate: string;
    readonly bytes: number;
    readonly dataVersion: string | null;
    readonly isCurrent: boolean;
    /** True: nothing else becomes current until another is used. */
    readonly isPinned: boolean;
    readonly fault: string | null;
  }[];
  /** Registries that `baken use` made current, newest first. */
  readonly uses: readonly {
    readonly file: string;
    readonly usedAt: string;
    readonly isPinned: boolean;
    readonly reason: string | null;
  }[];
  /** Imports and updates, newest first. */
  readonly log: readonly {
    readonly kind: "import" | "update";
    readonly completed_at: string;
    readonly reference_date: string;
    readonly records_processed: number;
    readonly demo: boolean;
    readonly sample: string | null;
  }[];
  readonly bytes: Readonly<Record<"registries" | "exports" | "downloads" | "accounts" | "free", number>>;
  readonly importing: "under way" | "killed" | "none";
}

/** Session of the page /files, which nothing in this opens. */
export interface FileSessionAnswer {
  readonly id: string;
  /** 0 for none. */
  readonly keyId: number;
  readonly createdAt: string;
  readonly lookedAt: string;
  readonly sizeBytes: number;
  /** Null until the file was read. */
  readonly rows: number | null;
}

export interface ExportsAnswer {
  readonly counts: JobCounts;
  /** Oldest first. */
  readonly sessions: readonly FileSessionAnswer[];
  /** Newest first. */
  readonly jobs: readonly {
    readonly id: string;
    readonly keyId: number;
    readonly kind: JobKind;
    readonly state: JobState;
    readonly format: string;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly totalRecords: number;
    readonly processedRecords: number;
    readonly sizeBytes: number | null;
    readonly error?: string | undefined;
  }[];
}

export type LogLevel = "info" | "warn" | "error";

/** Level and options of the log of all threads, until the process ends. */
export interface LogAnswer {
  readonly level: LogLevel;
  readonly accessLog: boolean;
}

type AuditAction =
  | "create"
  | "change"
  | "rotate"
  | "revoke"
  | "restore"
  | "use"
  | "publish"
  | "cancel"
  | "open";

export interface AuditAnswer {
  /** Newest first. */
  readonly entries: readonly AuditEntryAnswer[];
  /** True when there are older ones, before the last id. */
  readonly hasOlder: boolean;
}

export interface AuditEntryAnswer {
  readonly id: number;
  readonly at: string;
  readonly node: string;
  readonly actor: "user" | "session";
  readonly who: string;
  readonly action: AuditAction;
  readonly subject: string;
  /** Id of the key that is the subject; null for other subjects. */
  readonly keyId: number | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Requests with a server key on one day (UTC) from one network. */
export interface NetworkUseAnswer {
  readonly day: string;
  readonly network: string;
  readonly requests: number;
  readonly lastAt: string;
}

/** Closer causes of refusals, which the pages say in their language. */
export type RefusalReason =
  | "plain_http"
  | "host"
  | "origin"
  | "no_key"
  | "key_revoked"
  | "key_expired"
  | "other_name"
  | "no_job"
  | "no_file_session"
  | "no_login_links"
  | "follows_source"
  | "check_failed";

/** Body of every refused request. */
export interface RefusedRequests {
  readonly code: string;
  readonly message: string;
  /** Faults by field (422). */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly reason?: RefusalReason;
  /** Seconds to wait (429). */
  readonly retryAfterS?: number;
}
