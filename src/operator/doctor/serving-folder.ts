/** Finds the data folder of the server that listens on a port, as far as Linux lets this user see it. */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { dirname } from "node:path";

const LISTENING = "0A";
const REGISTRY_FILE = /\/registry-[^/]+\.gpkg( \(deleted\))?$/;

/** Returns the folder of the registries that the process has open; undefined where that cannot be seen. */
export function findServedFolder(port: number): string | undefined {
  const sockets = listListening(port).map((inode) => `socket:[${inode}]`);
  if (sockets.length === 0) {
    return undefined;
  }
  for (const pid of listNames("/proc").filter((name) => /^\d+$/.test(name))) {
    const files = listNames(`/proc/${pid}/fd`).map((fd) => readLink(`/proc/${pid}/fd/${fd}`));
    if (files.some((file) => sockets.includes(file))) {
      const registry = files.find((file) => REGISTRY_FILE.test(file));
      return registry && dirname(registry);
    }
  }
  return undefined;
}

/** Returns true when both names lead to one folder. */
export function isSameFolder(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

/** Returns the inodes of the sockets that listen on the port. */
function listListening(port: number): string[] {
  return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((path) => {
    const rows = readText(path)
      .split("\n")
      .map((line) => line.trim().split(/\s+/));
    return rows.flatMap(([, local = "", , state, , , , , , inode = ""]) =>
      state === LISTENING && Number.parseInt(local.split(":")[1] ?? "", 16) === port ? [inode] : [],
    );
  });
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process of another user, or one that has ended.
    return [];
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
