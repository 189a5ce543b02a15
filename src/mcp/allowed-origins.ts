/** Which names this server may be called by, so that no web page reaches it under a name of its own (DNS rebinding). */
import { isIP } from "node:net";
import { AppError } from "../base/errors.ts";
import { isLoopback } from "../base/loopback.ts";
import type { Context } from "../http/context.ts";
import { forwardedHost } from "../http/forwarded-origin.ts";

export interface AllowedOrigins {
  /** Throws `origin_not_allowed` for a Host, or an Origin when one is sent, that is not this server's. */
  assert(context: Context): void;
}

export interface BindOptions {
  /** Address the server listens on; absent for one without a socket. */
  readonly host?: string | undefined;
  readonly publicUrl?: string | undefined;
}

/**
 * Public names are that of the public address, localhost and loopback addresses; any while the server knows no public
 * address and is open to others or behind a trusted proxy. An Origin must be one of them, and so must the name a client
 * used: `X-Forwarded-Host` from a trusted proxy, else Host.
 *
 * Host may also be what a proxy calls this server, which no page can be: an IP address, since rebinding needs a name; behind
 * a public address a name without a dot, which nobody can register; whatever a trusted proxy sends.
 */
export function allowedOrigins({ host = "localhost", publicUrl }: BindOptions): AllowedOrigins {
  const isOpen = publicUrl === undefined && !isLoopback(host);
  const publicName = publicUrl && new URL(publicUrl).hostname;
  const isPublicName = (name: string) => isOpen || name === publicName || isLoopback(name);
  const isOwnName = (name: string) => isAddress(name) || (publicUrl !== undefined && !name.includes("."));

  const isHostAllowed = ({ isProxied, request, target }: Context) => {
    const forwarded = isProxied ? forwardedHost(request.headers) : undefined;
    if (forwarded !== undefined) return publicUrl === undefined || isPublicName(nameOf(forwarded));
    const name = hostnameOf(target.origin);
    return name !== undefined && (isProxied || isPublicName(name) || isOwnName(name));
  };
  const isOriginAllowed = (context: Context, origin: string) => {
    const name = hostnameOf(origin);
    if (name === undefined) return false;
    return isPublicName(name) || (context.isProxied && name === hostnameOf(context.publicUrl));
  };
  return {
    assert(context) {
      if (!isHostAllowed(context))
        refuse("Host", " A proxy that sends a name of its own is let in by --trusted-proxies.");
      const origin = context.request.headers.get("origin");
      if (origin !== null && !isOriginAllowed(context, origin)) refuse("Origin");
    },
  };
}

function refuse(header: string, remedy = ""): never {
  throw new AppError("origin_not_allowed", `This ${header} is not allowed here.${remedy}`);
}

function hostnameOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname || undefined : undefined;
}

/** Of a host that has the form of one. */
function nameOf(host: string): string {
  return hostnameOf(`http://${host}`) ?? "";
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}
