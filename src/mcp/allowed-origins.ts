/**
 * Restricts the names that requests may use for this server, so that no web page reaches it under a name of its own
 * (DNS rebinding).
 */
import { AppError } from "../base/errors.ts";
import { isLoopback } from "../base/loopback.ts";
import type { Context } from "../http/context.ts";
import { isAddress, isFromOwnPage } from "../http/own-page.ts";
import { forwardedHost } from "../http/request-host.ts";

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
 * Returns the check of Host and Origin. Public names are the host of `publicUrl`, localhost and loopback addresses; any
 * name while there is no `publicUrl` and the server is open to others or reached through a trusted proxy. An Origin
 * must be a public name, and so must the name that the client used: `X-Forwarded-Host` from a trusted proxy, else Host.
 *
 * Host may also be a name by which a proxy calls this server and that no web page can have: an IP address, because
 * rebinding needs a name; with a `publicUrl` a name without a dot, which nobody can register; any name from a trusted
 * proxy.
 */
export function allowedOrigins({ host = "localhost", publicUrl }: BindOptions): AllowedOrigins {
  const allowsAnyName = publicUrl === undefined && !isLoopback(host);
  const publicName = publicUrl && new URL(publicUrl).hostname;
  const isPublicName = (name: string) => allowsAnyName || name === publicName || isLoopback(name);
  const isOwnName = (name: string) => isAddress(name) || (publicUrl !== undefined && !name.includes("."));

  const isHostAllowed = ({ isProxied, request, target }: Context) => {
    const forwarded = isProxied ? forwardedHost(request.headers) : undefined;
    if (forwarded !== undefined) {
      return publicUrl === undefined || isPublicName(nameOf(forwarded));
    }
    const name = hostnameOf(target.origin);
    return name !== undefined && (isProxied || isPublicName(name) || isOwnName(name));
  };
  const isOriginAllowed = (context: Context, origin: string) => {
    const name = hostnameOf(origin);
    if (name === undefined) {
      return false;
    }
    return isPublicName(name) || (context.isProxied && name === hostnameOf(context.publicUrl));
  };
  return {
    assert(context) {
      if (!isHostAllowed(context)) {
        refuse(
          "Host",
          " Use localhost, an IP address or the host of --public-url; list a proxy that sends another name in --trusted-proxies.",
        );
      }
      if (!isFromOwnPage(context.request, "mcp", (origin) => isOriginAllowed(context, origin))) {
        refuse("Origin");
      }
    },
  };
}

function refuse(header: string, remedy = ""): never {
  throw new AppError(
    "origin_not_allowed",
    `This ${header} is not allowed: it does not name this server.${remedy}`,
  );
}

function hostnameOf(origin: string): string | undefined {
  return URL.parse(origin)?.hostname || undefined;
}

/** Returns the hostname of a host without its port; empty for a malformed host. */
function nameOf(host: string): string {
  return hostnameOf(`http://${host}`) ?? "";
}
