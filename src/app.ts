/** The composition root: what the parts of a serving process are and how they meet. */
import { IpRanges } from "./accounts/ip-ranges.ts";
import { type KeyAdmin, type KeyStore, openKeyStore } from "./accounts/key-store.ts";
import { allotCounters, type CounterMemory, SharedCounters } from "./accounts/shared-counters.ts";
import { UsageLog } from "./accounts/usage-log.ts";
import { logError, logInfo, writeLog } from "./base/log.ts";
import { openExports, type QueueLimits } from "./exports/exports.ts";
import { openAccessLog } from "./http/access-log.ts";
import { type Answer, createAnswer } from "./http/answer.ts";
import type { Services } from "./http/context.ts";
import { ENDPOINTS } from "./http/endpoints/index.ts";
import { followRegistry, ownRegistry, type RegistryNews } from "./http/follow-registry.ts";
import { createRecorder, MetricsLayout, renderCounts, renderGauge } from "./http/metrics.ts";
import { createOpenApi } from "./http/openapi.ts";
import { MCP_PATH, mcpEndpoint } from "./mcp/endpoint.ts";
import { removeOldRegistries } from "./registry/registry-files.ts";
import { openRegistry, type Registry } from "./registry/snapshot.ts";

export interface App {
  /** Answers a request without a socket; a server hands its requests to the same function. */
  readonly fetch: Answer;
  readonly registry: Registry;
  readonly keys: KeyStore & KeyAdmin;
  /** What an app on another thread is made from, to count together with this one. Asked again: the same. */
  optionsForThread(place: number): AppOptions;
  /** Calls `tell` with every registry this app takes up, for the apps on other threads to hear of. */
  onSwap(tell: (news: RegistryNews) => void): void;
  /** On another thread: takes up the registry that the app it was made from took up. */
  hear(news: RegistryNews): void;
  /** Everything counted, in Prometheus' text format. */
  metrics(): string;
  close(): void;
}

export interface AppOptions {
  readonly dataDir: string;
  /** Address it listens on; absent for an app without a socket. */
  readonly host?: string | undefined;
  readonly publicUrl?: string | undefined;
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly accessLog?: boolean | undefined;
  /** How many exports may be under way. */
  readonly exportLimits?: QueueLimits | undefined;
  /** How many registries stay in the data folder; absent: all of them, as far as this app is concerned. */
  readonly keepRegistries?: number | undefined;
  /** Of the app that owns the counters; without it this one does, and keeps usage in the data folder. */
  readonly shared?: SharedMemory | undefined;
}

interface SharedMemory {
  readonly counters: CounterMemory;
  readonly metrics: SharedArrayBuffer;
  readonly registry: RegistryNews | undefined;
}

/** How soon a newly published registry is served. */
const REFRESH_MS = 500;
/** The most usage that a crash can lose. */
const USAGE_FLUSH_MS = 500;
const METRICS = new MetricsLayout([...ENDPOINTS.map(({ path }) => path), MCP_PATH]);

/** Opens a data folder for serving; it need not hold a registry yet. */
export function createApp(options: AppOptions): App {
  const { dataDir, publicUrl, trustedProxies = [], keepRegistries, shared } = options;
  const keys = openKeyStore(dataDir);
  const registry = openRegistry(dataDir, (error) => logError("the new registry cannot be served", error));
  const memory = shared ?? { counters: allotCounters(), metrics: METRICS.allot() };
  const counters = new SharedCounters(memory.counters);
  const usage = shared === undefined ? new UsageLog(dataDir, counters.keys) : undefined;
  const accessLog = options.accessLog ? openAccessLog(writeLog) : undefined;
  const record = createRecorder(METRICS, memory.metrics);
  const endpoints = [...ENDPOINTS, mcpEndpoint(options)];
  const openApi = createOpenApi(endpoints);
  const exports = openExports(dataDir, options.exportLimits);
  const services: Services = {
    registry,
    keys,
    exports,
    counters,
    trustedProxies: new IpRanges(trustedProxies),
    publicUrl,
    openApiYaml: (snapshot) => openApi(services, snapshot),
    observe(context, status, durationMs) {
      record({ route: context.route, exceeded: context.exceeded, status, durationMs });
      accessLog?.write(context, status, durationMs);
    },
  };
  const owner = ownRegistry(registry);
  const follower = shared === undefined ? undefined : followRegistry(registry, shared.registry);
  const lead = () => {
    owner.look();
    if (keepRegistries !== undefined) removeOld(dataDir, keepRegistries);
  };
  const timers = [setInterval(follower?.catchUp ?? lead, REFRESH_MS)];
  if (usage !== undefined) timers.push(setInterval(() => flush(usage), USAGE_FLUSH_MS));
  for (const timer of timers) timer.unref();
  const metricsOfThreads: SharedArrayBuffer[] = [];

  return {
    fetch: createAnswer(endpoints, services),
    registry,
    keys,
    optionsForThread(place) {
      metricsOfThreads[place] ??= METRICS.allot();
      const shared = { counters: memory.counters, metrics: metricsOfThreads[place], registry: owner.news() };
      return { ...options, shared };
    },
    onSwap: owner.onSwap,
    hear: (news) => follower?.follow(news),
    metrics: () => renderCounts(METRICS, [memory.metrics, ...metricsOfThreads]) + renderState(registry),
    close() {
      for (const timer of timers) clearInterval(timer);
      accessLog?.close();
      usage?.close();
      exports.close();
      registry.close();
      keys.close();
    },
  };
}

function removeOld(dataDir: string, keep: number): void {
  for (const file of removeOldRegistries(dataDir, keep)) logInfo("removed an old registry", { file });
}

/** What cannot be written now is written with the next flush. */
function flush(usage: UsageLog): void {
  try {
    usage.flush();
  } catch (error) {
    logError("usage cannot be written", error);
  }
}

function renderState(registry: Registry): string {
  const version = registry.current()?.version ?? "none";
  return [
    renderGauge("baken_registry_info", "The registry served.", 1, `{version="${version}"}`),
    renderGauge("process_resident_memory_bytes", "Memory of all threads.", process.memoryUsage.rss()),
  ].join("");
}
