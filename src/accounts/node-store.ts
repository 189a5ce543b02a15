/** Nodes that share accounts. Each reports its state to the others. */

/** Answer of the store to a report of a node. */
export interface ReportAnswer {
  /** Milliseconds by which its clock is ahead of this machine's. */
  readonly clockOffsetMs: number;
  /** Number of nodes that are not silent. */
  readonly nodes: number;
}

export interface StoredNode {
  /** Host and process. */
  readonly name: string;
  /** Report of the node, as JSON. */
  readonly facts: string;
  /** Seconds since the last report of a silent node; null for a node that reports. */
  readonly silentSeconds: number | null;
}

/** Methods reject with `unavailable` where the store does not answer. */
export interface NodeStore {
  /** Stores the facts of a node, and forgets nodes that are silent for a day. */
  report(name: string, facts: string): Promise<ReportAnswer>;
  /** Forgets a node that has stopped in order. */
  remove(name: string): Promise<void>;
  /** Lists the nodes by their name, for a day also those that ended without `remove`. */
  list(): Promise<StoredNode[]>;
  close(): Promise<void>;
}
