/** What all threads of a process have counted, and what the process is at. */
import type { Registry } from "../registry/snapshot.ts";
import type { Context } from "./context.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { createRecorder, MetricsLayout, renderCounts, renderGauge } from "./metrics.ts";

export interface ProcessMetrics {
  /** Counts an answer, in this thread's memory. */
  record(context: Context, status: number, durationMs: number): void;
  /** Where the thread in this place counts. Asked again: the same, so that nothing is lost when a thread is replaced. */
  memoryOf(place: number): SharedArrayBuffer;
  /** In Prometheus' text format. */
  render(): string;
}

interface MetricsSources {
  readonly endpoints: readonly AnyEndpoint[];
  readonly registry: Registry;
  /** What `memoryOf` gave in the process's first thread; absent there. */
  readonly memory: SharedArrayBuffer | undefined;
}

export function openMetrics({ endpoints, registry, memory }: MetricsSources): ProcessMetrics {
  const layout = new MetricsLayout(endpoints.map(({ path }) => path));
  const own = memory ?? layout.allot();
  const ofThreads: SharedArrayBuffer[] = [];
  const count = createRecorder(layout, own);
  return {
    record: ({ route, exceeded }, status, durationMs) => count({ route, exceeded, status, durationMs }),
    memoryOf(place) {
      ofThreads[place] ??= layout.allot();
      return ofThreads[place];
    },
    render: () => renderCounts(layout, [own, ...ofThreads]) + renderState(registry),
  };
}

function renderState(registry: Registry): string {
  const version = registry.current()?.version ?? "none";
  return [
    renderGauge("baken_registry_info", "The registry served.", 1, `{version="${version}"}`),
    renderGauge("process_resident_memory_bytes", "Memory of all threads.", process.memoryUsage.rss()),
  ].join("");
}
