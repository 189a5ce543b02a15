import { join } from "node:path";
import type { App } from "../app.ts";
import type { Settings } from "../base/settings.ts";
import type { RunningServer } from "../http/serving/server.ts";
import { startAdminServer } from "../operator/admin-server.ts";
import { openAdminToken } from "../operator/admin-token.ts";
import { buildOperatorAssets } from "../web/assets.ts";

export type AdminSettings = Pick<
  Settings,
  | "data"
  | "adminHost"
  | "adminPort"
  | "adminUrl"
  | "adminTokenFile"
  | "adminInsecure"
  | "publicUrl"
  | "trustedProxies"
>;

export function adminTokenPath({ adminTokenFile, data }: Pick<Settings, "adminTokenFile" | "data">): string {
  return adminTokenFile ?? join(data, "admin-token");
}

/** Starts the server of the admin port; returns undefined when none is set. */
export async function startAdmin(
  app: App,
  settings: AdminSettings,
  interfaceOrigin: string,
): Promise<RunningServer | undefined> {
  const { adminPort, data, publicUrl = interfaceOrigin } = settings;
  if (adminPort === undefined) {
    return undefined;
  }
  const token = openAdminToken(adminTokenPath(settings));
  return startAdminServer({
    app,
    token,
    publicUrl,
    dataDir: data,
    port: adminPort,
    assets: await buildOperatorAssets(),
    adminHost: settings.adminHost,
    adminUrl: settings.adminUrl,
    isInsecureAllowed: settings.adminInsecure,
    trustedProxies: settings.trustedProxies,
  });
}
