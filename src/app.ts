/** Composition root: creates the parts of a serving process and connects them. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { AccountsPlace } from "./accounts/accounts-place.ts";
import type { AuditLog } from "./accounts/audit.ts";
import { type Counters, CountersHealth, type CountersPlace } from "./accounts/counters.ts";
import { openDownloadTickets } from "./accounts/download-ticket.ts";
import { IpRanges } from "./accounts/ip-address.ts";
import type { KeyAdmin, KeyStore } from "./accounts/key-store.ts";
import {
  isInDatabase,
  openServedStores,
  type ServedStores,
  startUsageFlusher,
} from "./accounts/open-accounts.ts";
import { allocateCounters, type CounterMemory, openCounters } from "./accounts/open-counters.ts";
import type { OpenKey } from "./accounts/open-key.ts";
import { createPageSecret } from "./accounts/page-session.ts";
import { AccountsHealth } from "./accounts/usage-flusher.ts";
import { type Awaitable, whenReady } from "./base/awaitable.ts";
import { spaceLeft } from "./base/disk-space.ts";
import { listFailedRuns } from "./base/folder-notes.ts";
import { lastBackupMs } from "./base/last-backup.ts";
import { logError, logInfo, logOperatorError, writeLog } from "./base/log.ts";
import { countOpenFiles, isProgramReplaced, measureMemory } from "./base/process-resources.ts";
import { INTERFACE_NAMES, type InterfaceName, type LocationIds } from "./base/setting-values.ts";
import type { StorageLocation } from "./base/storage-location.ts";
import { buildId } from "./base/version.ts";
import { type Exports, openExports, type QueueLimits } from "./exports/exports.ts";
import type { PageAccess, Services } from "./http/context.ts";
import type { AnyEndpoint } from "./http/endpoint.ts";
import { ENDPOINTS } from "./http/endpoints/index.ts";
import { baseMapEndpoints, TILE_ENDPOINTS } from "./http/endpoints/tiles.ts";
import { filesAccess } from "./http/files-access.ts";
import { createOpenApi } from "./http/openapi/openapi.ts";
import { createRequestHandler, type RequestHandler } from "./http/pipeline/request-handler.ts";
import { type LogControl, openAccessLog, openLogControl } from "./http/serving/access-log.ts";
import {
  followRegistry,
  type OwnerOptions,
  ownRegistry,
  type RegistryFollower,
  type RegistryOwner,
  type RegistryUpdate,
} from "./http/serving/follow-registry.ts";
import type { KeyTrafficReport } from "./http/serving/key-traffic.ts";
import type { TrafficCounts } from "./http/serving/metrics.ts";
import { isLocalDemo, openPageAccess, type PageOptions } from "./http/serving/page-access.ts";
import { openMetrics } from "./http/serving/process-metrics.ts";
import {
  type BehindReason,
  NOTHING_WATCHED,
  type ProcessState,
  type Watched,
} from "./http/serving/process-state.ts";
import type { SlowRequest } from "./http/serving/slow-requests.ts";
import { openThreadReports, type ThreadReport } from "./http/serving/thread-reports.ts";
import { interfaceEndpoints } from "./interfaces/to-endpoint.ts";
import type { BindOptions } from "./mcp/allowed-origins.ts";
import { mcpEndpoint } from "./mcp/endpoint.ts";
import type { Assets } from "./pages/kit/server/assets.ts";
import { missingPage, pageEndpoints } from "./pages/page-endpoints.ts";
import { inspectRegistry } from "./registry/file/inspect-registry.ts";
import { openRegistry, type Registry } from "./registry/file/open-registry.ts";
import { readPointedName } from "./registry/file/pointer.ts";
import { spaceForImport } from "./registry/file/registry-files.ts";
import type { Snapshot } from "./registry/file/snapshot.ts";
import { archiveOf, type BaseMap, openBaseMap } from "./tiles/base-maps.ts";

/** The place of the accounts comes from startAccounts, or is a data folder with accounts.db. */
export interface AppOptions extends BindOptions, OwnerOptions, AccountsPlace, PageOptions {
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly accessLog?: boolean | undefined;
  /** Days for which the audit is kept. */
  readonly auditDays?: number | undefined;
  /** Milliseconds from which on a request is slow; undefined: none is. */
  readonly slowMs?: number | undefined;
  /** Seconds that a request may wait for others, after which it is refused; 0 or undefined: any time. */
  readonly maxWait?: number | undefined;
  /** Access to the page for files. Undefined: the user of this machine alone. */
  readonly filesPage?: "on" | "key" | "off" | undefined;
  /** Interfaces of other services to answer. Undefined: none, but all for the sample on loopback. */
  readonly interfaces?: readonly InterfaceName[] | undefined;
  readonly locationIds?: LocationIds | undefined;
  /** Key to which requests to these without a key are counted. */
  readonly openKey?: OpenKey | undefined;
  /** Map of somebody else to lie under the vector tiles: a name, or a PMTiles file. */
  readonly baseMap?: string | undefined;
  /** Redis in which requests are counted; undefined: in the memory of the process. */
  readonly redis?: CountersPlace | undefined;
  /** Scripts and styles of the pages, from buildAssets; without them there are no pages. */
  readonly assets?: Assets | undefined;
  /** Place of the files of exports; by default in the data folder. */
  readonly exportStore?: StorageLocation | undefined;
  /** Maximum number of exports waiting or under way, of one key and of all. */
  readonly exportLimits?: QueueLimits | undefined;
  /**
   * Memory and served registry that a worker thread shares with the app that made its options, the owner; absent in
   * the owner itself.
   */
  readonly shared?: {
    threadIndex: number;
    counters: CounterMemory;
    metrics: SharedArrayBuffer;
    accessLog: SharedArrayBuffer;
    pageSecret: Uint8Array;
    initialUpdate: RegistryUpdate | undefined;
  };
}

export interface App {
  /** Resolves when the keys and their usage are known; nothing should be served earlier. */
  readonly ready: Promise<void>;
  /** Answers a request; needs no socket. A server passes its requests to the same function. */
  readonly fetch: RequestHandler;
  readonly registry: Registry;
  readonly keys: KeyStore & KeyAdmin;
  readonly counters: Counters;
  readonly exports: Exports;
  readonly audit: AuditLog;
  readonly pages: PageAccess;
  /** Returns the options of an app on another thread that shares the counters of this one. */
  optionsForThread(threadIndex: number): AppOptions;
  /** Subscribes `listener` to every registry that this app starts to serve, for the apps on other threads to follow. */
  subscribe(listener: (update: RegistryUpdate) => void): void;
  onUpdate(update: RegistryUpdate): void;
  /** Returns the counts of all threads in Prometheus' text format. */
  metrics(): string;
  trafficCounts(): TrafficCounts;
  /** Returns the slowest requests of the last day that this app keeps, the slowest first. */
  slowRequests(): readonly SlowRequest[];
  /** Returns the requests of all threads by key. */
  keyTraffic(): KeyTrafficReport;
  /** Takes the report of an app on another thread. */
  onReport(report: ThreadReport): void;
  readonly log: LogControl;
  processState(): ProcessState;
  /** Adds the facts that monitors watch to the state of the process. */
  watch(read: () => Watched): void;
  /**
   * Checks at once for another registry and other keys, which the app else finds within half a second; writes usage.
   */
  reload(): void;
  /** Writes usage and closes all; at once with accounts.db. */
  close(): Awaitable<void>;
}

/** Maximum milliseconds that a request waits for a lock. Keys are in memory, so only an unknown token can wait. */
const KEYS_LOCK_TIMEOUT_MS = 25;

/** Opens a data folder for serving; it need not hold a registry yet. In a worker thread, `report` goes to the owner. */
export function createApp(options: AppOptions, report?: (report: ThreadReport) => void): App {
  const parts = openParts(options, report);
  const showMissing = options.assets && missingPage(options.assets);
  const { stores, usage, served, metrics, accessLog, exports, pages, reports } = parts;
  const { keys, audit } = stores;
  const { registry, owner, follower } = served;
  return {
    ready: Promise.all([keys.refresh(), usage.flusher?.loaded, usage.ready]).then(() => {}),
    fetch: createRequestHandler(parts.endpoints, createServices(options, parts), showMissing),
    registry,
    keys,
    counters: usage.counters,
    exports,
    audit,
    pages,
    optionsForThread(threadIndex) {
      const shared = {
        threadIndex,
        counters: usage.memory,
        metrics: metrics.memoryOf(threadIndex),
        accessLog: accessLog.memory,
        pageSecret: parts.pageSecret,
        initialUpdate: owner?.currentUpdate(),
      };
      return { ...options, interfaces: parts.interfaces, shared };
    },
    subscribe: (listener) => owner?.subscribe(listener),
    onUpdate: (update) => follower?.applyUpdate(update),
    metrics: metrics.render,
    trafficCounts: metrics.counts,
    slowRequests: reports.slowRequests,
    keyTraffic: reports.keyTraffic,
    onReport: reports.take,
    log: openLogControl(accessLog),
    processState: parts.processState,
    watch: parts.watch,
    reload() {
      owner?.poll();
      void usage.flusher?.flush();
      void reports.uses.flush();
      void keys.refresh();
      logInfo("reloaded: registry, keys", { registry: registry.current()?.version ?? null });
    },
    close: () => closeParts(parts),
  };
}

function closeParts(parts: Parts): Awaitable<void> {
  const { served, accessLog, exports, baseMap } = parts;
  for (const part of [
    parts.reports,
    served.owner,
    served.follower,
    accessLog,
    exports,
    served.registry,
    archiveOf(baseMap),
  ]) {
    try {
      part?.close();
    } catch (error) {
      logError("a part of the server could not be closed", error);
    }
  }
  return closeAccounts(parts);
}

/** Writes the counted usage, then closes the stores. */
function closeAccounts({ reports, usage, stores }: Parts): Awaitable<void> {
  return whenReady(reports.uses.close(), () =>
    whenReady(usage.flusher?.close(), () => {
      usage.close?.();
      stores.close();
    }),
  );
}

type Parts = ReturnType<typeof openParts>;

function openParts(options: AppOptions, report?: (report: ThreadReport) => void) {
  const { shared } = options;
  const baseMap = openBaseMap(options.baseMap ?? "none", { isChecked: shared === undefined });
  const stores = openServedStores(options, { create: shared === undefined, waitMs: KEYS_LOCK_TIMEOUT_MS });
  const served = openServedRegistry(options);
  const usage = openUsage(options, stores);
  const interfaces = servedInterfaces(options, served.registry.current());
  const endpoints = listEndpoints(options, interfaces, baseMap);
  let readWatched = () => NOTHING_WATCHED;
  const processState = (): ProcessState => {
    const snapshot = served.registry.current();
    return {
      ...readWatched(),
      ...reportFolderState(options, snapshot),
      snapshot,
      ...served.swapFailures(),
      isAccountsWritable: usage.health.isWritable,
      areCountersReachable: usage.countersHealth.isReachable,
      memoryBytes: measureMemory(),
      openFiles: countOpenFiles(),
      isProgramReplaced: isProgramReplaced(),
    };
  };
  const watch = (read: () => Watched) => {
    readWatched = read;
  };
  const metrics = openMetrics({ endpoints, memory: shared?.metrics, state: processState });
  const accessLog = openAccessLog(writeLog, shared?.accessLog);
  if (shared === undefined) {
    accessLog.isOn = options.accessLog ?? false;
  }
  const reports = openThreadReports({ ...options, audit: stores.audit }, report);
  const exports = openExports(options, options.exportLimits);
  const pageSecret = shared?.pageSecret ?? createPageSecret();
  const pages = openPageAccess(options, { secret: pageSecret, links: stores.links });
  const watched = { metrics, processState, watch, accessLog, reports };
  return { stores, served, usage, interfaces, baseMap, endpoints, exports, pageSecret, pages, ...watched };
}

/** Returns the interfaces of other services that are served until the process ends. */
function servedInterfaces(options: AppOptions, snapshot: Snapshot | undefined): readonly InterfaceName[] {
  return options.interfaces ?? (isLocalDemo(options, snapshot) ? INTERFACE_NAMES : []);
}

/** Lists the routes of the public port. */
export function listEndpoints(
  options: AppOptions,
  interfaces: readonly InterfaceName[],
  baseMap: BaseMap,
): AnyEndpoint[] {
  const pages = pageEndpoints(options.assets);
  const archive = archiveOf(baseMap);
  const tiles = [...TILE_ENDPOINTS, ...(archive === undefined ? [] : baseMapEndpoints(archive))];
  return [...ENDPOINTS, mcpEndpoint(options), ...tiles, ...pages, ...interfaceEndpoints(interfaces, options)];
}

/**
 * Reads disk space, failed commands and the registry to serve from the data folder. Never throws: metrics must say that
 * a folder cannot be read.
 */
function reportFolderState(options: AppOptions, snapshot: Snapshot | undefined) {
  const { dataDir } = options;
  const served = snapshot && `${snapshot.version}.gpkg`;
  const currentBytes = snapshot && readIfPossible(() => statSync(snapshot.path).size);
  return {
    registryBehind: findBehind(dataDir, served),
    diskSpaceLeft: readIfPossible(() => spaceLeft(dataDir)) ?? 0,
    diskSpaceNeeded: spaceForImport(currentBytes ?? 0),
    lastBackupMs: readIfPossible(() => lastBackupMs(dataDir)),
    areKeysInFolder: !isInDatabase(options),
    failedRuns: listFailedRuns(dataDir),
  };
}

/** Tells a registry that waits for an upgrade from one that should serve and does not. */
function findBehind(dataDir: string, served: string | undefined): BehindReason | undefined {
  const pointed = readIfPossible(() => readPointedName(dataDir));
  if (pointed === served) {
    return undefined;
  }
  const isNewer = pointed !== undefined && inspectRegistry(join(dataDir, pointed)).state === "newer";
  return isNewer && served !== undefined ? "schema" : "fault";
}

function readIfPossible<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

interface ServedRegistry {
  readonly registry: Registry;
  /** Only in the owner. */
  readonly owner?: RegistryOwner;
  /** Only in a worker thread. */
  readonly follower?: RegistryFollower;
  /** Returns the number of published registries that could not be opened, and the reason of the last one. */
  swapFailures(): Pick<ProcessState, "failedSwaps" | "lastSwapError">;
}

function openServedRegistry(options: AppOptions): ServedRegistry {
  let failures = { failedSwaps: 0, lastSwapError: undefined as string | undefined };
  const onError = (error: Error) => {
    failures = { failedSwaps: failures.failedSwaps + 1, lastSwapError: error.message };
    logOperatorError("the new registry cannot be opened", {
      reason: error.message,
    });
  };
  const swapFailures = () => failures;
  if (options.shared !== undefined) {
    const follower = followRegistry(options.shared.initialUpdate, onError);
    return { registry: follower.registry, follower, swapFailures };
  }
  const registry = openRegistry(options.dataDir, onError);
  return { registry, owner: ownRegistry(registry, options), swapFailures };
}

/** Opens the counters of requests; only the owner writes their usage to the accounts. */
function openUsage(options: AppOptions, stores: ServedStores) {
  const { shared } = options;
  const memory = shared?.counters ?? allocateCounters();
  const opened = openCounters(options.redis, {
    memory,
    threadNumber: shared === undefined ? 0 : shared.threadIndex + 1,
    usage: stores.usage,
  });
  const health = new AccountsHealth(memory.health);
  const countersHealth = new CountersHealth(memory.countersHealth);
  const { learnTotals } = opened;
  const flusher = shared
    ? undefined
    : startUsageFlusher(options, { slots: opened.slots, health, stores, learnTotals });
  return { ...opened, memory, health, countersHealth, flusher };
}

function createServices(options: AppOptions, parts: Parts): Services {
  const { stores, served, usage, baseMap, endpoints, metrics, accessLog, exports, reports } = parts;
  const openApi = createOpenApi(endpoints);
  const services: Services = {
    registry: served.registry,
    keys: stores.keys,
    accounts: usage.health,
    countersHealth: usage.countersHealth,
    exports,
    pages: parts.pages,
    files: { accessOf: filesAccess(options), tickets: openDownloadTickets(parts.pageSecret) },
    openAccess: { key: options.openKey, isOpen: (snapshot) => isLocalDemo(options, snapshot) },
    baseMap,
    counters: usage.counters,
    trustedProxies: new IpRanges(options.trustedProxies ?? []),
    publicUrl: options.publicUrl,
    build: buildId(),
    maxWaitMs: (options.maxWait ?? 0) * 1000,
    openApi: (snapshot) => openApi(services, snapshot),
    observe(exchange) {
      metrics.record(exchange);
      accessLog.write(exchange);
      reports.observe(exchange);
    },
  };
  return services;
}
