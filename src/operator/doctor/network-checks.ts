/** Checks of ports and of the proxy before them. */

import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { codeOf, messageOf } from "../../base/errors.ts";
import { isLoopback } from "../../base/loopback.ts";
import type { Settings } from "../../base/settings.ts";
import { shellWord } from "../../base/shell-word.ts";
import { BASE_PATH } from "../../http/interface-version.ts";
import { SLOW_SHARE } from "../health/health-checks.ts";
import { checkHealth, error, type Finding, failure, ok, warning } from "./finding.ts";

export type NetworkSettings = Pick<
  Settings,
  "data" | "host" | "port" | "adminHost" | "adminPort" | "publicUrl" | "trustedProxies"
>;

const TIMEOUT_MS = 3_000;
/** Occurs in the answers of `/status` and `/metrics`. */
const ANSWER_OF_BAKEN = /"bag_data"|^baken_build_info/m;
const REQUESTS = /^baken_http_requests_total\{.*\} (\d+)/gm;
const UNTRUSTED_FORWARDS = /^baken_untrusted_forwards_total (\d+)/gm;
/** Requests of a route, and how many took at most a quarter of a second; `BakenSlow` leaves out the same routes. */
const DURATIONS =
  /^baken_http_request_duration_seconds_(?:bucket\{route="(?!.*(?:export|tiles))[^"]*",le="(0\.25)"\}|count\{route="(?!.*(?:export|tiles))[^"]*"\}) (\d+)/gm;
/** Fewer requests say nothing of the slowest in a hundred. */
const MIN_REQUESTS = 100;
const WRONG_TOKENS = /^baken_limit_refusals_total\{limit="failed_tokens"\} (\d+)/gm;

export async function checkNetwork(settings: NetworkSettings): Promise<Finding[]> {
  const { data, host, port, adminHost, adminPort } = settings;
  const findings = await Promise.all([
    checkPort("port", { data, host, port, probe: `${BASE_PATH}/status` }),
    adminPort === undefined
      ? undefined
      : checkPort("admin port", { data, host: adminHost, port: adminPort, probe: "/metrics" }),
    checkPublicUrl(settings),
  ]);
  return [...findings, ...(await checkTraffic(settings)), ...checkProxySettings(settings)].filter(
    (finding) => finding !== undefined,
  );
}

interface Listener {
  readonly host: string;
  readonly port: number;
  /** Path that only baken answers. */
  readonly probe: string;
  /** Data folder that should be served. */
  readonly data: string;
}

async function checkPort(check: string, { host, port, probe, data }: Listener): Promise<Finding> {
  const code = await tryToListen(host, port);
  const place = `${host}:${port}`;
  switch (code) {
    case undefined:
      return ok(check, `${place} is free: no server runs there`);
    case "EADDRINUSE":
      return ANSWER_OF_BAKEN.test((await fetchText(originOf(host, port) + probe)) ?? "")
        ? checkFolder(check, { place, port, data })
        : error(
            check,
            `Another program listens on ${place}.`,
            `End it, or choose another port: --${check.replace(" ", "-")}`,
          );
    case "EACCES":
      return error(
        check,
        `This user may not listen on ${place}.`,
        "Ports below 1024 are for root: choose a higher one behind a proxy, or give the unit " +
          "AmbientCapabilities=CAP_NET_BIND_SERVICE.",
      );
    default:
      return error(
        check,
        `${place} cannot be listened on: ${code}.`,
        "The host must be an address of this machine: 127.0.0.1, 0.0.0.0 or ::",
      );
  }
}

/** Checks that the baken on a port serves the folder `data`, where its folder can be found out. */
function checkFolder(
  check: string,
  { place, port, data }: { place: string; port: number; data: string },
): Finding {
  const served = findServedFolder(port);
  return served === undefined || isSameFolder(served, data)
    ? ok(
        check,
        `baken serves on ${place}${served === undefined ? ", of a folder that cannot be seen from here" : ""}`,
      )
    : error(
        check,
        `The baken on ${place} serves another data folder, ${served}.`,
        `Name that folder (--data ${shellWord(served)}), or choose another port: --${check.replace(" ", "-")}`,
      );
}

/** Returns the error code of listening; undefined when it works. */
function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (cause) => resolve(codeOf(cause) ?? messageOf(cause)));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Returns the address at which this machine reaches a listener. */
function originOf(host: string, port: number): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

async function fetchText(url: string): Promise<string | undefined> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })).text();
  } catch {
    return undefined;
  }
}

async function checkPublicUrl({ publicUrl }: NetworkSettings): Promise<Finding | undefined> {
  if (publicUrl === undefined) {
    return undefined;
  }
  const text = await fetchText(`${publicUrl}${BASE_PATH}/status`);
  return ANSWER_OF_BAKEN.test(text ?? "")
    ? ok("public URL", `${publicUrl} leads to baken`)
    : warning(
        "public URL",
        `${publicUrl}${BASE_PATH}/status does not answer as baken does from this machine.`,
        "Check the name, the certificate and the proxy; while no server runs, or where this machine cannot reach " +
          "its own public name, this is expected.",
      );
}

function checkProxySettings({ host, publicUrl, trustedProxies }: NetworkSettings): Finding[] {
  if (publicUrl !== undefined && trustedProxies.length === 0) {
    return [
      warning(
        "proxy",
        "--public-url is set, but --trusted-proxies is not: all visitors count as one for limits, and for --ip " +
          "of keys.",
        "Name the proxy's address, such as --trusted-proxies 127.0.0.1,::1 (docs/proxies.md).",
      ),
    ];
  }
  if (publicUrl === undefined && !isLoopback(host)) {
    return [
      warning(
        "proxy",
        `The server listens on ${host} without --public-url and without TLS: keys cross the network readable.`,
        "Put a proxy with https before it, and set --public-url and --trusted-proxies (docs/proxies.md).",
      ),
    ];
  }
  return [ok("proxy", trustedProxies.length === 0 ? "none set" : `trusted: ${trustedProxies.join(", ")}`)];
}

/** Asks a running server for its counts since the start: requests of an unknown proxy, wrong tokens, slow requests. */
async function checkTraffic({ data, adminHost, adminPort }: NetworkSettings): Promise<Finding[]> {
  const metrics = (adminPort && (await fetchText(`${originOf(adminHost, adminPort)}/metrics`))) || "";
  const count = (metric: RegExp) =>
    metrics.matchAll(metric).reduce((sum, [, value]) => sum + Number(value), 0);
  const traffic = { requests: count(REQUESTS), forwarded: count(UNTRUSTED_FORWARDS) };
  const wrongTokens = count(WRONG_TOKENS);
  return [
    ...[checkHealth("proxy_untrusted", { dataDir: data, nowMs: Date.now(), traffic }) ?? []].flat(),
    ...(wrongTokens === 0 ? [] : [failure("wrong_tokens", { values: { count: wrongTokens } })]),
    ...findSlowRequests(metrics),
  ];
}

/** Warns when more than one request in a hundred took longer than a quarter of a second. */
function findSlowRequests(metrics: string): Finding[] {
  let [all, quick] = [0, 0];
  for (const [, bound, count] of metrics.matchAll(DURATIONS)) {
    if (bound === undefined) {
      all += Number(count);
    } else {
      quick += Number(count);
    }
  }
  const slow = all - quick;
  return all < MIN_REQUESTS || slow <= all * SLOW_SHARE
    ? []
    : [failure("slow_requests", { values: { slow, all, time: "0.25 s" } })];
}

const LISTENING = "0A";
const REGISTRY_FILE = /\/registry-[^/]+\.gpkg( \(deleted\))?$/;

/** Returns the folder of the registries that the process has open; undefined where that cannot be seen. */
function findServedFolder(port: number): string | undefined {
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
function isSameFolder(a: string, b: string): boolean {
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
