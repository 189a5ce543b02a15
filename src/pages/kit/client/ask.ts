/** Requests of a page to the interface: typed, ended when they are no longer needed. */
import { type Client, createClient, RequestFailed } from "../../../http/client/client.ts";
import { openAccess } from "./access.ts";

export const access = openAccess();

/** Sends a GET and returns the whole body of its answer. */
export type Ask = Client["get"];

export function createAsk(signal: AbortSignal): Ask {
  const fetch = (url: string, init: RequestInit) => access.fetch(url, { ...init, signal });
  return createClient({ baseUrl: "/api/v1", fetch }).get;
}

/** Returns undefined instead of a 404 or an invalid value, which only say that there is no such object. */
export async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RequestFailed && (error.status === 404 || error.status === 422)) {
      return undefined;
    }
    throw error;
  }
}
