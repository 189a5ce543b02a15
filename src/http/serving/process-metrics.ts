/** Metrics of a process: the response counts of all its threads, and its state. */
import type { Exchange } from "../context.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import { createRecorder, MetricsLayout, readCounts, renderCounts, type TrafficCounts } from "./metrics.ts";
import type { ProcessState } from "./process-state.ts";
import { renderState } from "./state-metrics.ts";

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
