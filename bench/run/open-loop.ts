/**
 * Measures latency at a fixed rate, from the time at which a request was due: waiting for an earlier slow answer
 * counts.
 */
import { join } from "node:path";
import { type BenchServer, CLIENT_CORE } from "./servers.ts";

export interface OpenLoop {
  /** Requests a second that are sent, whatever the answers take. */
  readonly perSecond: number;
  /** Share of the requests that were answered within five seconds after the last one. */
  readonly answered: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
}

interface Rate {
  /** Requests, as `writeRequests` wrote them. */
  readonly file: string;
  readonly perSecond: number;
  readonly seconds: number;
}

/** Sends requests at a rate, the client on a core of its own; throws when one is refused. */
export function measureOpenLoop({ port }: BenchServer, { file, perSecond, seconds }: Rate): OpenLoop {
  const pinned = CLIENT_CORE === undefined ? [] : ["taskset", "-c", String(CLIENT_CORE)];
  const client = [process.execPath, join(import.meta.dir, "open-loop-client.ts")];
  const command = [...pinned, ...client, String(port), file, String(perSecond), String(seconds)];
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, { stderr: "pipe" });
  if (exitCode !== 0) {
    throw new Error(`${command.join(" ")}: ${stderr}`);
  }
  return { perSecond, ...(JSON.parse(String(stdout)) as Omit<OpenLoop, "perSecond">) };
}
