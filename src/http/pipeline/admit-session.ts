/**
 * Admission to a session of the page for files, by the session's secret. Its requests count against the key that began
 * the session, or without a key against the address of the client. A session ends with its key.
 */
import { type ApiKey, isKeyInForce } from "../../accounts/api-key.ts";
import { authorize } from "../../accounts/authorize.ts";
import type { Awaitable } from "../../base/awaitable.ts";
import { AppError } from "../../base/errors.ts";
import { type FoundSession, type SessionRecord, sessionIdOf } from "../../exports/sessions/session-folder.ts";
import { type Admission, WITHOUT_KEY } from "../admission.ts";
import type { Context } from "../context.ts";
import type { SessionAuth } from "../endpoint.ts";
import { consumeForAddress, consumeRate, consumeRequests, LimitRefusal, PAGE_LIMITS } from "./limits.ts";

/** Header with the secret of a session. */
const SESSION_HEADER = "x-files-session";

/** Returns the id of the session that a request opens; throws 400 without a secret. */
export function requestedId({ request }: Context): string {
  const id = sessionIdOf(request.headers.get(SESSION_HEADER) ?? "");
  if (id === undefined) {
    throw new AppError(
      "bad_request",
      "X-Files-Session must be the secret of a session: 32 random bytes in base64url, 43 characters.",
    );
  }
  return id;
}

/**
 * Admits a request to its session, which counts as a use of the session. Without such a session the decision has none,
 * and the request counts against the limits of the address.
 */
export async function admitToSession(context: Context, auth: SessionAuth): Promise<Admission> {
  assertPageOn(context);
  const id = requestedId(context);
  const found = await context.services.exports.sessions.find(id);
  const { keyId } = found?.record ?? {};
  const key = keyId ? context.services.keys.find(keyId) : undefined;
  if (found === undefined || (await endsWithKey(context, found, key))) {
    const limits = auth === "file-state" ? (["filesStateMinute"] as const) : PAGE_LIMITS;
    return consumeForAddress(context, limits, WITHOUT_KEY);
  }
  const admission = { ...WITHOUT_KEY, key, session: found };
  assertMayUse(context, admission);
  const counted = await consume(context, admission, auth);
  return { ...counted, session: found };
}

/** Throws 403 where the page is off, also for a session that was begun before. */
export function assertPageOn(context: Context): void {
  if (context.services.files.accessOf(context) === "off") {
    throw new AppError("page_closed", "The page for files is off on this server.");
  }
}

/** Returns true, and ends the session, when the key by which it was begun was revoked or has expired. */
async function endsWithKey(
  { services }: Context,
  { session, record }: FoundSession,
  key: ApiKey | undefined,
): Promise<boolean> {
  if (isOpenedByKey(record, key)) {
    return false;
  }
  // An unknown key may only be unreadable at the moment.
  if (key !== undefined) {
    await services.exports.sessions.remove(session);
  }
  return true;
}

/** Returns true while a session may continue: it was begun without a key, or its key `key` is in force. */
export function isOpenedByKey({ keyId }: SessionRecord, key: ApiKey | undefined): boolean {
  return keyId === 0 || (key !== undefined && isKeyInForce(key, Date.now()));
}

/** Throws 403 when the key may not be used from the client's address, and when the page now needs a key. */
function assertMayUse(context: Context, admission: Admission): void {
  const { key } = admission;
  const refusal =
    key === undefined
      ? refusalWithoutKey(context)
      : authorize(key, { method: context.request.method, origin: null, client: context });
  if (refusal !== undefined) {
    throw new LimitRefusal(admission, refusal);
  }
}

/** Returns the refusal of clients without a key; undefined where the page is open to them. */
export function refusalWithoutKey(context: Context): AppError | undefined {
  const { files, pages } = context.services;
  const scope = pages.sessions.scopeOf(context.headerToken ?? "", Date.now());
  return files.accessOf(context) === "open" || (scope === "local" && context.isLocal)
    ? undefined
    : new AppError("page_closed", "The page for files needs a server key here.");
}

function consume(context: Context, admission: Admission, auth: SessionAuth): Awaitable<Admission> {
  const { key, session } = admission;
  if (auth === "file-state") {
    return consumeForAddress(context, ["filesStateMinute"], admission, networkOfSession(session!));
  }
  if (key === undefined) {
    return consumeForAddress(context, auth === "file" ? ["pageMinute"] : PAGE_LIMITS, admission);
  }
  return auth === "file" ? consumeRate(context, admission, key) : consumeRequests(context, admission, 1);
}

/** Returns an address that identifies a session in the counters: an IPv6 /64 made of its id. */
function networkOfSession({ session: { id } }: FoundSession): string {
  return `${[0, 4, 8, 12].map((at) => id.slice(at, at + 4)).join(":")}::`;
}
