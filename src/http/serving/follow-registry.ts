/**
 * Swaps all threads of a process to a new registry. One thread, the owner, polls for it, loads its search index into
 * shared memory and publishes the update; the other threads, the followers, swap when they receive it.
 */
import { dirname, join } from "node:path";
import { messageOf } from "../../base/errors.ts";
import { BackoffLogger, logError, logInfo, logWarning } from "../../base/log.ts";
import { adviseReads } from "../../base/random-reads.ts";
import { removeOldRegistries, removeUnnamedFilesIfIdle } from "../../registry/file/old-registries.ts";
import { openRegistryFrom, type Registry } from "../../registry/file/open-registry.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { updateStableLink } from "../../registry/file/stable-link.ts";
import { formerFilterOf } from "../../registry/history/former-filter.ts";
import { warmSteps } from "../../registry/read/warm-snapshot.ts";
import {
  type SharedIndex,
  sharedIndexOf,
  streetIndexOf,
  useSharedIndex,
} from "../../search/index/index-store.ts";

/** Update that the owner publishes: the registry to serve from now on. */
export interface RegistryUpdate {
  readonly path: string;
  /** Identity of the data, as `Snapshot.identity`. */
  readonly identity: string;
  /** Shared search index; undefined for a registry that import/ did not make, or when the index cannot be shared. */
  readonly search: SharedIndex | undefined;
}

/** Milliseconds between polls for a newly published registry. */
const POLL_INTERVAL_MS = 500;

export interface RegistryOwner {
  /** Returns the update for a thread that starts now; undefined while no registry is served. */
  currentUpdate(): RegistryUpdate | undefined;
  /** Subscribes a listener to every later swap. */
  subscribe(listener: (update: RegistryUpdate) => void): void;
  /** Checks for a new registry and publishes it to the subscribers; a timer does so every `POLL_INTERVAL_MS`. */
  poll(): void;
  close(): void;
}

export interface OwnerOptions {
  readonly dataDir: string;
  /** Number of registries to keep in the data folder; undefined: this process removes none. */
  readonly keepRegistries?: number | undefined;
}

/** Follows the registry pointer on behalf of all threads. Loads no shared index at a swap without subscribers. */
export function ownRegistry(registry: Registry, { dataDir, keepRegistries }: OwnerOptions): RegistryOwner {
  const listeners: ((update: RegistryUpdate) => void)[] = [];
  let sharedIndex: SharedIndex | undefined;

  function currentUpdate(): RegistryUpdate | undefined {
    const snapshot = registry.current();
    if (snapshot === undefined) {
      return undefined;
    }
    try {
      sharedIndex = sharedIndexOf(snapshot, sharedIndex);
    } catch (error) {
      logError("the search index cannot be shared", error);
      sharedIndex = undefined;
    }
    return { path: snapshot.path, identity: snapshot.identity, search: sharedIndex };
  }

  const managesFolder = keepRegistries !== undefined;

  const poll = loggingErrors(() => {
    const isNew = refresh(registry);
    if (isNew && listeners.length > 0) {
      const update = currentUpdate()!;
      for (const listener of listeners) {
        listener(update);
      }
    }
    if (isNew && managesFolder) {
      updateStableLink(dataDir);
    }
    if (managesFolder) {
      removeOld(dataDir, keepRegistries);
    }
  });

  // An operator may have changed `current` by hand while no server ran.
  if (managesFolder) {
    updateStableLink(dataDir);
  }

  return {
    currentUpdate,
    subscribe: (listener) => void listeners.push(listener),
    poll,
    close: startPolling(poll),
  };
}

export interface RegistryFollower {
  /** Registry of this thread, which serves the owner's latest update that it could open. */
  readonly registry: Registry;
  /** Swaps to the registry of an update. */
  applyUpdate(update: RegistryUpdate): void;
  /**
   * Retries a registry that could not be opened, and closes snapshots that no request reads any more; a timer does so
   * every `POLL_INTERVAL_MS`.
   */
  sync(): void;
  close(): void;
}

/**
 * Follows the owner, which served `initialUpdate` when this thread was started. Only the owner reads the pointer, so
 * a thread that replaces a dead one serves what the others serve, even while the pointer is unusable.
 */
export function followRegistry(
  initialUpdate: RegistryUpdate | undefined,
  onError: (error: Error) => void,
): RegistryFollower {
  let latestUpdate = initialUpdate;
  if (initialUpdate?.search !== undefined) {
    useSharedIndex(initialUpdate.search);
  }
  const registry = openRegistryFrom(() => latestUpdate, onError);
  warmCaches(registry);

  const sync = loggingErrors(() => {
    if (registry.current()?.identity === latestUpdate?.identity) {
      registry.closeUnpinned();
    } else if (refresh(registry)) {
      warmCaches(registry);
    }
  });

  const stop = startPolling(sync);
  return {
    registry,
    applyUpdate(update) {
      latestUpdate = update;
      if (update.search !== undefined) {
        useSharedIndex(update.search);
      }
      sync();
    },
    sync,
    close() {
      stop();
      registry.close();
    },
  };
}

/** Wraps the action so that it logs its errors: they must not escape a timer or the handler of a signal. */
function loggingErrors(action: () => void): () => void {
  const failureLog = new BackoffLogger("a new registry cannot be looked for");
  return () => {
    try {
      action();
      failureLog.reportSuccess();
    } catch (error) {
      failureLog.reportFailure(messageOf(error));
    }
  };
}

/**
 * Repeats an action every `POLL_INTERVAL_MS` until the returned function is called; does not keep the process alive.
 */
function startPolling(action: () => void): () => void {
  const timer = setInterval(action, POLL_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function removeOld(dataDir: string, keep: number): void {
  const removed = removeOldRegistries(dataDir, keep);
  for (const file of removed) {
    logInfo("removed an old registry", { file });
  }
  if (removed.length > 0) {
    removeUnnamedFilesIfIdle(dataDir);
  }
}

function refresh(registry: Registry): boolean {
  const isNew = registry.refresh();
  if (isNew) {
    logInfo("serving a new registry", { version: registry.current()?.version });
  }
  return isNew;
}

/** Warms caches for the first requests, one step per event-loop turn, so that requests are served in between. */
function warmCaches(registry: Registry): void {
  const snapshot = registry.current();
  if (snapshot === undefined) {
    return;
  }
  const steps = [
    () => void streetIndexOf(snapshot),
    () => void formerFilterOf(snapshot),
    ...warmSteps(snapshot),
  ];
  const advise = (order: "random" | "normal") => {
    try {
      filesOf(snapshot).forEach((file) => {
        adviseReads(file, order);
      });
    } catch (error) {
      // Reads stay right, only slower: the process may have no file descriptor left.
      logWarning("the system could not be advised how files are read", { reason: messageOf(error) });
    }
  };
  advise("random");
  const runNextStep = () => {
    if (registry.current() !== snapshot) {
      return;
    }
    // A step reads much in a row; the requests between two steps read a page here and there.
    advise("normal");
    try {
      steps.shift()?.();
    } catch (error) {
      logError("a cache could not be warmed", error);
    } finally {
      advise("random");
    }
    if (steps.length > 0) {
      setImmediate(runNextStep);
    }
  };
  setImmediate(runNextStep);
}

function filesOf({ path, meta }: Snapshot): string[] {
  return [path, ...meta.attached.map(({ name }) => join(dirname(path), name))];
}
