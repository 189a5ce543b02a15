import { randomInt } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "../../../src/base/errors.ts";

/** Ports below the range of outgoing connections on Linux, which could take a port between its choice and its use. */
const FROM = 10_000;
const BELOW = 32_768;

/**
 * Returns a port of 127.0.0.1 that was free a moment ago, for a program that cannot take a free one itself. While this
 * process lives, no other call returns the port, in any test process.
 */
export function freePort(): number {
  for (;;) {
    const port = randomInt(FROM, BELOW);
    if (reserve(port) && isFree(port)) {
      return port;
    }
  }
}

/** Reserves a port by a file that names this process; removes the file of a process that has ended. */
function reserve(port: number): boolean {
  const path = join(tmpdir(), `baken-port-${port}`);
  try {
    writeFileSync(path, `${process.pid}`, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") {
      throw error;
    }
  }
  if (!isRunning(Number(readFileSync(path, "utf8")))) {
    rmSync(path);
  }
  return false;
}

/** Returns true for 0 as well: the file is just being written. */
function isRunning(pid: number): boolean {
  try {
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

function isFree(port: number): boolean {
  try {
    const server = Bun.serve({ hostname: "127.0.0.1", port, fetch: () => new Response() });
    server.stop(true);
    return true;
  } catch (error) {
    if (codeOf(error) === "EADDRINUSE") {
      return false;
    }
    throw error;
  }
}
