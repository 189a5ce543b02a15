/** Agreement of several servers on the registry to serve, so that all swap at one time. */

/** A published registry, as the servers agree on it. */
export interface Version {
  readonly sha256: string;
  /** Later for each publish: an agreement never goes back. */
  readonly publishedAt: number;
}

/** What the servers have agreed on. */
export interface Agreement {
  /** Hash of the registry to serve; undefined before the first. */
  readonly sha256: string | undefined;
  /** Milliseconds until it is served by all; negative afterwards. */
  readonly switchInMs: number;
}

export interface Rollout {
  /**
   * Reports that this server lives and which version it could serve at once, and returns what all have agreed on. When
   * every living server is ready for the version, or this one has been for long enough, the agreement moves to it.
   */
  report(ready: Version | undefined): Promise<Agreement>;
  /** Tells the others that this server no longer counts. */
  close(): Promise<void>;
}
