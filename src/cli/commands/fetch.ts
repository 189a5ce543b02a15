import { setPriority } from "node:os";
import { AppError } from "../../base/errors.ts";
import { fetchRegistry } from "../../distribution/fetch-registry.ts";
import type { RegistrySource } from "../../distribution/registry-source.ts";
import { silentProgress } from "../../import/progress.ts";
import { openReadableStore } from "../../storage/open-storage.ts";
import { defineCommand } from "../command.ts";
import { fetchIntoFolder } from "../follow-registry-source.ts";
import { printResult } from "../output.ts";

/** Nice value of a fetch next to a server, whose requests go first. */
const LOW_PRIORITY = 10;

export const fetchPublished = defineCommand({
  name: "fetch",
  summary: "Fetch the registry that publish has put at --registry-source, and make it the current registry.",
  flags: {
    hold: {
      type: "boolean",
      description:
        "Fetch and verify, but leave the current registry; used by serve, which switches to the new one itself.",
    },
  },
  settings: ["data", "registrySource", "registryKey", "keepRegistries"],
  isWatched: ({ flags }) => !flags.hold,
  async run({ flags, settings }) {
    const { data, registrySource, registryKey } = settings;
    if (registrySource === undefined) {
      throw new AppError("usage", "--registry-source is required: where publish has put the registry.");
    }
    if (flags.hold) {
      const store = openReadableStore(registrySource);
      return await fetchBesideServer({ dataDir: data, store, registryKey });
    }
    await fetchIntoFolder({ ...settings, registrySource });
  },
});

/** Prints the manifest of the fetched registry. Ends when the server that started it has ended. */
async function fetchBesideServer(source: RegistrySource): Promise<void> {
  setPriority(LOW_PRIORITY);
  const serverEnded = (async () => {
    for await (const _ of process.stdin) {
      // Nothing is sent: the stream ends with the server.
    }
    throw new AppError("unavailable", "The server that asked for the registry has ended.");
  })();
  const { manifest } = await Promise.race([fetchRegistry(source, silentProgress), serverEnded]);
  printResult(JSON.stringify(manifest));
}
