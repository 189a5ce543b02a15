/** Runs `./baken serve` as a process: its address, its output, and requests over raw sockets. */
import { openKeyStore } from "../../../src/accounts/sqlite/sqlite-key-store.ts";
import { BAKEN } from "../processes/baken-process.ts";

export interface ServeProcess {
  /** Base URL of the API: `http://127.0.0.1:8080/api/v1`. */
  readonly url: string;
  readonly port: number;
  /** Process id of the program itself: the launcher execs it. */
  readonly pid: number;
  /** Returns all output on standard output and standard error so far. */
  printed(): string;
  signal(name: "SIGTERM" | "SIGKILL"): Promise<number>;
  /** Sends SIGHUP, which makes it reload what may have changed. */
  hangUp(): void;
}

/**
 * Starts the server, on a free port unless `args` names one, wrapped in the command `launcher` if given; resolves when it has printed its
 * greeting.
 */
export async function startServe(
  dataDir: string,
  args: readonly string[] = [],
  launcher: readonly string[] = [],
): Promise<ServeProcess> {
  const port = args.includes("--port") ? [] : ["--port", "0"];
  const child = Bun.spawn([...launcher, BAKEN, "serve", "--data", dataDir, ...port, ...args], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env.PATH! },
  });
  let printed = "";
  const greeted = Promise.withResolvers<void>();
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      printed += decoder.decode(chunk, { stream: true });
      if (/^ {2}curl .*\n/m.test(printed)) {
        greeted.resolve();
      }
    }
  };
  const ended = Promise.all([collect(child.stdout), collect(child.stderr)]);
  child.exited.then((code) => greeted.reject(new Error(`serve ended with ${code}: ${printed}`)));
  await greeted.promise;
  const url = printed.match(/Listening on (\S+)/)![1]!;
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid,
    printed: () => printed,
    hangUp: () => child.kill("SIGHUP"),
    async signal(name) {
      child.kill(name);
      const code = await child.exited;
      await ended;
      return code;
    },
  };
}

/** Creates a key in a data folder; returns its token. */
export function issueKey(
  dataDir: string,
  settings: Partial<Parameters<ReturnType<typeof openKeyStore>["create"]>[0]>,
) {
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({ name: "test", kind: "server", ratePerMinute: 1_000_000, ...settings });
  keys.close();
  return token;
}

/** Returns the usage of a key this month as written in the data folder. */
export function writtenUsage(dataDir: string, token: string): number {
  const keys = openKeyStore(dataDir);
  const { requestsThisMonth } = keys.report(Number.parseInt(token, 10))!;
  keys.close();
  return requestsThisMonth;
}

export interface Burst {
  readonly requests: number;
  readonly connections: number;
}

export interface BurstResult {
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Number of answers with 200 by the end of their window. */
  readonly passedByWindow: Readonly<Record<string, number>>;
}

/** Sends requests over concurrent connections; each connection pipelines its share in one piece. */
export async function burst(
  port: number,
  token: string,
  { requests, connections }: Burst,
): Promise<BurstResult> {
  const rest = requests % connections;
  const sizes = Array.from(
    { length: connections },
    (_, i) => Math.floor(requests / connections) + Number(i < rest),
  );
  const answers = await Promise.all(sizes.map((size) => pipeline(port, token, size)));
  const statuses: Record<string, number> = {};
  const passedByWindow: Record<string, number> = {};
  for (const [, status = "", reset] of answers
    .join("")
    .matchAll(/HTTP\/1\.1 (\d+)[\s\S]*?(?:X-RateLimit-Reset: (\d+)|\r\n\r\n)/gi)) {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === "200") {
      passedByWindow[reset ?? ""] = (passedByWindow[reset ?? ""] ?? 0) + 1;
    }
  }
  return { statuses, passedByWindow };
}

/** Pipelines equal requests on one connection, which the server closes after the last; returns the raw answers. */
async function pipeline(port: number, token: string, requests: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = `GET /api/v1/cities?per_page=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  const bytes = Buffer.from(`${`${request}\r\n`.repeat(requests - 1)}${request}Connection: close\r\n\r\n`);
  let answer = "";
  let sent = 0;
  const send = (socket: Bun.Socket) => {
    sent += socket.write(bytes.subarray(sent));
  };
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: send,
      drain: send,
      data(_socket, data) {
        answer += data.toString("latin1");
      },
      close: () => resolve(answer),
      error: (_socket, error) => reject(error),
    },
  });
  return promise;
}
