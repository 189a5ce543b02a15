/**
 * How all threads of a process take up a new registry together: one of them, the owner, looks for it and loads its search
 * index into memory that all can see; the others swap when they are told.
 */
import { logError, logInfo } from "../base/log.ts";
import { removeOldRegistries } from "../registry/old-registries.ts";
import { followTarget, type Registry } from "../registry/snapshot.ts";
import { type SharedIndex, sharedIndexOf, shareIndex } from "../search/index-store.ts";
import { readAhead } from "./read-ahead.ts";

/** A registry that serves from now on. */
export interface RegistryNews {
  readonly path: string;
  /** As `Snapshot.identity`. */
  readonly identity: string;
  /** Absent for a registry that was not made by import/. */
  readonly search: SharedIndex | undefined;
}

/** How soon a newly published registry is served. */
const LOOK_MS = 500;

export interface RegistryOwner {
  /** What a thread that starts now has to know. */
  news(): RegistryNews | undefined;
  /** Calls `tell` with every registry taken up from now on. */
  onSwap(tell: (news: RegistryNews) => void): void;
  /** Looks whether there is a new registry, and tells of it; every half second by itself. */
  look(): void;
  close(): void;
}

export interface OwnerOptions {
  readonly dataDir: string;
  /** How many registries stay in the data folder; absent: all of them, as far as this process is concerned. */
  readonly keepRegistries?: number | undefined;
}

/** Follows the pointer for all threads. Whoever has no threads loads no index for them. */
export function ownRegistry(registry: Registry, { dataDir, keepRegistries }: OwnerOptions): RegistryOwner {
  const listeners: ((news: RegistryNews) => void)[] = [];
  let known: SharedIndex | undefined;

  function news(): RegistryNews | undefined {
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
  /** What the owner told of, as this thread has it open. */
  readonly registry: Registry;
  /** Takes up what the owner told of. */
  follow(news: RegistryNews): void;
  /**
   * Tries again what could not be opened when it was told, and closes what no request reads any more; every half second
   * by itself.
   */
  catchUp(): void;
  close(): void;
}

/**
 * Follows the owner, who served `told` when this thread was started. It alone looks at the pointer: a thread that takes the
 * place of a dead one serves what the others serve, also while the pointer is unusable.
 */
export function followRegistry(
  told: RegistryNews | undefined,
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

/** Until what it returns is called; keeps no process alive. */
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
