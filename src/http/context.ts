import type { AccountsHealth } from "../accounts/accounts-health.ts";
import type { ApiKey } from "../accounts/api-key.ts";
import { clientAddress, isTrustedProxy } from "../accounts/client-address.ts";
import type { Counters, KeyUsage } from "../accounts/counters.ts";
import type { IpRanges } from "../accounts/ip-ranges.ts";
import type { KeyStore } from "../accounts/key-store.ts";
import { AppError } from "../base/errors.ts";
import type { Exports } from "../exports/exports.ts";
import type { Registry, Snapshot } from "../registry/snapshot.ts";
import { forwardedOrigin } from "./forwarded-origin.ts";
import type { LimitName } from "./metrics.ts";

/** What handlers may use beside the registry's data; made once by app.ts. */
export interface Services {
  readonly registry: Registry;
  readonly keys: KeyStore;
  readonly accounts: Pick<AccountsHealth, "isWritable">;
  readonly counters: Counters;
  readonly exports: Exports;
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: IpRanges;
  /** Told of every answer when it is ready to be sent. */
  observe?(context: Context, status: number, durationMs: number): void;
  /** Scheme, host and optional path under which users reach this server, without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** Names the software that answers. */
  readonly build: string;
  /** The OpenAPI document with examples from this data, or without any. */
  openApiYaml(snapshot: Snapshot | undefined): string;
}

/** The other end of a request's connection. */
export type AddressOf = (request: Request) => string | undefined;

/** Where a request comes from, and what is sent with whatever is answered. */
export interface Arrival {
  readonly requestId: string;
  readonly headers: Record<string, string>;
  /** Absent for a request that came without a socket. */
  readonly addressOf: AddressOf | undefined;
}

/** One request on its way: everything a handler sees of it. The data version is pinned when it is first asked for. */
export class Context {
  readonly services: Services;
  readonly request: Request;
  readonly target: RequestTarget;
  readonly requestId: string;
  /** Sent with whatever is answered. */
  readonly headers: Record<string, string>;
  /** Absent until authorized, and on routes that need no key. */
  key: ApiKey | undefined = undefined;
  /** What the key had used when its requests were taken, and how many of them its quota holds. */
  usage: KeyUsage | undefined = undefined;
  quotaTaken = 0;
  /** The limit that refused the request. */
  exceeded: LimitName | undefined = undefined;
  /** Path of the endpoint as declared; absent when no route matched. */
  route: string | undefined = undefined;
  readonly #addressOf: AddressOf | undefined;
  #pinned: Snapshot | undefined;
  #isClosed = false;
  #clientAddress: string | undefined = undefined;

  constructor(services: Services, request: Request, { requestId, headers, addressOf }: Arrival) {
    this.services = services;
    this.request = request;
    this.target = parseTarget(request.url);
    this.requestId = requestId;
    this.headers = headers;
    this.#addressOf = addressOf;
  }

  /**
   * The data version of this request, from now to its end; undefined while there is none. Not pinned before, because a
   * client may take its time to send a body, and what is pinned stays on disk.
   */
  get pinned(): Snapshot | undefined {
    if (!this.#isClosed) this.#pinned ??= this.services.registry.pin();
    return this.#pinned;
  }

  /** Once, when the request is answered. */
  close(): void {
    this.#isClosed = true;
    this.services.registry.unpin(this.#pinned);
  }

  /** The data to answer from; without any, the answer is 503. */
  get snapshot(): Snapshot {
    const { pinned } = this;
    if (pinned === undefined) throw new AppError("unavailable", "No address data has been loaded yet.");
    return pinned;
  }

  /** Who really asks, behind trusted proxies too; empty when the connection is gone. Found when first needed. */
  get clientAddress(): string {
    this.#clientAddress ??= clientAddress(
      this.#socketAddress(),
      this.request.headers.get("x-forwarded-for"),
      this.services.trustedProxies,
    );
    return this.#clientAddress;
  }

  /** Public address of this server, as links in answers begin: `https://example.nl`. */
  get publicUrl(): string {
    const { publicUrl } = this.services;
    if (publicUrl !== undefined) return publicUrl;
    const { origin } = this.target;
    return this.isProxied ? forwardedOrigin(this.request.headers, origin) : origin;
  }

  /** Whether the request comes from a proxy that is believed. */
  get isProxied(): boolean {
    return isTrustedProxy(this.#socketAddress(), this.services.trustedProxies);
  }

  #socketAddress(): string | undefined {
    return this.#addressOf === undefined ? NO_SOCKET_ADDRESS : this.#addressOf(this.request);
  }
}

/** Without a socket the caller is this process itself. */
const NO_SOCKET_ADDRESS = "127.0.0.1";

/** A request's URL in three parts. */
export interface RequestTarget {
  /** As the client named it in `Host`; empty when that was unusable. */
  readonly origin: string;
  /** Without a slash at the end, which names the same route. */
  readonly path: string;
  /** Without `?`. */
  readonly query: string;
}

/**
 * Splits without normalising more than one slash at the end: Bun hands over the raw request line, or only its path when
 * Host is unusable.
 */
export function parseTarget(url: string): RequestTarget {
  const pathStart = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
  const queryStart = url.indexOf("?", pathStart);
  const path = queryStart < 0 ? url.slice(pathStart) : url.slice(pathStart, queryStart);
  return {
    origin: url.slice(0, pathStart),
    path: /[^/]\/$/.test(path) ? path.slice(0, -1) : path,
    query: queryStart < 0 ? "" : url.slice(queryStart + 1),
  };
}
