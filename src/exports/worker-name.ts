import { hostname } from "node:os";

/** Names a worker for the leases it holds: host, process, and a part that no other worker has. */
export function createWorkerName(): string {
  return `${hostname()}/${process.pid}/${crypto.randomUUID()}`;
}

/**
 * Whether a worker is known to be dead, so that its job need not wait for the lease to run out: its process on this host
 * has ended. About other hosts, and about a number that is in use again, nothing is known.
 */
export function isGone(worker: string): boolean {
  const [host, pid] = worker.split("/");
  if (host !== hostname() || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
