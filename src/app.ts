/** The composition root: what the parts of a serving process are and how they meet. */
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
import { followRegistry, type OwnerOptions, ownRegistry, type RegistryNews } from "./http/follow-registry.ts";
import { createOpenApi } from "./http/openapi.ts";
import { openMetrics } from "./http/process-metrics.ts";
import type { BindOptions } from "./mcp/allowed-origins.ts";
import { mcpEndpoint } from "./mcp/endpoint.ts";
import { openRegistry, type Registry } from "./registry/snapshot.ts";

export interface AppOptions extends BindOptions, OwnerOptions {
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly accessLog?: boolean | undefined;
  /** How many exports may be under way. */
  readonly exportLimits?: QueueLimits | undefined;
  /** What threads share with the app that made these options for them; without it, this is that app. */
  readonly shared?: { counters: CounterMemory; metrics: SharedArrayBuffer; news: RegistryNews | undefined };
}

export interface App {
  /** Answers a request without a socket; a server hands its requests to the same function. */
  readonly fetch: Answer;
  readonly registry: Registry;
  readonly keys: KeyStore & KeyAdmin;
  /** What an app on another thread is made from, to count together with this one. */
  optionsForThread(place: number): AppOptions;
  /** Calls `tell` with every registry this app takes up, for the apps on other threads to hear of. */
  onSwap(tell: (news: RegistryNews) => void): void;
  hear(news: RegistryNews): void;
  /** Everything counted on all threads, in Prometheus' text format. */
  metrics(): string;
  /** Looks at once for what the app else finds within half a second: another registry, other keys. */
  reread(): void;
  close(): void;
}

/** Keys are in memory: a lock costs a request no more than this, and only one with a token not known. */
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
      keys.refresh();
      logInfo("read again: registry, keys", { registry: registry.current()?.version ?? null });
    },
    close() {
      for (const part of [owner, follower, accessLog, usage, exports, registry, keys]) part?.close();
    },
  };
}
