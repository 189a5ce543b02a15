import type { Actor } from "../accounts/audit.ts";
import { presentedToken } from "../accounts/authorize.ts";
import { clientAddress, isTrustedProxy } from "../accounts/client-address.ts";
import type { Counters, CountersHealth } from "../accounts/counters.ts";
import type { DownloadTickets } from "../accounts/download-ticket.ts";
import { type IpRanges, parseIpAddress } from "../accounts/ip-address.ts";
import type { KeyStore } from "../accounts/key-store.ts";
import type { LoginLinks } from "../accounts/login-link.ts";
import type { OpenKey } from "../accounts/open-key.ts";
import type { PageSessions } from "../accounts/page-session.ts";
import type { AccountsHealth } from "../accounts/usage-flusher.ts";
import { AppError } from "../base/errors.ts";
import { isLoopback } from "../base/loopback.ts";
import type { Exports } from "../exports/exports.ts";
import type { Registry } from "../registry/file/open-registry.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { BaseMap } from "../tiles/base-maps.ts";
import type { Admission } from "./admission.ts";
import type { OpenApi } from "./openapi-document.ts";
import type { Connection } from "./parameters/body.ts";
import { decodePart, tokenInUrl } from "./parameters/query-string.ts";
import { forwardedOrigin, isForwarded } from "./request-host.ts";

/** `needless`: the pages need no key. `refused`: other machines can reach the server. */
export const LINK_STATES = ["usable", "needless", "refused"] as const;
type LinkState = (typeof LINK_STATES)[number];

/** Access of the server's own pages without a key. */
export interface PageAccess {
  readonly sessions: PageSessions;
  /** Returns true when the pages can be used without a key with this data. */
  isOpen(snapshot: Snapshot | undefined): boolean;
  /** Whom to ask for a key: a text, an e-mail address or a URL. */
  readonly contact: string | undefined;
  readonly links: LoginLinks;
  /** Says whether a login link opens the pages with this data. */
  linkState(snapshot: Snapshot | undefined): LinkState;
  /** Makes a login link; returns the part of its URL after the slash, or undefined unless links are usable. */
  openLink(snapshot: Snapshot | undefined, by?: Actor): Promise<string | undefined>;
}

/** Visitors who may begin work on the page for files: everybody, holders of a server key, nobody. */
export type FilesAccess = "open" | "key" | "off";

/** The page for files. */
interface FilesPage {
  accessOf(context: Context): FilesAccess;
  readonly tickets: DownloadTickets;
}

/** Access to foreign interfaces without a key. */
interface OpenAccess {
  /** Key that requests without a key count against; undefined when there is no such key. */
  readonly key: OpenKey | undefined;
  /** Returns true when foreign interfaces can be used without a key with this data, within the limits of pages. */
  isOpen(snapshot: Snapshot | undefined): boolean;
}

/** Services for handlers; created once by app.ts. */
export interface Services {
  readonly registry: Registry;
  readonly keys: KeyStore;
  readonly accounts: Pick<AccountsHealth, "fault">;
  readonly counters: Counters;
  readonly countersHealth: Pick<CountersHealth, "isReachable">;
  readonly exports: Exports;
  readonly pages: PageAccess;
  readonly files: FilesPage;
  readonly openAccess: OpenAccess;
  /** Third-party map under ours. */
  readonly baseMap: BaseMap;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: IpRanges;
  /** Maximum milliseconds that a request waits for others before it is refused; 0: no maximum. */
  readonly maxWaitMs: number;
  /** Called with every response when it is ready to be sent. */
  observe?(exchange: Exchange): void;
  /** Public URL of this server: scheme, host and optional path, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Identifier of the running software. */
  readonly build: string;
  /** Returns the OpenAPI document with examples from this data, or without examples. */
  openApi(snapshot: Snapshot | undefined): OpenApi;
}

/** Request with its response and the decisions about it, for the access log and the metrics. */
export interface Exchange {
  readonly context: Context;
  /** Path of the endpoint as declared; undefined when no route matched. */
  readonly route: string | undefined;
  /** Name of the foreign interface to which the route belongs. */
  readonly interfaceName: string | undefined;
  readonly admission: Admission;
  readonly status: number;
  /** Milliseconds from the request until the response is ready. */
  readonly durationMs: number;
  readonly times: RequestTimes;
}

/** Moments of a request by `performance.now()`; a moment that the request did not reach is missing. */
export interface RequestTimes {
  readonly startedMs: number;
  /** Maximum milliseconds that the request had waited for its thread before that. */
  readonly queuedMs: number;
  /** When route, key and limits were checked. */
  admittedMs?: number;
  /** When its parameters and body were read. */
  readMs?: number;
  /** When the handler had its result. */
  handledMs?: number;
}

/** Returns the peer address of a request's connection. */
export type GetPeerAddress = (request: Request) => string | undefined;

/** Origin of a request, its id and the initial response headers. */
export interface RequestDetails {
  /** Id of the request, unless a trusted proxy names another. */
  readonly requestId: string;
  readonly headers: Record<string, string>;
  /** Undefined for a request without a socket. */
  readonly getPeerAddress: GetPeerAddress | undefined;
  readonly connection?: Connection | undefined;
}

/** State of one request, as handlers see it. Pins the data version at its first use. */
export class Context {
  readonly services: Services;
  readonly request: Request;
  readonly target: RequestTarget;
  readonly requestId: string;
  /** Headers of the response, whatever its status. */
  readonly headers: Record<string, string>;
  readonly #details: RequestDetails;
  #pinned: Snapshot | undefined;
  #isClosed = false;
  #clientAddress: string | undefined = undefined;

  constructor(services: Services, request: Request, details: RequestDetails) {
    this.services = services;
    this.request = request;
    this.target = parseTarget(request.url);
    this.#details = details;
    this.requestId = this.#forwardedRequestId() ?? details.requestId;
    this.headers = details.headers;
    this.headers["X-Request-Id"] = this.requestId;
  }

  /**
   * Returns the data version of this request and pins it until the request ends; undefined while there is no data. Pins
   * at first use only, because a client may send its body slowly and a pinned version stays on disk.
   */
  get pinned(): Snapshot | undefined {
    if (!this.#isClosed) {
      this.#pinned ??= this.services.registry.pin();
    }
    return this.#pinned;
  }

  /** Unpins the data version. Call once, when the response is ready. */
  close(): void {
    this.#isClosed = true;
    this.services.registry.unpin(this.#pinned);
  }

  /** Returns the pinned data version; throws 503 while there is no data. */
  get snapshot(): Snapshot {
    const { pinned } = this;
    if (pinned === undefined) {
      throw new AppError("unavailable", "No address data has been loaded yet.");
    }
    return pinned;
  }

  /**
   * Address of the client, also through trusted proxies; empty when the connection is closed. Computed at first use.
   */
  get clientAddress(): string {
    this.#clientAddress ??= clientAddress(
      this.#socketAddress(),
      this.#headerOfProxy("x-forwarded-for"),
      this.services.trustedProxies,
    );
    return this.#clientAddress;
  }

  /** Public URL of this server, the base of links in responses: `https://example.nl`. */
  get publicUrl(): string {
    const { publicUrl } = this.services;
    if (publicUrl !== undefined) {
      return publicUrl;
    }
    const { origin } = this.target;
    if (this.services.trustedProxies.isEmpty) {
      return origin;
    }
    const { headers } = this.request;
    // Checks the headers first, because finding out who sent them costs a tenth of a lookup.
    return isForwarded(headers) && this.isProxied ? forwardedOrigin(headers, origin) : origin;
  }

  /** Id of the distributed trace that the request is part of (`traceparent`, W3C), when a trusted proxy names it. */
  get traceId(): string | undefined {
    const parent = this.#headerOfProxy("traceparent");
    return parent !== null && this.isProxied ? TRACE_PARENT.exec(parent)?.[1] : undefined;
  }

  /** Token that a header carries; undefined without such a header, empty when it is no token. */
  get headerToken(): string | undefined {
    return presentedToken(this.request.headers);
  }

  /**
   * Token that the URL carries, as a segment of the path or as `key`, unless a header wins over it. Links of the answer
   * keep it.
   */
  get urlToken(): string | undefined {
    if (this.headerToken !== undefined) {
      return undefined;
    }
    const { keySegment, query } = this.target;
    return keySegment === undefined ? tokenInUrl(query) : decodePart(keySegment);
  }

  /** True when the request comes from a trusted proxy. Reads the address, a system call, only with trusted proxies. */
  get isProxied(): boolean {
    const { trustedProxies } = this.services;
    return !trustedProxies.isEmpty && isTrustedProxy(this.#socketAddress(), trustedProxies);
  }

  /**
   * True when the client is a program on this machine that called it by a name of this machine. Trusts only the address
   * of the socket, because headers can be forged. With a header that proxies add, the client may be anywhere.
   */
  get isLocal(): boolean {
    const address = parseIpAddress(this.#socketAddress() ?? "");
    const { headers } = this.request;
    const isCalledHere = isLoopback(URL.parse(this.target.origin)?.hostname ?? "");
    return (
      address !== undefined &&
      isLoopback(address) &&
      isCalledHere &&
      !PROXY_HEADERS.some((h) => headers.has(h))
    );
  }

  /** Undefined for a request without a socket. */
  get connection(): Connection | undefined {
    return this.#details.connection;
  }

  /** Lets the connection be idle while the handler works on a file that it has received. */
  holdConnection(): void {
    this.connection?.closeAfter(this.request, 0);
  }

  #forwardedRequestId(): string | undefined {
    const id = this.#headerOfProxy("x-request-id");
    return id !== null && REQUEST_ID.test(id) && this.isProxied ? id : undefined;
  }

  /** Returns a header that counts only when a trusted proxy sends it; null without trusted proxies. */
  #headerOfProxy(name: string): string | null {
    return this.services.trustedProxies.isEmpty ? null : this.request.headers.get(name);
  }

  #socketAddress(): string | undefined {
    const { getPeerAddress } = this.#details;
    return getPeerAddress === undefined ? NO_SOCKET_ADDRESS : getPeerAddress(this.request);
  }
}

/** Request ids that are taken over from a trusted proxy. */
const REQUEST_ID = /^[\w.:-]{1,100}$/;
/**
 * Version, trace id (32 zeros are invalid), parent id, flags: https://www.w3.org/TR/trace-context/#traceparent-header.
 */
const TRACE_PARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Headers that proxies add to forwarded requests. */
const PROXY_HEADERS = "forwarded via x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip".split(" ");

/** Address of a request without a socket: the caller is this process itself. */
const NO_SOCKET_ADDRESS = "127.0.0.1";

/** URL of a request in its parts. */
export interface RequestTarget {
  /** Origin as the client named it in `Host`; empty when that was unusable. */
  readonly origin: string;
  /** Path without a trailing slash, which names the same route, and without the segment of a key. */
  readonly path: string;
  /** Token before the path, still percent-encoded: `T` of `/key/T/…`. */
  readonly keySegment: string | undefined;
  /** Query without `?`. */
  readonly query: string;
}

/** Matches a token in the path; more of the path must follow. */
const KEY_SEGMENT = /^\/key\/([^/]+)(?=\/)/;

/**
 * Splits a request URL; normalizes nothing but one trailing slash. Bun passes the raw request line, or only its path
 * when Host is unusable.
 */
function parseTarget(url: string): RequestTarget {
  const pathStart = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
  const queryStart = url.indexOf("?", pathStart);
  const whole = queryStart < 0 ? url.slice(pathStart) : url.slice(pathStart, queryStart);
  const keySegment = whole.startsWith("/key/") ? KEY_SEGMENT.exec(whole)?.[1] : undefined;
  const path = keySegment === undefined ? whole : whole.slice("/key/".length + keySegment.length);
  return {
    origin: url.slice(0, pathStart),
    path: path.endsWith("/") && !path.endsWith("//") && path !== "/" ? path.slice(0, -1) : path,
    keySegment,
    query: queryStart < 0 ? "" : url.slice(queryStart + 1),
  };
}
