/**
 * Reports the state of this service to systemd through its own library, and leaves it the listeners over a restart:
 * clients that connect between two processes wait in a queue that stays open. Bun can neither listen on a descriptor
 * nor send datagrams to a path.
 */
import { dlopen, FFIType, ptr } from "bun:ffi";
import { closeSync, readdirSync } from "node:fs";
import { readServiceManager } from "./config.ts";
import { messageOf } from "./errors.ts";
import { logWarning } from "./log.ts";

const LIBRARY = "libsystemd.so.0";
/** Under this name systemd keeps the listeners. */
const STORED_AS = "port";
const FIRST_INHERITED = 3;
/** Any family of addresses; any port. */
const ANY = 0;
const SOCK_STREAM = 1;
const LISTENING = 1;
/** Pings within the time after which systemd takes the process for hung. */
const PINGS_PER_WATCHDOG = 3;

const { i32, u16, u32, ptr: pointer } = FFIType;

function loadLibrary() {
  return dlopen(LIBRARY, {
    sd_pid_notify_with_fds: { args: [i32, i32, pointer, pointer, u32], returns: i32 },
    sd_is_socket_inet: { args: [i32, i32, i32, i32, u16], returns: i32 },
    sd_listen_fds: { args: [i32], returns: i32 },
  }).symbols;
}

/** Returns systemd as the manager of this process; undefined when it is not, or its library is not installed. */
export function findServiceManager(): ServiceManager | undefined {
  const manager = readServiceManager();
  if (manager === undefined) {
    return undefined;
  }
  try {
    return new ServiceManager(loadLibrary(), manager.watchdogMs);
  } catch (error) {
    logWarning("systemd waits to hear from this process, which cannot reach it", {
      reason: messageOf(error),
    });
    return undefined;
  }
}

export class ServiceManager {
  readonly #library: ReturnType<typeof loadLibrary>;
  readonly #watchdogMs: number | undefined;
  /** Listeners of the process before this one. */
  #inherited: readonly number[];
  /** Listeners of this process that it opened before this object was made. */
  readonly #others: readonly number[];

  constructor(library: ReturnType<typeof loadLibrary>, watchdogMs: number | undefined) {
    this.#library = library;
    this.#watchdogMs = watchdogMs;
    const count = Math.max(0, library.sd_listen_fds(0));
    this.#inherited = Array.from({ length: count }, (_, i) => FIRST_INHERITED + i);
    this.#others = this.#listeners().filter((descriptor) => !this.#inherited.includes(descriptor));
  }

  /** Returns true when listeners of the previous process still use the port. */
  holds(port: number): boolean {
    return this.#inherited.some((descriptor) => this.#isListener(descriptor, port));
  }

  /**
   * Closes the listeners of the previous process, once other listeners use their port or none will. The kernel moves
   * waiting connections to the other listeners (`net.ipv4.tcp_migrate_req`).
   */
  releaseInherited(): void {
    if (this.#inherited.length === 0) {
      return;
    }
    this.#notify(`FDSTOREREMOVE=1\nFDNAME=${STORED_AS}`);
    for (const descriptor of this.#inherited) {
      closeSync(descriptor);
    }
    this.#inherited = [];
  }

  /**
   * Gives systemd the listeners that were opened since this object was made. It holds them open, also after a crash,
   * until this service has started again or stays stopped.
   */
  keepListeners(): void {
    try {
      const listeners = this.#listeners().filter((descriptor) => !this.#others.includes(descriptor));
      this.#notify(`FDSTORE=1\nFDNAME=${STORED_AS}`, listeners);
    } catch (error) {
      // Without a file descriptor left, /proc cannot be listed. Requests under way still have to be finished.
      logWarning("the listeners are not kept over the restart", { reason: messageOf(error) });
    }
  }

  /**
   * Takes back all listeners from systemd and gives it the listeners that are open now. If systemd kept the listener of
   * a dead thread, nobody would accept its connections; without it, the kernel moves them to the other listeners.
   */
  renewListeners(): void {
    this.#notify(`FDSTOREREMOVE=1\nFDNAME=${STORED_AS}`);
    this.keepListeners();
  }

  /** Says that the service serves; from now on `answer` must resolve within the time of the watchdog. */
  ready(answer: () => Promise<unknown>): void {
    this.#notify("READY=1");
    if (this.#watchdogMs !== undefined) {
      const ping = () => void answer().then(() => this.#notify("WATCHDOG=1"));
      setInterval(ping, this.#watchdogMs / PINGS_PER_WATCHDOG);
    }
  }

  /** Says that the service ends within `limitMs`, whatever the unit allows. */
  stopping(limitMs: number): void {
    this.#notify(`STOPPING=1\nEXTEND_TIMEOUT_USEC=${limitMs * 1000}`);
  }

  #listeners(): number[] {
    return readdirSync("/proc/self/fd")
      .map(Number)
      .filter((descriptor) => this.#isListener(descriptor, ANY));
  }

  #isListener(descriptor: number, port: number): boolean {
    return this.#library.sd_is_socket_inet(descriptor, ANY, SOCK_STREAM, LISTENING, port) > 0;
  }

  #notify(state: string, descriptors: readonly number[] = []): void {
    const sent = Int32Array.from(descriptors);
    const result = this.#library.sd_pid_notify_with_fds(
      0,
      0,
      ptr(Buffer.from(`${state}\0`)),
      sent.length === 0 ? null : ptr(sent),
      sent.length,
    );
    if (result < 0) {
      logWarning("the state of this service could not be sent to systemd", { state, errno: -result });
    }
  }
}
