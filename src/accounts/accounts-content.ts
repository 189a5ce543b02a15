import type { AuditRow } from "./audit.ts";
import type { KeyRow } from "./key-row.ts";

/** All keys, usage and the audit of a store, to be copied to another one. */
export interface AccountsContent {
  readonly keys: readonly KeyRow[];
  readonly months: readonly {
    readonly key_id: number;
    /** `2026-11`. */
    readonly month: string;
    readonly requests: number;
    readonly last_used_at: string;
  }[];
  readonly days: readonly { readonly day: string; readonly key_id: number; readonly requests: number }[];
  /** Entries of the audit, oldest first. */
  readonly audit: readonly AuditRow[];
  readonly uses: readonly {
    readonly day: string;
    readonly key_id: number;
    readonly network: string;
    readonly requests: number;
    readonly last_at: string;
  }[];
}
