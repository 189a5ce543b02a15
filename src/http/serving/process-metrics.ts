/** Metrics of a process: the response counts of all its threads, and its state. */
import { SOFTWARE_VERSION } from "../../base/version.ts";
import type { Snapshot } from "../../registry/snapshot.ts";
import type { Exchange } from "../context.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import {
  createRecorder,
  MetricsLayout,
  readCounts,
  renderCounter,
  renderCounts,
  renderGauge,
  renderVersion,
  type TrafficCounts,
} from "./metrics.ts";

export interface ProcessMetrics {
  /** Counts a response in this thread's memory. */
  record(exchange: Exchange): void;
  /**
   * Returns the memory in which the thread with this index counts; a replacement gets the same, so no count is lost.
   */
  memoryOf(threadIndex: number): SharedArrayBuffer;
  /** Returns the counts of all threads since the process started. */
  counts(): TrafficCounts;
  /** Renders all metrics in Prometheus' text format. */
  render(): string;
}

/** State of the process at the time of rendering. */
export interface ProcessState {
  readonly snapshot: Snapshot | undefined;
  /** Number of published registries that could not be swapped in, each counted once. */
  readonly failedSwaps: number;
  /** Reason of the last of these; undefined without any. */
  readonly lastSwapError: string | undefined;
  readonly isAccountsWritable: boolean;
  /** Bytes that may be written to the disk of the data folder. */
  readonly diskSpaceLeft: number;
  /** False while limits of all nodes are counted by this one alone. */
  readonly areCountersReachable: boolean;
  /** Memory of all threads. */
  readonly memoryBytes: number;
  /** Milliseconds since 1970; undefined when no backup was made. */
  readonly lastBackupMs: number | undefined;
}

interface MetricsSources {
  readonly endpoints: readonly AnyEndpoint[];
  state(): ProcessState;
  /** Memory from `memoryOf` of the process's first thread; undefined in that thread. */
  readonly memory: SharedArrayBuffer | undefined;
}

export function openMetrics({ endpoints, state, memory }: MetricsSources): ProcessMetrics {
  const layout = new MetricsLayout(endpoints.map(({ path }) => path));
  const ownMemory = memory ?? layout.allocate();
  const threadMemories: SharedArrayBuffer[] = [];
  const counts = () => readCounts(layout, [ownMemory, ...threadMemories]);
  return {
    record: createRecorder(layout, ownMemory),
    memoryOf(threadIndex) {
      threadMemories[threadIndex] ??= layout.allocate();
      return threadMemories[threadIndex];
    },
    counts,
    render: () => renderCounts(counts()) + renderState(state()),
  };
}

function renderState(state: ProcessState): string {
  const { snapshot, failedSwaps, isAccountsWritable, areCountersReachable } = state;
  return [
    renderVersion("baken_build_info", "Version of the software.", SOFTWARE_VERSION),
    renderVersion(
      "baken_registry_info",
      "Version of the registry that is served.",
      snapshot?.version ?? "none",
    ),
    ...(snapshot === undefined ? [] : renderData(snapshot)),
    renderCounter(
      "baken_registry_swap_failures_total",
      "Published registries that could not be opened.",
      failedSwaps,
    ),
    renderGauge(
      "baken_accounts_unwritable",
      "1 while usage of keys cannot be written, else 0.",
      Number(!isAccountsWritable),
    ),
    renderGauge(
      "baken_counters_unreachable",
      "1 while Redis cannot be used and this node counts limits by itself, else 0.",
      Number(!areCountersReachable),
    ),
    ...(state.lastBackupMs === undefined
      ? []
      : [
          renderGauge(
            "baken_last_backup_timestamp_seconds",
            "Time of the last baken backup, in seconds since 1970; absent when none was made.",
            state.lastBackupMs / 1000,
          ),
        ]),
    renderGauge("process_resident_memory_bytes", "Memory of all threads.", state.memoryBytes),
    renderGauge(
      "baken_disk_space_left_bytes",
      "Bytes that may be written to the disk of the data folder: those free beyond what baken leaves free.",
      state.diskSpaceLeft,
    ),
  ].join("");
}

/** Renders timestamps rather than ages: `time() - timestamp` in a query is correct at any time. */
function renderData({ meta }: Snapshot): string[] {
  return [
    renderGauge(
      "baken_registry_reference_timestamp_seconds",
      "Reference date of the data, midnight UTC, in seconds since 1970.",
      Date.parse(meta.referenceDate) / 1000,
    ),
    renderGauge(
      "baken_registry_demo",
      "1 while the fictitious demo country is served, else 0.",
      Number(meta.isDemo),
    ),
  ];
}
