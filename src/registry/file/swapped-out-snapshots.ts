import type { Snapshot } from "./snapshot.ts";

/** Snapshots that are no longer served; keeps those open that work still reads. */
export class SwappedOutSnapshots {
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
