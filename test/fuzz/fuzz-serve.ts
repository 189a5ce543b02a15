/**
 * Runs the fuzzer once, from making the data to the end of the process, and checks more than each answer: memory, log,
 * exit code.
 */
import { rmSync } from "node:fs";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";
import { type FuzzReport, medianMemory, runFuzz } from "./run-fuzz.ts";
import { type FuzzInput, logInToAdmin, makeKeys, readFuzzInput } from "./surface.ts";

const ADDRESSES = 1_000;
/** Growth factor from the second third of a run to the last, above which memory is not flat. */
const MAX_GROWTH = 1.1;
/** Step in MB in which the heap settles; it weighs more in a short run. */
const TOLERATED_MB = 48;

/** Matches a logged error: no request is a reason to log one. */
const LOGGED_FAULT = /"level":"error"/;

export interface FuzzRun {
  readonly requests: number;
  readonly seed: number;
  /** Milliseconds above which an answer is a fault; none unless given. */
  readonly maxMs?: number;
  /** Path that the paths of interfaces begin with; no other paths are asked then. */
  readonly under?: string | undefined;
}

export async function fuzzServe({ requests, seed, maxMs, under }: FuzzRun): Promise<FuzzReport> {
  const dataDir = await makeDemoFolder(ADDRESSES);
  const keys = makeKeys(dataDir);
  const serve = await startServe(dataDir, [
    ...["--threads", "2", "--admin-port", "0"],
    // Makes the server trust the addresses that the proxies' headers name.
    ...["--trusted-proxies", "127.0.0.1"],
  ]);
  try {
    const admin = Number(serve.printed().match(/Metrics on http:\/\/\S+:(\d+)\//)![1]);
    const adminCookie = await logInToAdmin(admin, dataDir);
    const whole = await readFuzzInput(serve.url, { ...keys, adminCookie });
    const surface = under === undefined ? whole : keepInterfaces(whole, under);
    const before = await requestSamples(serve, keys.token);
    const ports = { interface: serve.port, admin };
    const report = await runFuzz({ surface, seed, requests, ports, pid: serve.pid, maxMs });
    const faults = [...report.faults, ...checkMemory(report)];
    if ((await requestSamples(serve, keys.token)) !== before) {
      faults.push("answers differently afterwards");
    }
    const logged = serve
      .printed()
      .split("\n")
      .find((line) => LOGGED_FAULT.test(line));
    if (logged !== undefined) {
      faults.push(`logged: ${logged}`);
    }
    if ((await serve.signal("SIGTERM")) !== 0) {
      faults.push("does not end with 0");
    }
    return { ...report, faults };
  } finally {
    await serve.signal("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function keepInterfaces(surface: FuzzInput, under: string): FuzzInput {
  const interfacePaths = surface.interfacePaths.filter((path) => path.startsWith(under));
  return { ...surface, interfacePaths, hasInterfacesOnly: true };
}

/** Returns answers that every thread gives alike, requested over separate connections. */
async function requestSamples({ url }: ServeProcess, token: string): Promise<string> {
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${token}`, connection: "close" };
    return await (await fetch(`${url}${path}`, { headers })).text();
  };
  const paths = [
    "/version",
    "/addresses/search?q=straat+1",
    "/statistics/overview",
    "/cities?include=counts",
  ];
  const rounds = [1, 2, 3, 4].flatMap(() => paths.map(ask));
  return [...new Set(await Promise.all(rounds))].sort().join("\n");
}

function checkMemory({ memoryMb }: FuzzReport): string[] {
  const { second, last } = medianMemory(memoryMb);
  if (last <= second * MAX_GROWTH + TOLERATED_MB) {
    return [];
  }
  return [`memory grows: ${second.toFixed(0)} MB in the second third, ${last.toFixed(0)} MB in the last`];
}

export function printReport(
  seed: number,
  { faults, statuses, memoryMb, slowest, seconds }: FuzzReport,
): void {
  const counts = [...statuses]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([status, count]) => `${status}: ${count}`);
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const { second, last } = medianMemory(memoryMb);
  const lines = [
    `seed ${seed}: ${total} requests in ${seconds.toFixed(1)} s`,
    counts.join(", "),
    `resident: ${memoryMb[0]?.toFixed(0)} MB at first, ${second.toFixed(0)} MB in the second third, ${last.toFixed(0)} MB in the last`,
    "the slowest:",
    ...slowest.map((line) => `  ${line}`),
    ...faults,
  ];
  process.stdout.write(`${lines.map((line) => `  ${line}`).join("\n")}\n`);
}
