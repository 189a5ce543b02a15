/** `./baken serve` as a process: where it listens, all it ever printed, and requests by raw sockets. */
import { openKeyStore } from "../src/accounts/key-store.ts";
import { BAKEN } from "./baken-process.ts";

export interface ServeProcess {
  /** Of the interface: `http://127.0.0.1:8080/api/v1`. */
  readonly url: string;
  readonly port: number;
  /** Of the program itself: the launcher becomes it. */
  readonly pid: number;
  /** Everything written to standard output and standard error so far. */
  printed(): string;
  signal(name: "SIGTERM" | "SIGKILL"): Promise<number>;
  /** Tells it to read again what may have changed. */
  hangUp(): void;
}

/** Starts it on a free port, behind the words of `launcher` when given; resolves when it has greeted. */
export async function startServe(
  dataDir: string,
  args: readonly string[] = [],
  launcher: readonly string[] = [],
): Promise<ServeProcess> {
  const child = Bun.spawn([...launcher, BAKEN, "serve", "--data", dataDir, "--port", "0", ...args], {
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
      if (/^ {2}curl .*\n/m.test(printed)) greeted.resolve();
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

/** Makes a key in a data folder; its token. */
export function issueKey(
  dataDir: string,
  settings: Partial<Parameters<ReturnType<typeof openKeyStore>["create"]>[0]>,
) {
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({ name: "test", kind: "server", ratePerMinute: 1_000_000, ...settings });
  keys.close();
  return token;
}

export interface Burst {
  readonly requests: number;
  readonly connections: number;
}

export interface Tally {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers with 200 by the end of the window they were counted in. */
  readonly passedByWindow: Readonly<Record<string, number>>;
}

/** Sends so many requests over so many connections at once, each connection its share in one piece. */
export async function burst(port: number, token: string, { requests, connections }: Burst): Promise<Tally> {
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
    .matchAll(/HTTP\/1\.1 (\d+)[\s\S]*?(?:X-RateLimit-Reset: (\d+)|\r\n\r\n)/g)) {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === "200") passedByWindow[reset ?? ""] = (passedByWindow[reset ?? ""] ?? 0) + 1;
  }
  return { statuses, passedByWindow };
}

/** The raw answers to so many equal requests on one connection, which the server closes after the last. */
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
