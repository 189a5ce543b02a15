import { type Awaitable, whenReady } from "../base/awaitable.ts";
import { AppError } from "../base/errors.ts";
import { type ApiKey, parseToken, verifySecret } from "./api-key.ts";
import { NO_ADDRESS } from "./client-address.ts";
import { IpRanges } from "./ip-address.ts";
import type { KeyStore } from "./key-store.ts";
import { approvesOrigin } from "./origins.ts";

/** Attributes of a request that a key's own rules check. */
export interface Caller {
  readonly method: string;
  /** Origin of the page that sends the request; null when unknown. */
  readonly origin: string | null;
  /** Its address is read only for keys with a list of addresses. */
  readonly client: Client;
}

/** Client of a request, whose address is computed at first use. */
interface Client {
  readonly clientAddress: string;
}

/**
 * Returns the key in force that a token opens. A token that fails is tried again after a check for changes, so that a
 * new token works at once. Every failing token costs the same. Text without the form of a token is not tried again.
 */
export function authenticate(keys: KeyStore, text: string): Awaitable<ApiKey | undefined> {
  const token = parseToken(text);
  const key = findVerifiedKey(keys, token);
  if (key !== undefined || token === undefined) {
    return key;
  }
  return whenReady(keys.refresh(), () => findVerifiedKey(keys, token));
}

function findVerifiedKey(keys: KeyStore, token: ReturnType<typeof parseToken>): ApiKey | undefined {
  const key = token && keys.find(token.id);
  return verifySecret(key, token?.secret ?? "", Date.now()) ? key : undefined;
}

/** Returns the error of every request that needs a key and has no valid one. */
export function unauthenticated(): AppError {
  return new AppError(
    "unauthenticated",
    "Unauthenticated. Send a valid API key: Authorization: Bearer <id>|<secret>",
  );
}

/**
 * Returns the error for a caller that may not use this key: checks the IP, then the method of a key that only reads,
 * then the origin of a browser key.
 */
export function authorize(key: ApiKey, { method, origin, client }: Caller): AppError | undefined {
  if (key.ipRanges.length > 0 && !isAddressAllowed(key, client.clientAddress)) {
    return new AppError("ip_not_allowed", "This IP address is not allowed for this API key.");
  }
  if (key.kind === "server") {
    return undefined;
  }
  if (method !== "GET" && method !== "HEAD") {
    return new AppError("key_read_only", "This API key is read-only.");
  }
  return key.kind === "browser" ? refuseOrigin(key, origin) : undefined;
}

/** Returns the error for a browser key outside pages of its origins. */
function refuseOrigin({ origins }: ApiKey, origin: string | null): AppError | undefined {
  if (origin === null) {
    return new AppError(
      "origin_not_allowed",
      "A browser key works only in pages of its origins, and this request names no origin. Programs need a server key.",
    );
  }
  return approvesOrigin(origins, origin)
    ? undefined
    : new AppError("origin_not_allowed", "This origin is not allowed for this API key.");
}

/** Cache of each key's parsed list of addresses; a changed key is another object, so it is parsed again. */
const parsedRanges = new WeakMap<ApiKey, IpRanges>();

function isAddressAllowed(key: ApiKey, address: string): boolean {
  let ranges = parsedRanges.get(key);
  if (ranges === undefined) {
    ranges = new IpRanges(key.ipRanges);
    parsedRanges.set(key, ranges);
  }
  return address !== NO_ADDRESS && ranges.has(address);
}

/**
 * Returns the token that the headers of a request carry: `Authorization: Bearer <id>|<secret>`, the same as Basic with
 * the id as user and the secret as password, or `X-Api-Key`. Undefined without such a header, also for an empty
 * X-Api-Key; empty for another scheme.
 */
export function presentedToken(headers: Headers): string | undefined {
  const authorization = headers.get("authorization");
  return authorization === null
    ? headers.get("x-api-key")?.trim() || undefined
    : tokenOfAuthorization(authorization);
}

/** The usual way to send a token; the name of the scheme may have any case. */
const BEARER = "Bearer ";

/** Returns the token of an Authorization header; empty for another scheme. */
export function tokenOfAuthorization(authorization: string): string {
  if (authorization.startsWith(BEARER)) {
    return authorization.slice(BEARER.length).trim();
  }
  const space = authorization.indexOf(" ");
  const scheme = authorization.slice(0, Math.max(space, 0)).toLowerCase();
  const credentials = authorization.slice(space + 1).trim();
  if (scheme === "basic") {
    return Buffer.from(credentials, "base64").toString("utf8").replace(":", "|");
  }
  return scheme === "bearer" ? credentials : "";
}
