/** Service of a folder of static files; the code that reads them is a file of its own beside this script. */
import type { AddressService, Unavailable } from "./address-service.ts";

const TIMEOUT_MS = 6_000;

/** Loads the part that reads static files, which is a script of its own. */
export type LoadStaticFiles = () => Promise<{ openStaticFiles(src: string): AddressService }>;

export function createStaticService(src: string, load: LoadStaticFiles): AddressService {
  let opened: Promise<AddressService> | undefined;
  const open = () => {
    opened ??= load().then(
      ({ openStaticFiles }) => openStaticFiles(src),
      (error) => {
        opened = undefined;
        throw error;
      },
    );
    return opened;
  };

  /** Treats files that cannot be read as a server that is away; the error tells the developer why. */
  async function ask<T>(
    signal: AbortSignal,
    ask: (service: AddressService, signal: AbortSignal) => Promise<T>,
  ): Promise<T | Unavailable> {
    try {
      return await ask(await open(), AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      return { kind: "unavailable", reason: "away", problem: error as Error };
    }
  }

  open().catch(() => undefined);
  return {
    lookup: (key, signal) => ask(signal, (service, within) => service.lookup(key, within)),
    suggest: (q, signal) => ask(signal, (service, within) => service.suggest(q, within)),
    recognise: (q, signal) => ask(signal, (service, within) => service.recognise(q, within)),
    prepare(postcode) {
      open()
        .then((service) => service.prepare?.(postcode))
        .catch(() => undefined);
    },
  };
}
