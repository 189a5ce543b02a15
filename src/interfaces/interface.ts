/**
 * Declares an interface of another service, so that its clients work with baken (docs/clients.md). Each is in its own
 * folder, a translation of requests and answers onto the registry's reads and the search. `to-endpoint.ts` mounts it in
 * the pipeline of all endpoints, which adds keys, limits, logs, metrics, ETag, compression, HEAD and CORS.
 */
import type { InterfaceName, LocationIds } from "../base/setting-values.ts";
import type { ForeignInterface } from "../http/endpoint.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";

export interface Interface extends ForeignInterface {
  readonly name: InterfaceName;
  readonly endpoints: readonly InterfaceEndpoint[];
}

export interface InterfaceEndpoint {
  /**
   * Path from the root of the server as the original has it, with `{name}` for path parameters. A slash at the end of a
   * request is the same route.
   */
  readonly path: string;
  /** True for the health check of the interface, which is never refused as overload. */
  readonly isHealthCheck?: true;
  /**
   * Answers a request. Throws an AppError of `invalid_query` (400) or `not_found` (404), which gets the form of the
   * interface, or returns an error of its own; 422 becomes 400.
   */
  answer(request: InterfaceRequest): InterfaceAnswer;
}

/** Settings of interfaces. */
export interface InterfaceSettings {
  /** Identificaties when absent. */
  readonly locationIds?: LocationIds | undefined;
}

export interface InterfaceRequest {
  /** Data of this request. */
  readonly snapshot: Snapshot;
  readonly settings: InterfaceSettings;
  /** Different trimmed values by name, in their order; a name that was given only with empty values has no values. */
  readonly query: QueryValues;
  /** Decoded values of the path parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** Path of the request without the segment of a key, as `link` takes it. */
  readonly ownPath: string;
  /** Absolute URL of the request as it was asked, for links to itself. */
  readonly url: string;
  /**
   * Returns an absolute URL on this server. It repeats the path segment or the `key` by which the request was admitted,
   * never what a header carried.
   */
  link(path: string, query?: readonly (readonly [name: string, value: string | number])[]): string;
}

export type QueryValues = ReadonlyMap<string, readonly string[]>;

export interface InterfaceAnswer {
  /** 200 unless given. Other answers than 200 are not kept by clients; 400 costs no quota. */
  readonly status?: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}
