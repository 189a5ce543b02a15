/** Asks the app, without a socket, what one registry file answers. */
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openHarness } from "../http-harness.ts";

const REGISTRY = "registry-2000-01-01.gpkg";

/** An app in a new folder, that serves the registry; the folder goes when it is closed. */
export function serveRegistry(folder: string, registry: string): ReturnType<typeof openHarness> {
  mkdirSync(folder);
  linkSync(registry, join(folder, REGISTRY));
  writeFileSync(join(folder, "current"), `${REGISTRY}\n`);
  return openHarness(folder);
}

/** Status and body, without what names the request. */
export async function answerOf(response: Response): Promise<string> {
  const body = await response.text();
  return `${response.status} ${body.replace(/"request_id":"[^"]*"/g, "")}`;
}
