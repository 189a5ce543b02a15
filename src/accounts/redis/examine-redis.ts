/** Asks Redis whether it can count, as a server does at its start. */
import { RedisClient } from "bun";
import type { CountersPlace } from "../counters.ts";
import { RedisLink } from "./redis-link.ts";

export interface RedisFinding {
  /** Why a server could not count in it; undefined when it can. */
  readonly fault: string | undefined;
  /** Milliseconds by which its clock is ahead of this machine's. */
  readonly clockOffsetMs: number;
  /** Policy of Redis when its memory is full (`maxmemory-policy`); undefined where it does not tell. */
  readonly memoryPolicy: string | undefined;
}

export async function examineRedis({ url, timeoutMs, retryMs }: CountersPlace): Promise<RedisFinding> {
  const link = new RedisLink({ url, timeoutMs, maxPauseMs: retryMs });
  try {
    await link.started;
    const fault = link.isUp ? undefined : (link.reasonAway ?? "it cannot be reached");
    const memoryPolicy = fault === undefined ? await readMemoryPolicy(url, timeoutMs) : undefined;
    return { fault, clockOffsetMs: link.clockOffsetMs, memoryPolicy };
  } finally {
    link.close();
  }
}

async function readMemoryPolicy(url: string, timeoutMs: number): Promise<string | undefined> {
  const client = new RedisClient(url, { autoReconnect: false, connectionTimeout: Math.max(500, timeoutMs) });
  const timer = setTimeout(() => client.close(), 2_000);
  try {
    await client.connect();
    const [, policy] = /^maxmemory_policy:(\S+)/m.exec(String(await client.send("INFO", ["memory"]))) ?? [];
    return policy;
  } catch {
    // Not all services allow INFO.
    return undefined;
  } finally {
    clearTimeout(timer);
    client.close();
  }
}
