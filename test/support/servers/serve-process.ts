/** Runs `./baken serve` as a process: its address, its output, and requests over raw sockets. */
import { openKeyStore } from "../stores/open-key-store.ts";
import { bundledProgram } from "./bundled-program.ts";

export interface ServeProcess {
  /** Base URL of the API: `http://127.0.0.1:8080/api/v1`. */
  readonly url: string;
  readonly port: number;
  /** Process id of the program itself. */
  readonly pid: number;
  /** Returns all output on standard output and standard error so far, in the order in which it was written. */
  printed(): string;
  signal(name: "SIGTERM" | "SIGKILL"): Promise<number>;
  /** Sends SIGHUP, which makes it reload what may have changed. */
  hangUp(): void;
}

/** Sends both outputs of a command into one pipe: two pipes may be read in another order than they were written. */
const INTO_ONE_PIPE = ["sh", "-c", 'exec "$@" 2>&1', "sh"];

/**
 * Starts the server, on a free port unless `args` names one, wrapped in the command `launcher` if given; resolves when
 * it has printed its greeting. `program` replaces the one of {@link bundledProgram}.
 */
export async function startServe(
  dataDir: string,
  args: readonly string[] = [],
  launcher: readonly string[] = [],
  program?: string,
): Promise<ServeProcess> {
  const port = args.includes("--port") ? [] : ["--port", "0"];
  const path = program ?? (await bundledProgram());
  const command = [...launcher, path, "serve", "--data", dataDir, ...port, ...args];
  const child = Bun.spawn([...INTO_ONE_PIPE, ...command], {
    stdin: "ignore",
    stdout: "pipe",
    // While other tests run, a request may wait longer than a server allows.
    env: { PATH: process.env.PATH!, BAKEN_MAX_WAIT: "0" },
  });
  let printed = "";
  const greeted = Promise.withResolvers<void>();
  const collect = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      printed += decoder.decode(chunk, { stream: true });
      if (/^ {2}curl .*\n/m.test(printed)) {
        greeted.resolve();
      }
    }
  };
  const ended = collect();
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

/** Sends requests over concurrent connections; each connection sends its share one after the other. */
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
  const answers = await Promise.all(sizes.map((size) => askInTurn(port, token, size)));
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

/**
 * Sends equal requests on one connection, each after the previous answer: Bun closes a connection when a request
 * arrives while an answer is awaited, for example because a key is read while accounts.db is written. Returns the raw
 * answers.
 */
async function askInTurn(port: number, token: string, requests: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = `GET /api/v1/cities?per_page=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  let answers = "";
  let answer = "";
  let left = requests;
  const send = (socket: Bun.Socket) => {
    left -= 1;
    socket.write(`${request}${left === 0 ? "Connection: close\r\n" : ""}\r\n`);
  };
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: send,
      data(socket, data) {
        answer += data.toString("latin1");
        if (isWhole(answer) && left > 0) {
          answers += answer;
          answer = "";
          send(socket);
        }
      },
      close: () => resolve(answers + answer),
      error: (_socket, error) => reject(error),
    },
  });
  return promise;
}

/** Returns true when an answer has all the bytes that its header announces; the text has a character for each byte. */
function isWhole(answer: string): boolean {
  const bodyStart = answer.indexOf("\r\n\r\n") + 4;
  const [, length] = answer.slice(0, bodyStart).match(/\r\nContent-Length: (\d+)/i) ?? [];
  return bodyStart > 3 && answer.length >= bodyStart + Number(length);
}
