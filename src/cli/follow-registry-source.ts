/** Fetches the registry that `publish` has put at --registry-source: once, or for as long as a server runs. */
import type { RunningAccounts } from "../accounts/open-accounts.ts";
import type { Settings } from "../base/settings.ts";
import { formatStorageLocation, type StorageLocation } from "../base/storage-location.ts";
import { fetchRegistry, makeCurrent } from "../distribution/fetch-registry.ts";
import { type FollowerOptions, followSource, type SourceFollower } from "../distribution/follow-source.ts";
import { openRollout } from "../distribution/open-rollout.ts";
import { describeSuperseded } from "../distribution/registry-source.ts";
import type { Readiness } from "../http/serving/readiness.ts";
import { describePin, findPin } from "../registry/file/use-log.ts";
import { openReadableStore } from "../storage/open-storage.ts";
import { printNote, printResult } from "./output.ts";
import { createStderrProgress } from "./progress.ts";
import { printPublished } from "./registry-lines.ts";
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
  const superseded = describeSuperseded(manifest);
  if (superseded !== undefined) {
    printNote(superseded);
  }
  if (state === "current") {
    return printResult(`The current registry of ${data} is the published one, of ${manifest.date}.`);
  }
  const pin = findPin(data);
  if (pin !== undefined) {
    return printResult(
      `The registry of ${manifest.date} is fetched, but not current: ${describePin(pin)}. Use that one without --pin, then fetch again.`,
    );
  }
  const name = makeCurrent(data, manifest, keepRegistries);
  printPublished(data, name, `of ${manifest.date}`);
}

interface FollowedServer extends Pick<FollowerOptions, "servedFile"> {
  readonly readiness: Readiness;
  readonly accounts: RunningAccounts;
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
  { readiness, accounts, servedFile }: FollowedServer,
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
    servedFile,
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
