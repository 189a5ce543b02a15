/** Service of a folder of static files; the code that reads them is a file of its own beside this script. */
import type { AddressService, Answer, Suggestions, Unavailable } from "./address-service.ts";
import type { TypedKey } from "./typed-address.ts";

const TIMEOUT_MS = 6_000;

/** Loads the part that reads static files, which is a script of its own. */
export type LoadStaticFiles = () => Promise<{ openStaticFiles(src: string): AddressService }>;

export class StaticService implements AddressService {
  readonly #src: string;
  readonly #load: LoadStaticFiles;
  #opened: Promise<AddressService> | undefined;

  constructor(src: string, load: LoadStaticFiles) {
    this.#src = src;
    this.#load = load;
    this.#open().catch(() => undefined);
  }

  #open(): Promise<AddressService> {
    this.#opened ??= this.#load().then(
      ({ openStaticFiles }) => openStaticFiles(this.#src),
      (error) => {
        this.#opened = undefined;
        throw error;
      },
    );
    return this.#opened;
  }

  lookup(key: TypedKey, signal: AbortSignal): Promise<Answer> {
    return this.#ask(signal, (service, within) => service.lookup(key, within));
  }

  suggest(q: string, signal: AbortSignal): Promise<Suggestions> {
    return this.#ask(signal, (service, within) => service.suggest(q, within));
  }

  recognise(q: string, signal: AbortSignal): Promise<Answer> {
    return this.#ask(signal, (service, within) => service.recognise(q, within));
  }

  prepare(postcode: string): void {
    this.#open().then(
      (service) => service.prepare?.(postcode),
      () => undefined,
    );
  }

  /** Files that cannot be read are as a server that is away; the error tells the developer why. */
  async #ask<T>(
    signal: AbortSignal,
    ask: (service: AddressService, signal: AbortSignal) => Promise<T>,
  ): Promise<T | Unavailable> {
    try {
      return await ask(await this.#open(), AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      return { kind: "unavailable", reason: "away", problem: error as Error };
    }
  }
}
