/** Starts the servers that the bench compares, each in a process of its own. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { INTERFACE_NAMES } from "../../src/base/setting-values.ts";
import { endWithProcess } from "../shared/endings.ts";
import { familyOf } from "../shared/process-costs.ts";
import type { BenchRequest } from "../shared/wrk.ts";

/** Characters of a program's output that are kept to explain why it did not start. */
const KEPT_OUTPUT = 4_000;
const BAKEN = join(import.meta.dir, "../../baken");

/** The client counts as a proxy, so that its requests for tiles, limited by address, can name different ones. */
export const PROXY = "127.0.0.1";

export interface BenchServer {
  readonly port: number;
  /** Processes whose costs are counted. */
  pids(): number[];
  stop(): Promise<void>;
}

/** Cores of this machine, for a server of one thread and for its client. */
const SERVER_CORE = availableParallelism() > 1 ? 1 : undefined;
export const CLIENT_CORE = availableParallelism() > 1 ? 0 : undefined;

/** Returns the words before a command that bind it to the core of the server. */
export const ON_SERVER_CORE: readonly string[] =
  SERVER_CORE === undefined ? [] : ["taskset", "-c", String(SERVER_CORE)];

/** Starts baken with this many threads, by the command `launcher`; one thread runs on the core of the server. */
export async function startBaken(
  dataDir: string,
  threads: number,
  launcher: readonly string[] = [],
): Promise<BenchServer> {
  const pinned = threads === 1 ? ON_SERVER_CORE : [];
  return await startProgram([
    ...launcher,
    ...pinned,
    BAKEN,
    "serve",
    "--data",
    dataDir,
    "--port",
    "0",
    "--threads",
    String(threads),
    "--trusted-proxies",
    PROXY,
    "--interfaces",
    INTERFACE_NAMES.join(","),
  ]);
}

/** Number of answers whose median size the bare server sends. */
const IMITATED = 25;

export interface BareServer extends BenchServer {
  /**
   * Makes it answer with the median size of the answers of `other` to the first requests, and the headers of the first.
   */
  imitate(other: BenchServer, requests: readonly BenchRequest[], token: string): Promise<void>;
}

export async function startBare(): Promise<BareServer> {
  const server = await startProgram([
    ...ON_SERVER_CORE,
    process.execPath,
    join(import.meta.dir, "bare-server.ts"),
  ]);
  return {
    ...server,
    async imitate(other, requests, token) {
      const answers = await Promise.all(
        requests.slice(0, IMITATED).map((request) => ask(other, request, token)),
      );
      const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
      const bytes = sizes.toSorted((a, b) => a - b)[sizes.length >> 1]!;
      const headers = Object.fromEntries(answers[0]!.headers);
      for (const name of ["date", "content-length", "x-request-id", "connection", "transfer-encoding"]) {
        delete headers[name];
      }
      await fetch(`http://127.0.0.1:${server.port}/`, {
        method: "PUT",
        body: JSON.stringify({ bytes, headers }),
      });
    },
  };
}

/** Sends one request of the bench; throws when it is refused. */
export async function ask(server: BenchServer, request: BenchRequest, token: string): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${request.path}`, {
    headers: { ...request.headers, Authorization: `Bearer ${token}`, "Accept-Encoding": "identity" },
    ...(request.body === undefined ? {} : { method: "POST", body: request.body }),
  });
  if (answer.status !== 200) {
    throw new Error(`${request.path} is answered ${answer.status}: ${await answer.text()}`);
  }
  return answer;
}

/** Starts a program that prints "Listening on" and its URL. */
export async function startProgram(command: readonly string[]): Promise<BenchServer> {
  const child = Bun.spawn([...command], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const end = endWithProcess(() => child.kill("SIGTERM"));
  const listening = Promise.withResolvers<string>();
  let printed = "";
  // Reads to the end: a program whose output nobody reads would stop.
  const collect = async (output: ReadableStream<Uint8Array>) => {
    for await (const chunk of output) {
      printed = `${printed}${Buffer.from(chunk)}`.slice(-KEPT_OUTPUT);
      const [, url] = /Listening on (\S+)/.exec(printed) ?? [];
      if (url !== undefined) {
        listening.resolve(url);
      }
    }
  };
  const ended = Promise.all([collect(child.stdout), collect(child.stderr)]);
  ended.then(() => listening.reject(new Error(`${command.join(" ")} did not start: ${printed}`)));
  const url = await listening.promise;
  return {
    port: Number(new URL(url).port),
    pids: () => familyOf(child.pid),
    async stop() {
      end();
      await ended;
    },
  };
}
