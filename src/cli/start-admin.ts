import { join } from "node:path";
import type { Settings } from "../base/settings.ts";
import type { Readiness } from "../http/serving/readiness.ts";
import { buildOperatorAssets } from "../pages/kit/server/assets.ts";
import { type AdminOptions, createAdminHandler } from "../pages/operator/server/admin-handler.ts";
import { type AdminPort, openAdminPort } from "../pages/operator/server/admin-port.ts";
import { openAdminToken } from "../pages/operator/server/admin-token.ts";
import { selfCommand } from "./self-command.ts";

export type AdminSettings = Pick<
  Settings,
  | "data"
  | "adminHost"
  | "adminPort"
  | "adminUrl"
  | "adminNames"
  | "adminTokenFile"
  | "adminInsecure"
  | "publicUrl"
  | "trustedProxies"
>;

export function adminTokenPath({ adminTokenFile, data }: Pick<Settings, "adminTokenFile" | "data">): string {
  return adminTokenFile ?? join(data, "admin-token");
}

/** Opens the admin port, which answers probes only; returns undefined when none is set. */
export function openAdmin(settings: AdminSettings, readiness: Readiness): AdminPort | undefined {
  const { adminHost, adminPort } = settings;
  return adminPort === undefined ? undefined : openAdminPort({ host: adminHost, port: adminPort, readiness });
}

/** Serves metrics and the operator's pages of an app on the admin port. */
export async function attachApp(
  port: AdminPort,
  app: AdminOptions["app"],
  settings: AdminSettings,
  interfaceOrigin: string,
): Promise<void> {
  const { data, publicUrl = interfaceOrigin } = settings;
  port.attach(
    createAdminHandler({
      app,
      token: openAdminToken(adminTokenPath(settings)),
      publicUrl,
      dataDir: data,
      checkCommand: selfCommand(["use", "--check", "--data", data]),
      assets: await buildOperatorAssets(),
      adminHost: settings.adminHost,
      adminUrl: settings.adminUrl,
      adminNames: settings.adminNames,
      isInsecureAllowed: settings.adminInsecure,
      trustedProxies: settings.trustedProxies,
    }),
  );
}
