/** Serves the registry of a data folder: follows its pointer and swaps to new versions. */
import { join } from "node:path";
import { AppError } from "../../base/errors.ts";
import { POINTER_FILE, readPointer } from "./pointer.ts";
import { openSnapshot, type Snapshot } from "./snapshot.ts";
import { fileIdentityOf, isTruncated } from "./stable-link.ts";

/** Snapshots that are no longer served; keeps those open that work still reads. */
class SwappedOutSnapshots {
  readonly #snapshots = new Set<Snapshot>();
  /** Number of pins of each pinned snapshot, the served one included. */
  readonly #pins = new Map<Snapshot, number>();

  add(snapshot: Snapshot): void {
    this.#snapshots.add(snapshot);
  }

  pin(snapshot: Snapshot): void {
    this.#pins.set(snapshot, (this.#pins.get(snapshot) ?? 0) + 1);
  }

  /** Releases the snapshot of one `pin` call. */
  unpin(snapshot: Snapshot): void {
    const pinCount = (this.#pins.get(snapshot) ?? 0) - 1;
    if (pinCount > 0) {
      this.#pins.set(snapshot, pinCount);
    } else {
      this.#pins.delete(snapshot);
    }
  }

  closeUnpinned(): void {
    const unpinned = [...this.#snapshots].filter((snapshot) => !this.#pins.has(snapshot));
    for (const snapshot of unpinned) {
      this.#snapshots.delete(snapshot);
      snapshot.close();
    }
    // Frees the caches of closed snapshots: an idle thread would not collect garbage for days.
    if (unpinned.length > 0) {
      Bun.gc(true);
    }
  }

  /** Closes all, pinned or not. */
  closeAll(): void {
    for (const snapshot of this.#snapshots) {
      snapshot.close();
    }
    this.#snapshots.clear();
    this.#pins.clear();
  }
}

/** The served registry; `refresh` follows the pointer to new versions. One per thread. */
export interface Registry {
  /**
   * Returns the current snapshot; `undefined` until a registry opens. Use it synchronously only: the next refresh may
   * swap it out and the one after close it. Asynchronous work must use `pin`.
   */
  current(): Snapshot | undefined;
  /** Returns the current snapshot and keeps it open until `unpin`; `undefined` until a registry opens. */
  pin(): Snapshot | undefined;
  /** Releases the snapshot of one `pin` call. */
  unpin(snapshot: Snapshot | undefined): void;
  /**
   * Checks the pointer and the file (microseconds when neither has changed) and opens the registry that it names;
   * returns true when it swapped the current snapshot. A registry that cannot be opened is reported once, until its
   * state changes, and retried at the next call; the current snapshot keeps serving. Closes swapped-out snapshots that
   * are unpinned.
   */
  refresh(): boolean;
  /** Closes swapped-out snapshots that are unpinned, as `refresh` does. */
  closeUnpinned(): void;
  close(): void;
}

/** Lock timeout for a new registry on a thread that is already serving; the next refresh retries. */
const SERVING_LOCK_TIMEOUT_MS = 40;

/** Opens the registry that `dataDir` points at and follows its pointer; an absent pointer is no error. */
export function openRegistry(dataDir: string, onError?: (error: Error) => void): Registry {
  return openRegistryFrom(() => readPointerTarget(dataDir), onError);
}

/**
 * Opens the target that `readTarget` returns and follows it; an undefined target is no error before the first
 * snapshot.
 */
export function openRegistryFrom(
  readTarget: () => RegistryTarget | undefined,
  onError: (error: Error) => void = () => {},
): Registry {
  const registry = new FollowingRegistry(readTarget, onError);
  registry.refresh();
  return registry;
}

class FollowingRegistry implements Registry {
  readonly #readTarget: () => RegistryTarget | undefined;
  readonly #onError: (error: Error) => void;
  readonly #swappedOut = new SwappedOutSnapshots();
  #current: Snapshot | undefined;
  /** Key of the target that `#current` was opened from. */
  #servedKey: string | undefined;
  /** Key of the target whose error was reported last; `undefined` once the state has changed. */
  #reportedKey: string | undefined;

  constructor(readTarget: () => RegistryTarget | undefined, onError: (error: Error) => void) {
    this.#readTarget = readTarget;
    this.#onError = onError;
  }

  current(): Snapshot | undefined {
    return this.#current;
  }

  pin(): Snapshot | undefined {
    if (this.#current !== undefined) {
      this.#swappedOut.pin(this.#current);
    }
    return this.#current;
  }

  unpin(snapshot: Snapshot | undefined): void {
    if (snapshot !== undefined) {
      this.#swappedOut.unpin(snapshot);
    }
  }

  refresh(): boolean {
    this.#swappedOut.closeUnpinned();
    let target = this.#readTarget();
    let targetKey = keyOfTarget(target, this.#current);
    // Reported before any other read, because a read of the truncated registry may end the process.
    if (targetKey !== this.#servedKey && targetKey !== this.#reportedKey) {
      for (const error of truncationErrors(this.#current)) {
        this.#onError(error);
      }
    }
    while (targetKey !== this.#servedKey && (target ?? this.#current) !== undefined) {
      const error = this.#trySwap(target);
      if (error === undefined) {
        return true;
      }
      const attemptedKey = targetKey;
      target = this.#readTarget();
      targetKey = keyOfTarget(target, this.#current);
      // The pointer moved during the attempt: the earlier target may be removed, so its error does not matter.
      if (targetKey !== attemptedKey) {
        continue;
      }
      this.#reportOnce(error, attemptedKey);
      return false;
    }
    this.#reportedKey = undefined;
    return false;
  }

  /** Returns the error when the target cannot be served. */
  #trySwap(target: RegistryTarget | undefined): Error | undefined {
    try {
      const next = openTarget(target, this.#current && SERVING_LOCK_TIMEOUT_MS);
      if (this.#current !== undefined) {
        this.#swappedOut.add(this.#current);
      }
      this.#current = next;
      this.#servedKey = keyOfServed(next);
      this.#reportedKey = undefined;
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  #reportOnce(error: Error, key: string): void {
    if (this.#reportedKey !== key) {
      this.#onError(withServedPath(error, this.#current));
    }
    this.#reportedKey = key;
  }

  closeUnpinned(): void {
    this.#swappedOut.closeUnpinned();
  }

  close(): void {
    this.#swappedOut.closeAll();
    this.#current?.close();
    this.#current = this.#servedKey = undefined;
  }
}

function openTarget(target: RegistryTarget | undefined, lockTimeoutMs: number | undefined): Snapshot {
  if (target === undefined) {
    throw new AppError("unavailable", `the file ${POINTER_FILE} no longer exists`);
  }
  if ("fault" in target) {
    throw new AppError("unavailable", target.fault);
  }
  return openSnapshot(target.path, { lockTimeoutMs });
}

/** Returns an error for each file of a snapshot that was truncated while it is open. */
function truncationErrors(current: Snapshot | undefined): Error[] {
  if (current === undefined) {
    return [];
  }
  const { path, fileIdentity, history } = current;
  const truncated = (file: string, effect: string) =>
    new AppError(
      "unavailable",
      `${file} was truncated while it was being served; ${effect}. Never overwrite a file that is served: write ` +
        "a new file next to it, then rename that",
    );
  return [
    // It is mapped into memory, and reading beyond its end is a bus error.
    ...(isTruncated(path, fileIdentity) ? [truncated(path, "this process may end with a bus error")] : []),
    ...(history !== undefined && isTruncated(history.path, history.fileIdentity)
      ? [truncated(history.path, "questions about history are refused until it is complete again")]
      : []),
  ];
}

function withServedPath(error: Error, current: Snapshot | undefined): Error {
  if (current === undefined) {
    return error;
  }
  return new AppError("unavailable", `${error.message}; ${current.path} keeps serving`, { cause: error });
}

/** Path of the registry to serve, or the fault of the pointer. */
type RegistryTarget = { readonly path: string } | { readonly fault: string };

/** Returns the registry that `dataDir` points at; `undefined` when the pointer is absent. */
function readPointerTarget(dataDir: string): RegistryTarget | undefined {
  const pointer = readPointer(dataDir);
  if (pointer.kind === "name") {
    return { path: join(dataDir, pointer.name) };
  }
  return pointer.kind === "absent"
    ? undefined
    : { fault: `${join(dataDir, POINTER_FILE)} ${pointer.reason}` };
}

/**
 * Returns a key that is equal for the same files under the same names, or for the same fault. Includes the history of
 * the served registry only: which history another registry names is unknown until it is open.
 */
function keyOfTarget(target: RegistryTarget | undefined, current: Snapshot | undefined): string {
  if (target === undefined) {
    return "";
  }
  if ("fault" in target) {
    return target.fault;
  }
  const history = current?.path === target.path ? current.history : undefined;
  return keyOf(target.path, fileIdentityOf(target.path), history && fileIdentityOf(history.path));
}

/** Returns the key of the target that a snapshot was opened from. */
function keyOfServed({ path, fileIdentity, history }: Snapshot): string {
  return keyOf(path, fileIdentity, history?.fileIdentity);
}

function keyOf(path: string, ...identities: (string | undefined)[]): string {
  return [path, ...identities].join("\n");
}
