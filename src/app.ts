/** Composition root: creates the parts of a serving process and connects them. */
import { AccountsHealth } from "./accounts/accounts-health.ts";
import { IpRanges } from "./accounts/ip-ranges.ts";
import { type KeyAdmin, type KeyStore, openKeyStore } from "./accounts/key-store.ts";
import { allotCounters, type CounterMemory, SharedCounters } from "./accounts/shared-counters.ts";
import { keepUsage } from "./accounts/usage-keeper.ts";
import { buildId } from "./base/build-id.ts";
import { logInfo, logTrouble, writeLog } from "./base/log.ts";
import { openExports, type QueueLimits } from "./exports/exports.ts";
import { openAccessLog } from "./http/access-log.ts";
import { type Answer, createAnswer } from "./http/answer.ts";
import type { Services } from "./http/context.ts";
import { ENDPOINTS } from "./http/endpoints/index.ts";
import {
  followRegistry,
  type OwnerOptions,
  ownRegistry,
  type RegistryUpdate,
} from "./http/follow-registry.ts";
import { createOpenApi } from "./http/openapi.ts";
import { openMetrics } from "./http/process-metrics.ts";
import type { BindOptions } from "./mcp/allowed-origins.ts";
import { mcpEndpoint } from "./mcp/endpoint.ts";
import { openRegistry, type Registry } from "./registry/snapshot.ts";

export interface AppOptions extends BindOptions, OwnerOptions {
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly accessLog?: boolean | undefined;
  /** Maximum number of exports waiting or under way, of one key and of all. */
  readonly exportLimits?: QueueLimits | undefined;
  /**
   * Memory and served registry that a worker thread shares with the app that made its options, the owner; absent in
   * the owner itself.
   */
  readonly shared?: { counters: CounterMemory; metrics: SharedArrayBuffer; news: RegistryUpdate | undefined };
}

export interface App {
  /** Answers a request; needs no socket. A server passes its requests to the same function. */
  readonly fetch: Answer;
  readonly registry: Registry;
  readonly keys: KeyStore & KeyAdmin;
  /** Returns the options of an app on another thread that shares the counters of this one. */
  optionsForThread(place: number): AppOptions;
  /** Subscribes `tell` to every registry that this app starts to serve, for the apps on other threads to follow. */
  onSwap(tell: (news: RegistryUpdate) => void): void;
  hear(news: RegistryUpdate): void;
  /** Returns the counts of all threads in Prometheus' text format. */
  metrics(): string;
  /**
   * Checks at once for another registry and other keys, which the app else finds within half a second; writes usage.
   */
  reread(): void;
  close(): void;
}

/** Maximum milliseconds that a request waits for a lock. Keys are in memory, so only an unknown token can wait. */
const KEYS_WAIT_MS = 25;

/** Opens a data folder for serving; it need not hold a registry yet. */
export function createApp(options: AppOptions): App {
  const { dataDir, publicUrl, trustedProxies = [], shared } = options;
  const keys = openKeyStore(dataDir, { create: shared === undefined, waitMs: KEYS_WAIT_MS });
  let failedSwaps = 0;
  const onError = (error: Error) => {
    failedSwaps++;
    logTrouble("the new registry cannot be served", { reason: error.message });
  };
  const follower = shared && followRegistry(shared.news, onError);
  const registry = follower?.registry ?? openRegistry(dataDir, onError);
  const owner = shared ? undefined : ownRegistry(registry, options);
  const counterMemory = shared?.counters ?? allotCounters();
  const counters = new SharedCounters(counterMemory);
  const accounts = new AccountsHealth(counterMemory.health);
  const usage = shared ? undefined : keepUsage(dataDir, { slots: counters.keys, health: accounts, keys });
  const endpoints = [...ENDPOINTS, mcpEndpoint(options)];
  const metrics = openMetrics({
    endpoints,
    memory: shared?.metrics,
    state: () => ({ snapshot: registry.current(), failedSwaps, isAccountsWritable: accounts.isWritable }),
  });
  const accessLog = options.accessLog ? openAccessLog(writeLog) : undefined;
  const openApi = createOpenApi(endpoints);
  const exports = openExports(dataDir, options.exportLimits);
  const services: Services = {
    registry,
    keys,
    accounts,
    exports,
    counters,
    trustedProxies: new IpRanges(trustedProxies),
    publicUrl,
    build: buildId(),
    openApiYaml: (snapshot) => openApi(services, snapshot),
    observe(...answer) {
      metrics.record(...answer);
      accessLog?.write(...answer);
    },
  };
  return {
    fetch: createAnswer(endpoints, services),
    registry,
    keys,
    optionsForThread(place) {
      const shared = { counters: counterMemory, metrics: metrics.memoryOf(place), news: owner?.news() };
      return { ...options, shared };
    },
    onSwap: (tell) => owner?.onSwap(tell),
    hear: (news) => follower?.follow(news),
    metrics: metrics.render,
    reread() {
      owner?.look();
      usage?.flush();
      void keys.refresh();
      logInfo("read again: registry, keys", { registry: registry.current()?.version ?? null });
    },
    close() {
      for (const part of [owner, follower, accessLog, usage, exports, registry, keys]) part?.close();
    },
  };
}
