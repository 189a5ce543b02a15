/** Sends load with `wrk`, a program of its own, so that the client costs the server's core nothing. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const SCRIPT = join(import.meta.dir, "requests.lua");

export interface BenchRequest {
  readonly path: string;
  /** GET without a body, POST with one. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a request for an app without a socket, with further headers, such as a key. */
export function toRequest(
  { path, body, headers }: BenchRequest,
  further: Readonly<Record<string, string>>,
): Request {
  return new Request(`http://localhost${path}`, {
    headers: { ...headers, ...further },
    ...(body === undefined ? {} : { method: "POST", body }),
  });
}

export interface Load {
  readonly port: number;
  /** File that `writeRequests` wrote. */
  readonly file: string;
  readonly seconds: number;
  readonly connections: number;
  readonly threads: number;
  /** Core that it runs on; undefined leaves the choice to the system. */
  readonly core: number | undefined;
  /** Number of requests of the file to skip. */
  readonly skip: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Writes requests with a key as the bytes that `requests.lua` sends. */
export function writeRequests(file: string, requests: readonly BenchRequest[], token: string): void {
  writeFileSync(
    file,
    requests
      .map((request) => {
        const bytes = rawRequest(request, token);
        return `${Buffer.byteLength(bytes)}\n${bytes}`;
      })
      .join(""),
  );
}

function rawRequest({ path, body, headers }: BenchRequest, token: string): string {
  const all = {
    Host: "localhost",
    Authorization: `Bearer ${token}`,
    ...headers,
    ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

/** Throws when any request fails or is answered with another status than 200 to 399. */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const pinned = load.core === undefined ? [] : ["taskset", "-c", String(load.core)];
  const wrk = [
    "wrk",
    "-t",
    `${load.threads}`,
    "-c",
    `${load.connections}`,
    "-d",
    `${load.seconds}s`,
    "--timeout",
    "20s",
  ];
  const target = ["-s", SCRIPT, `http://127.0.0.1:${load.port}`, "--", load.file, `${load.skip}`];
  const [program, ...args] = [...pinned, ...wrk, ...target];
  const printed = await collectOutput(program!, args);
  const result = /^result (.*)$/m.exec(printed);
  if (result === null) {
    throw new Error(`wrk: ${printed}`);
  }
  const { requests, us, p50Us, p99Us, refused, failed } = JSON.parse(result[1]!) as Record<string, number>;
  if (refused! + failed! > 0) {
    throw new Error(`${load.file}: of ${requests} requests ${refused} were refused, ${failed} failed`);
  }
  return { requests: requests!, seconds: us! / 1e6, p50Ms: p50Us! / 1000, p99Ms: p99Us! / 1000 };
}

function collectOutput(program: string, args: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  child.stderr.on("data", (chunk) => (printed += chunk));
  child.on("error", reject);
  child.on("close", () => resolve(printed));
  return promise;
}
