import type { Settings } from "../base/settings.ts";

/** Place of keys, usage and export jobs. Can be cloned to threads. */
export interface AccountsPlace {
  /** Folder of accounts.db, which is used without `postgres`. */
  readonly dataDir: string;
  readonly postgres?:
    | {
        readonly url: string;
        readonly timeoutMs: number;
        /** Channel on which the main thread of a serving process answers (start-accounts.ts); undefined in commands. */
        readonly channel?: string | undefined;
      }
    | undefined;
}

/** Settings that a command needs to know the place. */
export const ACCOUNTS_SETTINGS = ["accounts", "accountsTimeout"] as const;

export function accountsPlace({
  data,
  accounts,
  accountsTimeout,
}: Pick<Settings, "data" | (typeof ACCOUNTS_SETTINGS)[number]>): AccountsPlace {
  const postgres = accounts === undefined ? undefined : { url: accounts, timeoutMs: accountsTimeout };
  return { dataDir: data, postgres };
}
