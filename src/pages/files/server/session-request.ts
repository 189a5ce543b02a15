/** Shared by the endpoints of a session: the session that a request opens, its JSON body, the JSON answer. */
import type { z } from "zod";
import { AppError } from "../../../base/errors.ts";
import { type FoundSession, SESSION_ENDED } from "../../../exports/sessions/session-folder.ts";
import type { Admission } from "../../../http/admission.ts";
import type { Context } from "../../../http/context.ts";
import type { TextResult } from "../../../http/endpoint.ts";
import { validateBody } from "../../../http/input.ts";
import { readJsonBody } from "../../../http/parameters/body.ts";
import type { TableFault } from "../../../tables/read/refuse.ts";

/** Reasons with which a file is refused, which the page words in its language. */
export type SentRefusal =
  | TableFault
  | "too_many_rows"
  | "no_addresses"
  | "columns"
  | "disk_full"
  | "unexpected";

const MAX_BODY_BYTES = 64 * 1024;

/** Returns the session to which a request was admitted; throws 404 when it has ended. */
export function sessionOf({ session }: Pick<Admission, "session">): FoundSession {
  if (session === undefined) {
    throw new AppError("not_found", SESSION_ENDED);
  }
  return session;
}

/** Reads the JSON body of a request. Throws 415, 400 or 422 for anything else. */
export async function readBodyAs<T extends z.ZodType>(
  { request, connection }: Context,
  schema: T,
): Promise<z.output<T>> {
  return validateBody(schema, await readJsonBody(request, MAX_BODY_BYTES, connection));
}

/** Returns an answer that nothing keeps. */
export function privateJson(data: unknown, status = 200, further: object = {}): TextResult {
  return {
    status,
    contentType: "application/json",
    cacheControl: "no-store",
    body: JSON.stringify({ data, ...further }),
  };
}
