/** Opens the app with interfaces of other services on, and sends it requests without a socket. */
import { rmSync } from "node:fs";
import type { NewKey } from "../../../src/accounts/key-store.ts";
import { type AppOptions, createApp } from "../../../src/app.ts";
import { INTERFACE_NAMES } from "../../../src/base/setting-values.ts";
import { openKeyStore } from "../stores/open-key-store.ts";
import { makeDataFolder, ORIGIN } from "./http-harness.ts";

interface InterfaceRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of the client. */
  readonly address?: string;
}

/** Key that is open to all, unless other settings are given; with `null` there is none. */
type OpenKeySettings = (Partial<NewKey> & { readonly isToAll?: boolean }) | null;

export interface InterfaceHarness {
  readonly app: ReturnType<typeof createApp>;
  readonly openKeyId: number | undefined;
  ask(path: string, request?: InterfaceRequest): Promise<Response>;
  /** Creates a key; returns its token. */
  issue(settings: Partial<NewKey>): string;
  readonly keys: ReturnType<typeof openKeyStore>;
  close(): void;
}

/** Serves a data folder, by default with the fixture; removes it at the end. */
export function openInterfaces(
  openKey: OpenKeySettings = {},
  options: Partial<AppOptions> = {},
): InterfaceHarness {
  const { dataDir = makeDataFolder() } = options;
  const keys = openKeyStore(dataDir);
  const { isToAll = true, ...settings } = openKey ?? {};
  const defaults = { name: "test", kind: "link", ratePerMinute: 1_000_000 } as const;
  const issued = openKey === null ? undefined : keys.create({ ...defaults, ...settings });
  const open = issued && { id: issued.key.id, isToAll };
  const app = createApp({ interfaces: INTERFACE_NAMES, openKey: open, ...options, dataDir });
  return {
    app,
    keys,
    openKeyId: open?.id,
    async ask(path, { method = "GET", headers = {}, address = "203.0.113.7" } = {}) {
      return await app.fetch(new Request(ORIGIN + path, { method, headers }), () => address);
    },
    issue: (chosen) => keys.create({ ...defaults, ...chosen }).token,
    close() {
      app.close();
      keys.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
