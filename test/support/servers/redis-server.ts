/** Runs Debian's Redis as a process on a free port of 127.0.0.1, without persistence: killed, it has lost its memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, hasProgram } from "../processes/find-program.ts";
import { freePort } from "../processes/free-port.ts";
import { until } from "../processes/until.ts";

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  pid(): number;
  /** Starts it again after `kill`; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
  /** Stops it from running (SIGSTOP): connections stay and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** Returns true when Redis is installed; else prints that tests are skipped, or throws where they must be complete. */
export function hasRedis(): boolean {
  return hasProgram("redis-server", "redis-server");
}

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "baken-redis-"));
  const port = freePort();
  const run = async () => {
    const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--dir", folder];
    const child = Bun.spawn([findProgram("redis-server")!, ...args], { stdout: "ignore", stderr: "ignore" });
    await until(() => answersPing(port));
    return child;
  };
  let child = await run();
  const kill = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    pid: () => child.pid,
    async start() {
      child = await run();
    },
    kill,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async remove() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

async function answersPing(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) => void socket.write("PING\r\n"),
      data(socket, data) {
        resolve(data.toString().startsWith("+PONG"));
        socket.end();
      },
      close: () => resolve(false),
      error: () => resolve(false),
    },
  }).catch(() => resolve(false));
  return await promise;
}
