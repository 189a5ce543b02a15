/** Changes of keys that every store refuses. */
import { AppError } from "../base/errors.ts";
import { type ApiKey, isInForce } from "./api-key.ts";

/** Throws for a revoked key, which stays revoked. */
export function assertUnrevoked({ id, revokedAt }: ApiKey): void {
  if (revokedAt === undefined) {
    return;
  }
  throw new AppError(
    "unavailable",
    `Key ${id} was revoked at ${revokedAt}, which cannot be undone: create a new key with keys create.`,
  );
}

/** Throws for a key that is revoked or has expired. */
export function assertCanRotate(key: ApiKey): void {
  assertUnrevoked(key);
  if (isInForce(key, Date.now())) {
    return;
  }
  throw new AppError(
    "unavailable",
    `Key ${key.id} expired at ${key.expiresAt}, so a new secret would be refused too: first set a later date with keys update --expires.`,
  );
}
