/** Reads from the server that runs on this machine what clients of other services asked of it. */
import type { Settings } from "../base/settings.ts";
import { askServer, urlOf } from "./probe.ts";

const COUNT = /^baken_interface_requests_total\{interface="(\w+)"\} (\d+)$/gm;

/**
 * Returns the requests of each interface that is served, since the server started; `undefined` without an admin port,
 * or when nothing answers there.
 */
export async function readInterfaceCounts({
  adminHost,
  adminPort,
}: Pick<Settings, "adminHost" | "adminPort">): Promise<Readonly<Record<string, number>> | undefined> {
  if (adminPort === undefined) {
    return undefined;
  }
  try {
    const { body } = await askServer(urlOf({ host: adminHost, port: adminPort }, "/metrics"));
    return Object.fromEntries(Array.from(body.matchAll(COUNT), ([, name, count]) => [name!, Number(count)]));
  } catch {
    return undefined;
  }
}
