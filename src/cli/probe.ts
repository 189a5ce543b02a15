/** Asks the server that runs on this machine, as a health check of containers does. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { AppError, messageOf } from "../base/errors.ts";
import type { Settings } from "../base/settings.ts";
import { BASE_PATH } from "../http/interface-version.ts";

/** Time for the answer; a health check of a container waits longer before it ends the probe itself. */
const TIMEOUT_MS = 3_000;
/** Characters of an answer that a message quotes. */
const MAX_SHOWN = 500;
/** Addresses that listen on all interfaces, and the loopback address of the same kind. */
const LOOPBACKS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1" };

const answer = z.object({ status: z.literal("ok") });

/** Returns the URL of the server if it reports that it is well. Throws `unavailable` with the fault otherwise. */
export async function probeServer(settings: Pick<Settings, "host" | "port">): Promise<string> {
  const url = urlOf(settings, `${BASE_PATH}/status`);
  const { status, body } = await askServer(url);
  if (status !== 200 || !answer.safeParse(parseJson(body)).success) {
    throw new AppError("unavailable", `${url} answered ${status}: ${body.slice(0, MAX_SHOWN)}`);
  }
  return url;
}

/** Returns the URL of a path on a server that listens on this machine. */
export function urlOf({ host, port }: Pick<Settings, "host" | "port">, path: string): string {
  const address = loopbackOf(host);
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}${path}`;
}

/** Returns the address at which this machine reaches a server that listens on `host`. */
export function loopbackOf(host: string): string {
  return (LOOPBACKS[host] ?? host).replace(/^\[|\]$/g, "");
}

/**
 * Asks by `node:http`: unlike `fetch` it takes no proxy of the environment, which would not reach this machine. Throws
 * `unavailable`, with the name of the server, when it does not answer.
 */
export async function askServer(
  url: string,
  name = url,
): Promise<{ status: number | undefined; body: string }> {
  try {
    const request = get(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const [response]: IncomingMessage[] = await once(request, "response");
    return { status: response!.statusCode, body: await text(response!) };
  } catch (error) {
    throw new AppError("unavailable", `${name} does not answer: ${messageOf(error)}`);
  }
}

/** Returns undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
