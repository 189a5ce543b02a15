import { type ApiKey, isKeyInForce } from "./api-key.ts";
import type { KeyStore } from "./key-store.ts";

/** Key that the operator named for requests without a key on interfaces of other services. */
export interface OpenKey {
  readonly id: number;
  /** True when the operator said that it may be open to everybody. */
  readonly isToAll: boolean;
}

/** Returns the open key that admits requests now; undefined when {@link faultOfOpenKey} finds a fault in it. */
export function findOpenKey(keys: Pick<KeyStore, "find">, open: OpenKey | undefined): ApiKey | undefined {
  const key = open && keys.find(open.id);
  return key !== undefined && faultOfOpenKey(key, open!) === undefined ? key : undefined;
}

/** Returns the reason why a key cannot be the open key, for the operator. */
export function faultOfOpenKey(key: ApiKey, { isToAll }: OpenKey): string | undefined {
  if (!isKeyInForce(key, Date.now())) {
    return "is revoked or has expired";
  }
  if (key.kind === "server") {
    return "is a server key, which has no limit for each visitor: create one of type link";
  }
  const isBounded = key.ipRanges.length > 0 || key.origins.length > 0;
  return isBounded || isToAll
    ? undefined
    : "has no addresses and no origins, so that everybody could use it: give it --ip, or start with --open-to-all on";
}
