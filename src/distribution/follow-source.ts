/**
 * Keeps a server's data folder at the published registry: a process of its own fetches and verifies each new one; this
 * one makes it current when it is time. The serving threads then swap as after an import.
 */

import { AppError, messageOf } from "../base/errors.ts";
import { BackoffLogger, logInfo, logWarning, writeLog } from "../base/log.ts";
import type { StorageLocation } from "../base/storage-location.ts";
import { readPointedName } from "../registry/file/pointer.ts";
import type { SourceFaultKind, SourceState } from "../registry/file/source-state.ts";
import { describePin, findPin } from "../registry/file/use-log.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";
import { StorageFault } from "../storage/object-store.ts";
import { openReadableStore } from "../storage/open-storage.ts";
import { makeCurrent } from "./fetch-registry.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import type { Agreement, Rollout } from "./open-rollout.ts";
import { describeSuperseded, describeUnpublished, readTrustedManifest } from "./registry-source.ts";
import { knownSum } from "./registry-sums.ts";

export interface FollowerOptions {
  readonly dataDir: string;
  readonly source: StorageLocation;
  /** Public key of the publisher; undefined: every manifest counts. */
  readonly registryKey: string | undefined;
  readonly keepRegistries: number;
  /** Returns the file name of the registry that this process serves. */
  readonly servedFile: () => string;
  /**
   * Command that runs `fetch --hold` into the data folder, prints the manifest of the registry that it has fetched, and
   * ends when its standard input does.
   */
  readonly fetchCommand: readonly string[];
  /** Agreement with other servers; undefined: each switches as soon as it can. */
  readonly rollout: Rollout | undefined;
  /** Called with true when this server lacks the registry that all have agreed on, with false when it has it. */
  readonly onBehind: (isBehind: boolean) => void;
}

export interface SourceFollower {
  readonly state: SourceState;
  stop(): Promise<void>;
}

/** Milliseconds between looks at the source. */
const POLL_MS = 2_000;
/** Milliseconds between reports to the other servers. */
const REPORT_MS = 1_000;
/** Pause after a refused registry. It doubles up to MAX_PAUSE_MS while the same registry is published. */
const MIN_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 600_000;
const STOP_TIMEOUT_MS = 2_000;
/** Milliseconds after the common switch from which a server that has not switched is behind. */
const SWITCH_GRACE_MS = 5_000;

export function followSource(options: FollowerOptions): SourceFollower {
  return new Follower(options);
}

class Follower implements SourceFollower {
  readonly #options: FollowerOptions;
  readonly #failureLog = new BackoffLogger("the published registry cannot be fetched");
  readonly #rolloutLog = new BackoffLogger("the other servers cannot be asked when to switch registries");
  readonly #stopped = Promise.withResolvers<void>();
  readonly #loops: Promise<void>[];
  #isStopping = false;
  #child: Bun.Subprocess | undefined;
  /** Published registry that could serve at once. */
  #ready: Manifest | undefined;
  /** Registry that was refused, and when to try it again. */
  #refused: { readonly key: string; readonly pauseMs: number; readonly untilMs: number } | undefined;
  /** Remarks that were logged about the published registry. */
  readonly #remarks = new Set<string>();
  #state: SourceState = { lastSuccessMs: undefined, publishedMs: undefined, failures: 0, fault: undefined };
  /** Last agreement, with the moment of its switch on the clock of `performance`. */
  #agreed: { readonly sha256: string; readonly switchAtMs: number } | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    const { rollout } = options;
    options.onBehind(rollout !== undefined);
    this.#loops = [this.#repeat(POLL_MS, () => this.#pollSource())];
    if (rollout !== undefined) {
      this.#loops.push(this.#repeat(REPORT_MS, () => this.#report(rollout)));
    }
  }

  get state(): SourceState {
    return this.#state;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopped.resolve();
    this.#child?.kill();
    // A source that does not answer holds up a loop for longer than a server may take to stop.
    await Promise.race([Promise.all(this.#loops), Bun.sleep(STOP_TIMEOUT_MS)]);
    await this.#options.rollout?.close();
  }

  async #repeat(pauseMs: number, work: () => Promise<void>): Promise<void> {
    while (!this.#isStopping) {
      await work();
      await Promise.race([Bun.sleep(pauseMs), this.#stopped.promise]);
    }
  }

  /**
   * Returns true for the registry that serves, and for the registry that `current` names, to which this process swaps.
   * They may differ for long: next to a server that is not upgraded yet, only the new version can read what `current`
   * names.
   */
  #serves(sha256: string): boolean {
    const { dataDir, servedFile } = this.#options;
    return [readPointedName(dataDir), servedFile()].some((name) => knownSum(dataDir, name ?? "") === sha256);
  }

  /** Fetches the published registry unless it is here; without other servers also makes it current. */
  async #pollSource(): Promise<void> {
    let manifest: Manifest | undefined;
    try {
      const { dataDir, source, registryKey } = this.#options;
      const store = openReadableStore(source);
      manifest = await readTrustedManifest({ dataDir, store, registryKey });
      if (manifest === undefined) {
        return this.#fail("missing", describeUnpublished(store));
      }
      const key = `${manifest.sha256} ${manifest.publishedAt}`;
      const refused = this.#refused?.key === key ? this.#refused : undefined;
      if (performance.now() < (refused?.untilMs ?? 0)) {
        return;
      }
      if (this.#ready?.sha256 !== manifest.sha256) {
        // Another registry may have been published meanwhile: the child says which one it has fetched.
        manifest = await this.#fetch(key, refused?.pauseMs);
      }
      this.#ready = manifest;
      if (this.#options.rollout === undefined) {
        this.#switchTo(manifest);
      }
      this.#succeed(manifest);
    } catch (error) {
      if (!this.#isStopping) {
        this.#fail(kindOf(error, manifest), messageOf(error));
      }
    }
  }

  /**
   * Records that the registry is here. If a newer schema is published, the data are nevertheless no longer updated,
   * which is a fault.
   */
  #succeed(manifest: Manifest): void {
    const { failures } = this.#state;
    const superseded = describeSuperseded(manifest);
    const fault = superseded === undefined ? undefined : ({ kind: "schema", reason: superseded } as const);
    this.#state = { lastSuccessMs: Date.now(), publishedMs: manifest.publishedAt, failures, fault };
    this.#failureLog.reportSuccess();
    if (superseded !== undefined) {
      this.#remark(superseded);
    }
  }

  #fail(kind: SourceFaultKind, reason: string): void {
    this.#state = { ...this.#state, failures: this.#state.failures + 1, fault: { kind, reason } };
    this.#failureLog.reportFailure(reason);
  }

  /** Returns the manifest of the registry that was fetched. */
  async #fetch(key: string, lastPauseMs: number | undefined): Promise<Manifest> {
    this.#ready = undefined;
    // The pipe ends with this process, however that ends.
    const child = Bun.spawn([...this.#options.fetchCommand], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.#child = child;
    const [fetched, printed] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    this.#child = undefined;
    // Passes on its log lines, such as one about a patch that could not be used.
    for (const line of printed.split("\n").filter((text) => text.startsWith("{"))) {
      writeLog(`${line}\n`);
    }
    if (child.exitCode === 0) {
      this.#refused = undefined;
      return parseManifest(fetched);
    }
    const pauseMs = lastPauseMs === undefined ? MIN_PAUSE_MS : Math.min(lastPauseMs * 2, MAX_PAUSE_MS);
    this.#refused = { key, pauseMs, untilMs: performance.now() + pauseMs };
    const reason = printed
      .trim()
      .split("\n")
      .at(-1)
      ?.replace(/^baken: /, "");
    throw new AppError("unavailable", reason || `the fetching process ended with ${child.exitCode}`);
  }

  /** Makes a fetched registry current; does nothing when it is. */
  #switchTo(manifest: Manifest): void {
    const { dataDir, keepRegistries } = this.#options;
    if (this.#serves(manifest.sha256)) {
      return;
    }
    const pin = findPin(dataDir);
    if (pin !== undefined) {
      this.#remark(`the published registry of ${manifest.date} is not served: ${describePin(pin)}`);
      return;
    }
    const file = makeCurrent(dataDir, manifest, keepRegistries);
    logInfo("switched to the published registry", { file, sha256: manifest.sha256 });
  }

  /** Logs a remark once. */
  #remark(text: string): void {
    if (!this.#remarks.has(text)) {
      this.#remarks.add(text);
      logWarning(text);
    }
  }

  async #report(rollout: Rollout): Promise<void> {
    try {
      const { sha256, switchInMs } = await rollout.report(this.#ready);
      this.#rolloutLog.reportSuccess();
      await this.#obey({ sha256, switchInMs });
    } catch (error) {
      if (!this.#isStopping) {
        this.#rolloutLog.reportFailure(messageOf(error));
      }
    }
  }

  /** Switches at the agreed moment, or at once when that has passed. */
  async #obey({ sha256, switchInMs }: Agreement): Promise<void> {
    if (sha256 === undefined) {
      // Nothing was published to all: each serves what it has.
      return this.#options.onBehind(false);
    }
    this.#agreed = { sha256, switchAtMs: performance.now() + switchInMs };
    if (this.#ready?.sha256 === sha256 && !this.#serves(sha256)) {
      await Promise.race([Bun.sleep(Math.max(0, switchInMs)), this.#stopped.promise]);
      this.#switchTo(this.#ready);
    }
    this.#tellBehind();
  }

  #tellBehind(): void {
    const { sha256, switchAtMs } = this.#agreed!;
    if (this.#serves(sha256)) {
      this.#options.onBehind(false);
    } else if (performance.now() > switchAtMs + SWITCH_GRACE_MS) {
      this.#options.onBehind(true);
    }
  }
}

function kindOf(error: unknown, manifest: Manifest | undefined): SourceFaultKind {
  if (error instanceof StorageFault) {
    return "unreachable";
  }
  if (manifest === undefined) {
    return "manifest";
  }
  return manifest.schema === SCHEMA_VERSION ? "fetch" : "schema";
}
