import { AppError } from "../base/errors.ts";
import { type ApiKey, matchesSecret, parseToken } from "./api-key.ts";
import type { KeyStore } from "./key-store.ts";

/**
 * Lets a request in or throws. The order is that of platform.md §4.2: token, key enabled, IP, browser method
 * and origin, rate, quota; what each later check needs of the request joins the arguments with it.
 */
export function authorize(keys: KeyStore, authorization: string | null): ApiKey {
  return authenticate(keys, authorization);
}

/** The key a Bearer header opens. Every way to fail gives the same answer. */
function authenticate(keys: KeyStore, authorization: string | null): ApiKey {
  const token = parseToken(bearerToken(authorization));
  const key = token && keys.find(token.id);
  const opens = matchesSecret(key, token?.secret ?? "");
  if (key === undefined || !opens) throw new AppError("unauthenticated", "Unauthenticated.");
  return key;
}

function bearerToken(authorization: string | null): string {
  if (authorization === null || !/^bearer /i.test(authorization)) return "";
  return authorization.slice("bearer ".length).trim();
}
