import { isInForce } from "../accounts/api-key.ts";
import { hasAccounts, inspectKeys } from "../accounts/open-accounts.ts";
import { withStore } from "../accounts/with-store.ts";

/** Differences that a restore makes to the keys of a folder; "unknown" when the former keys cannot be read. */
export interface KeyDifferences {
  /** Ids of keys that were revoked, expired, rotated or removed since, and work again as in the backup. */
  readonly revivedKeys: readonly number[] | "unknown";
  /** Ids of keys that the backup lacks. */
  readonly lostKeys: readonly number[] | "unknown";
}

/** Compares the keys of a data folder with those of a backup. */
export async function compareKeys(dataDir: string, backup: string): Promise<KeyDifferences> {
  if (!hasAccounts({ dataDir })) {
    return { revivedKeys: [], lostKeys: [] };
  }
  try {
    const now = Date.now();
    const former = await withStore(inspectKeys({ dataDir }), async (store) => store.list());
    const restored = await withStore(inspectKeys({ dataDir: backup }), async (store) => store.list());
    const formerById = new Map(former.map((key) => [key.id, key]));
    const restoredIds = new Set(restored.map(({ id }) => id));
    const revived = restored.filter((key) => {
      const before = formerById.get(key.id);
      const isSame =
        before !== undefined &&
        isInForce(before, now) &&
        Buffer.compare(before.secretSha256, key.secretSha256) === 0;
      return isInForce(key, now) && !isSame;
    });
    return {
      revivedKeys: revived.map(({ id }) => id),
      lostKeys: former.filter(({ id }) => !restoredIds.has(id)).map(({ id }) => id),
    };
  } catch {
    return { revivedKeys: "unknown", lostKeys: "unknown" };
  }
}
