/** Debian's redis-server as a process of its own on a free port of 127.0.0.1. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RedisClient } from "bun";
import { hasProgram } from "../processes/find-program.ts";
import { freePort } from "../processes/free-port.ts";
import { until } from "../processes/until.ts";

export function hasRedis(): boolean {
  return hasProgram("redis-server", "redis-server");
}

export interface RedisProcess {
  readonly port: number;
  readonly url: string;
  pid(): number;
  /** Client for looking into the engine and changing it; reconnects by itself. */
  readonly client: RedisClient;
  /** Ends the server with `kill -9`; its memory is lost unless it writes a log. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with the contents of its log. */
  start(): Promise<void>;
  /** Stops it from running (SIGSTOP): connections stay, and nothing answers. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts a server; with `isPersistent` it keeps its contents over `kill` by a log that is written each second. */
export async function startRedis({ isPersistent = false, password = "" } = {}): Promise<RedisProcess> {
  const folder = mkdtempSync(join(tmpdir(), "baken-redis-"));
  const port = freePort();
  const url = `redis://${password === "" ? "" : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`;
  const secret = password === "" ? [] : ["--requirepass", password];
  const log = isPersistent ? ["--appendonly", "yes", "--appendfsync", "everysec"] : [];
  const command = [
    "redis-server",
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--save",
    "",
  ];
  let child: Bun.Subprocess;
  let client = new RedisClient(url);
  async function start(): Promise<void> {
    child = Bun.spawn([...command, ...log, ...secret], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "inherit",
    });
    client.close();
    client = new RedisClient(url, { connectionTimeout: 500 });
    await until(async () => (await client.ping().catch(() => "")) === "PONG");
  }
  await start();
  return {
    port,
    url,
    pid: () => child.pid,
    get client() {
      return client;
    },
    start,
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    async stop() {
      client.close();
      child.kill("SIGKILL");
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}
