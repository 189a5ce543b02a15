import { hostname } from "node:os";
import { codeOf } from "../base/errors.ts";

/** Returns a unique name for a worker's leases: host, process id and a UUID. */
export function createWorkerName(): string {
  return `${hostname()}/${process.pid}/${crypto.randomUUID()}`;
}

/**
 * Returns true when a worker is known to be dead because its process on this host has ended; its job then need not wait
 * for the lease to expire. Returns false for workers on other hosts and when the process id is in use again.
 */
export function isWorkerDead(worker: string): boolean {
  const [host, pid] = worker.split("/");
  if (host !== hostname() || Number(pid) === process.pid) {
    return false;
  }
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}
