/**
 * Swaps all threads of a process to a new registry. One thread, the owner, polls for it, loads its search index into
 * shared memory and publishes the update; the other threads, the followers, swap when they receive it.
 */
import { logError, logInfo } from "../base/log.ts";
import { removeOldRegistries } from "../registry/old-registries.ts";
import { followTarget, type Registry } from "../registry/snapshot.ts";
import { type SharedIndex, sharedIndexOf, shareIndex } from "../search/index-store.ts";
import { readAhead } from "./read-ahead.ts";

/** Update that the owner publishes: the registry to serve from now on. */
export interface RegistryUpdate {
  readonly path: string;
  /** Identity of the data, as `Snapshot.identity`. */
  readonly identity: string;
  /** Shared search index; undefined for a registry that import/ did not make, or when the index cannot be shared. */
  readonly search: SharedIndex | undefined;
}

/** Milliseconds between polls for a newly published registry. */
const LOOK_MS = 500;

export interface RegistryOwner {
  /** Returns the update for a thread that starts now; undefined while no registry is served. */
  news(): RegistryUpdate | undefined;
  /** Subscribes `tell` to every later swap. */
  onSwap(tell: (news: RegistryUpdate) => void): void;
  /** Checks for a new registry and publishes it to the subscribers; a timer does so every `LOOK_MS`. */
  look(): void;
  close(): void;
}

export interface OwnerOptions {
  readonly dataDir: string;
  /** Number of registries to keep in the data folder; undefined: this process removes none. */
  readonly keepRegistries?: number | undefined;
}

/** Follows the registry pointer on behalf of all threads. Loads no shared index at a swap without subscribers. */
export function ownRegistry(registry: Registry, { dataDir, keepRegistries }: OwnerOptions): RegistryOwner {
  const listeners: ((news: RegistryUpdate) => void)[] = [];
  let known: SharedIndex | undefined;

  function news(): RegistryUpdate | undefined {
    const snapshot = registry.current();
    if (snapshot === undefined) return undefined;
    try {
      known = sharedIndexOf(snapshot, known);
    } catch (error) {
      logError("the search index cannot be shared", error);
      known = undefined;
    }
    return { path: snapshot.path, identity: snapshot.identity, search: known };
  }

  function look(): void {
    if (refresh(registry) && listeners.length > 0) {
      const swapped = news()!;
      for (const tell of listeners) tell(swapped);
    }
    if (keepRegistries !== undefined) removeOld(dataDir, keepRegistries);
  }

  return { news, onSwap: (tell) => void listeners.push(tell), look, close: repeat(look) };
}

export interface RegistryFollower {
  /** Registry of this thread, which serves the owner's latest update that it could open. */
  readonly registry: Registry;
  /** Swaps to the registry of an update. */
  follow(news: RegistryUpdate): void;
  /**
   * Retries a registry that could not be opened, and closes snapshots that no request reads any more; a timer does so
   * every `LOOK_MS`.
   */
  catchUp(): void;
  close(): void;
}

/**
 * Follows the owner, which served `told` when this thread was started. Only the owner reads the pointer, so a thread
 * that replaces a dead one serves what the others serve, even while the pointer is unusable.
 */
export function followRegistry(
  told: RegistryUpdate | undefined,
  onError: (error: Error) => void,
): RegistryFollower {
  let newest = told;
  if (told?.search !== undefined) shareIndex(told.search);
  const registry = followTarget(() => newest, onError);
  readAhead(registry);

  function catchUp(): void {
    if (registry.current()?.identity === newest?.identity) registry.closeUnpinned();
    else if (refresh(registry)) readAhead(registry);
  }

  const stop = repeat(catchUp);
  return {
    registry,
    follow(news) {
      newest = news;
      if (news.search !== undefined) shareIndex(news.search);
      catchUp();
    },
    catchUp,
    close() {
      stop();
      registry.close();
    },
  };
}

/** Repeats an action every `LOOK_MS` until the returned function is called; does not keep the process alive. */
function repeat(action: () => void): () => void {
  const timer = setInterval(action, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function removeOld(dataDir: string, keep: number): void {
  for (const file of removeOldRegistries(dataDir, keep)) logInfo("removed an old registry", { file });
}

function refresh(registry: Registry): boolean {
  const isNew = registry.refresh();
  if (isNew) logInfo("serving a new registry", { version: registry.current()?.version });
  return isNew;
}
