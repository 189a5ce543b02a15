/** Metrics of a process: the response counts of all its threads, and its state. */
import { SOFTWARE_VERSION } from "../../base/version.ts";
import type { JobsState } from "../../exports/job.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { SOURCE_FAULTS, type SourceState } from "../../registry/file/source-state.ts";
import type { Exchange } from "../context.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import {
  createRecorder,
  MetricsLayout,
  readCounts,
  renderCounter,
  renderCounters,
  renderCounts,
  renderGauge,
  renderGauges,
  renderInfo,
  type TrafficCounts,
} from "./metrics.ts";
import { BEHIND_REASONS, type ProcessState } from "./process-state.ts";

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
    render: () => {
      const traffic = counts();
      return renderCounts(traffic) + renderInterfaces(endpoints, traffic) + renderState(state());
    },
  };
}

/** Renders the requests of each foreign interface that is served: the sum over its routes. */
function renderInterfaces(endpoints: readonly AnyEndpoint[], { routes }: TrafficCounts): string {
  const nameOf = new Map(endpoints.map(({ path, foreign }) => [path, foreign?.name]));
  const totals = new Map([...nameOf.values()].filter((name) => name !== undefined).map((name) => [name, 0]));
  for (const { route, statuses } of routes) {
    const name = nameOf.get(route);
    if (name !== undefined) {
      totals.set(
        name,
        Object.values(statuses).reduce((sum, count) => sum + count, totals.get(name)!),
      );
    }
  }
  const values = [...totals].map(([name, value]) => ({ labels: { interface: name }, value }));
  const help = "Responses to clients of interfaces of other services.";
  return values.length === 0 ? "" : renderCounters("baken_interface_requests_total", help, values);
}

/** Leaves out the line of an event that never happened: any value would be false. */
export function renderState(state: ProcessState): string {
  const { snapshot, source, jobs } = state;
  return [
    renderInfo("baken_build_info", "Version of the software.", SOFTWARE_VERSION),
    renderGauge(
      "baken_program_replaced",
      "1 while another version is installed than the one that runs, else 0.",
      Number(state.isProgramReplaced),
    ),
    renderInfo(
      "baken_registry_info",
      "Version of the data that is served; the same on all machines, whatever the file name.",
      snapshot?.meta.dataVersion ?? "none",
    ),
    ...(snapshot === undefined ? [] : renderData(snapshot)),
    renderCounter(
      "baken_registry_swap_failures_total",
      "Published registries that could not be opened.",
      state.failedSwaps,
    ),
    renderGauges(
      "baken_registry_behind",
      "1 for the reason why the served registry is not the one that current names; else 0.",
      BEHIND_REASONS.map((reason) => ({
        labels: { reason },
        value: Number(state.registryBehind === reason),
      })),
    ),
    ...(source === undefined ? [] : renderSource(source)),
    ...renderStores(state),
    ...(jobs === undefined ? [] : renderJobs(jobs)),
    ...renderRuns(state),
    ...renderMachine(state),
  ].join("");
}

function renderStores({ isAccountsWritable, areCountersReachable, expiringKeys }: ProcessState): string[] {
  return [
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
    renderGauge("baken_keys_expiring", "Keys in force that expire within 14 days.", expiringKeys),
  ];
}

function renderMachine({ cluster, memoryBytes, openFiles, ...disk }: ProcessState): string[] {
  return [
    renderGauge(
      "baken_clock_offset_seconds",
      "Time by which the clock of the shared accounts is ahead of this machine's.",
      cluster && cluster.clockOffsetMs / 1000,
    ),
    renderGauge("baken_nodes", "Nodes that report to each other.", cluster?.nodes),
    renderGauge("process_resident_memory_bytes", "Memory of all threads.", memoryBytes),
    renderGauge("process_open_fds", "Open files and connections.", openFiles?.open),
    renderGauge("process_max_fds", "Maximum number of open files and connections.", openFiles?.limit),
    renderGauge(
      "baken_disk_space_left_bytes",
      "Bytes that may be written to the disk of the data folder: those free beyond what baken leaves free.",
      disk.diskSpaceLeft,
    ),
    renderGauge(
      "baken_disk_space_needed_bytes",
      "Bytes of it that the next import or update needs.",
      disk.diskSpaceNeeded,
    ),
  ];
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
      "baken_registry_imported_timestamp_seconds",
      "Time of the last import or update of the registry that is served, in seconds since 1970.",
      Date.parse(meta.importedAt) / 1000,
    ),
    renderGauge(
      "baken_registry_demo",
      "1 while the sample or generated test data is served, else 0.",
      Number(meta.isDemo),
    ),
  ];
}

function renderSource({ lastSuccessMs, publishedMs, failures, fault }: SourceState): string[] {
  return [
    renderGauge(
      "baken_source_success_timestamp_seconds",
      "Last time at which this machine had the published registry, complete and verified, in seconds since 1970.",
      lastSuccessMs && lastSuccessMs / 1000,
    ),
    renderGauge(
      "baken_source_published_timestamp_seconds",
      "Time at which that registry was published, in seconds since 1970.",
      publishedMs && publishedMs / 1000,
    ),
    renderCounter("baken_source_failures_total", "Failed requests to the registry source.", failures),
    renderGauges(
      "baken_source_failing",
      "1 for the reason why the published registry cannot be fetched, else 0.",
      SOURCE_FAULTS.map((reason) => ({ labels: { reason }, value: Number(fault?.kind === reason) })),
    ),
  ];
}

function renderJobs({ counts, oldestPendingMs, failures, storageFault }: JobsState): string[] {
  const states = ["pending", "processing", "completed", "failed"] as const;
  return [
    renderGauges(
      "baken_jobs",
      "Exports and files to geocode, by state.",
      states.map((state) => ({ labels: { state }, value: counts[state] ?? 0 })),
    ),
    renderGauge(
      "baken_oldest_job_timestamp_seconds",
      "Time at which the oldest waiting job was requested, in seconds since 1970; absent when none waits.",
      oldestPendingMs && oldestPendingMs / 1000,
    ),
    renderCounter(
      "baken_job_failures_total",
      "Jobs that failed for a reason other than the file or the limits of their owner.",
      failures,
    ),
    renderGauge(
      "baken_storage_unreachable",
      "1 while the storage of job files cannot be used, else 0.",
      Number(storageFault !== undefined),
    ),
  ];
}

function renderRuns({ lastBackupMs, areKeysInFolder, failedRuns }: ProcessState): string[] {
  const backupMs = lastBackupMs ?? (areKeysInFolder ? 0 : undefined);
  return [
    renderGauge(
      "baken_last_backup_timestamp_seconds",
      "Time of the last baken backup, in seconds since 1970; 0 when none was made.",
      backupMs === undefined ? undefined : backupMs / 1000,
    ),
    renderGauges(
      "baken_failed_runs",
      "Failed runs of a command since its last success.",
      failedRuns.map(({ command, code, failures }) => ({
        labels: { command, reason: code },
        value: failures,
      })),
    ),
  ];
}
