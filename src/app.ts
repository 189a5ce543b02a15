/** The composition root: what the parts of a serving process are and how they meet. */
import { type KeyStore, openKeyStore } from "./accounts/key-store.ts";
import { logError, logInfo } from "./base/log.ts";
import { type Answer, createAnswer } from "./http/answer.ts";
import { ENDPOINTS } from "./http/endpoints/index.ts";
import { BASE_PATH } from "./http/interface-version.ts";
import { createOpenApiYaml } from "./http/openapi.ts";
import { openRegistry, type Registry } from "./registry/snapshot.ts";

export interface App {
  /** Answers a request without a socket; a server hands its requests to the same function. */
  readonly fetch: Answer;
  readonly registry: Registry;
  readonly keys: KeyStore;
  close(): void;
}

export interface AppOptions {
  readonly dataDir: string;
  readonly publicUrl?: string | undefined;
}

/** How soon a newly published registry is served. */
const REFRESH_MS = 500;

/** Opens a data folder for serving; it need not hold a registry yet. */
export function createApp({ dataDir, publicUrl }: AppOptions): App {
  const keys = openKeyStore(dataDir);
  const registry = openRegistry(dataDir, (error) => logError("the new registry cannot be served", error));
  let openApiYaml: string | undefined;
  const fetch = createAnswer(ENDPOINTS, {
    registry,
    keys,
    publicUrl,
    openApiYaml: () => (openApiYaml ??= createOpenApiYaml(ENDPOINTS, (publicUrl ?? "") + BASE_PATH)),
  });
  const refreshing = setInterval(() => {
    if (registry.refresh()) logInfo("serving a new registry", { version: registry.current()?.version });
  }, REFRESH_MS);
  refreshing.unref();

  return {
    fetch,
    registry,
    keys,
    close() {
      clearInterval(refreshing);
      registry.close();
      keys.close();
    },
  };
}
