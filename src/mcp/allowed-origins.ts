/** Which names this server may be called by, so that no web page reaches it under a name of its own (DNS rebinding). */
import { AppError } from "../base/errors.ts";
import { isLoopback } from "../base/loopback.ts";
import type { Context } from "../http/context.ts";

export interface AllowedOrigins {
  /** Throws `origin_not_allowed` for a Host, or an Origin when one is sent, that is not this server's. */
  assert(context: Context): void;
}

export interface BindOptions {
  /** Address the server listens on; absent for one without a socket. */
  readonly host?: string | undefined;
  readonly publicUrl?: string | undefined;
}

/** localhost, loopback addresses and the public address; any while the server is open to others and knows no public one. */
export function allowedOrigins({ host = "localhost", publicUrl }: BindOptions): AllowedOrigins {
  const isAnyAllowed = publicUrl === undefined && !isLoopback(host);
  const publicName = publicUrl && new URL(publicUrl).hostname;
  const isAllowed = (name: string | undefined) =>
    name !== undefined && (isAnyAllowed || name === publicName || isLoopback(name));
  return {
    assert({ request, target }) {
      if (!isAllowed(hostnameOf(target.origin))) refuse("Host");
      const origin = request.headers.get("origin");
      if (origin !== null && !isAllowed(hostnameOf(origin))) refuse("Origin");
    },
  };
}

function refuse(header: string): never {
  throw new AppError("origin_not_allowed", `This ${header} is not allowed here.`);
}

function hostnameOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname || undefined : undefined;
}
