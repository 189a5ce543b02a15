import type { RunningAccounts } from "../accounts/open-accounts.ts";
import { openPostgresRollout } from "./postgres-rollout.ts";
import type { Rollout } from "./rollout.ts";

/** Opens the agreement with the servers that share these accounts; undefined for a server that shares none. */
export function openRollout({ database }: RunningAccounts, waitSeconds: number): Rollout | undefined {
  return database && openPostgresRollout({ database: database.postgres, waitSeconds });
}
