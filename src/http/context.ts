import type { ApiKey } from "../accounts/api-key.ts";
import type { KeyStore } from "../accounts/key-store.ts";
import { AppError } from "../base/errors.ts";
import type { Registry, Snapshot } from "../registry/snapshot.ts";

/** What handlers may use beside the registry's data; made once by app.ts. */
export interface Services {
  readonly registry: Registry;
  readonly keys: KeyStore;
  /** Scheme, host and optional path under which users reach this server, without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** The OpenAPI document; derived at its first use. */
  openApiYaml(): string;
}

/** One request on its way: everything a handler sees of it. The data version is pinned when it arrives. */
export class Context {
  readonly services: Services;
  readonly request: Request;
  readonly target: RequestTarget;
  readonly requestId: string;
  /** Sent with whatever is answered. */
  readonly headers: Record<string, string>;
  readonly pinned: Snapshot | undefined;
  /** Absent until authorized, and on routes that need no key. */
  key: ApiKey | undefined = undefined;

  constructor(services: Services, request: Request, requestId: string, headers: Record<string, string>) {
    this.services = services;
    this.request = request;
    this.target = parseTarget(request.url);
    this.requestId = requestId;
    this.headers = headers;
    this.pinned = services.registry.current();
  }

  /** The data to answer from; without any, the answer is 503. */
  get snapshot(): Snapshot {
    if (this.pinned === undefined) throw new AppError("unavailable", "No address data has been loaded yet.");
    return this.pinned;
  }

  /** Public address of this server, as links in answers begin: `https://example.nl`. */
  get publicUrl(): string {
    return this.services.publicUrl ?? this.target.origin;
  }
}

/** A request's URL in three parts. */
export interface RequestTarget {
  /** As the client named it in `Host`; empty when that was unusable. */
  readonly origin: string;
  readonly path: string;
  /** Without `?`. */
  readonly query: string;
}

/** Splits without normalising: Bun hands over the raw request line, or only its path when Host is unusable. */
export function parseTarget(url: string): RequestTarget {
  const pathStart = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
  const queryStart = url.indexOf("?", pathStart);
  return {
    origin: url.slice(0, pathStart),
    path: queryStart < 0 ? url.slice(pathStart) : url.slice(pathStart, queryStart),
    query: queryStart < 0 ? "" : url.slice(queryStart + 1),
  };
}
