/** Declares facts of nodes for the server, commands and the script of the operator's pages; imports nothing. */

/** Facts that a node reports about itself. */
export interface NodeFacts {
  /** Address of its interface. */
  readonly url: string;
  readonly startedAt: string;
  readonly software: string;
  /** Version of the data that it serves; null for none. The file may have another name on each node. */
  readonly registry: string | null;
  /** Absent without a registry source. */
  readonly source?:
    | {
        /** Last time at which the published registry was here and sound; null for never. */
        readonly lastSuccessAt: string | null;
        /** Reason of the last failure; null after a success. */
        readonly fault: string | null;
      }
    | undefined;
  /** Whether each store that it uses can be used now. */
  readonly stores: Readonly<Partial<Record<StoreName, boolean>>>;
  /** Why load balancers should send it nothing; empty when they should. */
  readonly unready: readonly string[];
  /** Milliseconds by which the clock of the shared accounts is ahead of its own; null where that is unknown. */
  readonly clockOffsetMs: number | null;
  /** Of the last two seconds; `machineLoad` is the load average of a minute. */
  readonly load: Readonly<
    Record<"requestsPerSecond" | "coresUsed" | "machineLoad" | "cores" | "memoryBytes", number>
  >;
}

export type StoreName = "accounts" | "counters" | "storage";

export interface NodeAnswer extends NodeFacts {
  /** Host and process. */
  readonly name: string;
  /** Seconds since its last report; null for one that reports. */
  readonly silentSeconds: number | null;
}
