/** Fetches the registry that `publish` has put at --registry-source: once, or for as long as a server runs. */
import type { RunningAccounts } from "../accounts/open-accounts.ts";
import type { Settings } from "../base/settings.ts";
import { formatStorageLocation, type StorageLocation } from "../base/storage-location.ts";
import { fetchRegistry, makeCurrent } from "../distribution/fetch-registry.ts";
import { followSource, type SourceFollower } from "../distribution/follow-source.ts";
import { openRollout } from "../distribution/open-rollout.ts";
import type { Readiness } from "../http/serving/readiness.ts";
import { openReadableStore } from "../storage/open-storage.ts";
import { printResult } from "./output.ts";
import { printPublished } from "./print-published.ts";
import { createStderrProgress } from "./progress.ts";
import { selfCommand } from "./self-command.ts";

type SourceSettings = Pick<Settings, "data" | "keepRegistries" | "registrySource" | "registryKey">;

/** Fetches the published registry and makes it current; only in a process that does not serve yet. */
export async function fetchIntoFolder({
  data,
  registrySource,
  registryKey,
  keepRegistries,
}: SourceSettings & { registrySource: StorageLocation }): Promise<void> {
  const source = { dataDir: data, store: openReadableStore(registrySource), registryKey };
  const { state, manifest } = await fetchRegistry(source, createStderrProgress());
  if (state === "current") {
    return printResult(`The current registry of ${data} is the published one, of ${manifest.date}.`);
  }
  const name = makeCurrent(data, manifest, keepRegistries);
  printPublished(data, name, `of ${manifest.date} is now the current registry.`);
}

/** Follows the source of a server; returns undefined when it has none. */
export function startFollower(
  {
    data,
    keepRegistries,
    registrySource,
    registryKey,
    registrySwitchWait,
  }: SourceSettings & Pick<Settings, "registrySwitchWait">,
  readiness: Readiness,
  accounts: RunningAccounts,
): SourceFollower | undefined {
  if (registrySource === undefined) {
    return undefined;
  }
  // Credentials are checked before the server says that it has started.
  openReadableStore(registrySource);
  const source = formatStorageLocation(registrySource);
  let release: (() => void) | undefined;
  return followSource({
    dataDir: data,
    source: registrySource,
    registryKey,
    keepRegistries,
    fetchCommand: selfCommand([
      ...["fetch", "--hold", "--data", data, "--registry-source", source],
      ...(registryKey === undefined ? [] : ["--registry-key", registryKey]),
    ]),
    rollout: openRollout(accounts, registrySwitchWait),
    onBehind(isBehind) {
      release?.();
      release = isBehind ? readiness.hold("fetching the registry that the other servers serve") : undefined;
    },
  });
}
