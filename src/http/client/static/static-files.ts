/** Reads the files of a folder for static hosts: newest version, memory, repeats, and faults with their reason. */
import { FORMAT, LATEST, type LatestFile, PRESENT, type PresentFile } from "../../../static/format.ts";
import type { RequestLike, ResponseLike } from "../client.ts";
import { StaticFilesFailed } from "./static-answers.ts";

type Signal = NonNullable<RequestLike["signal"]> | undefined;

export interface StaticFilesOptions {
  readonly baseUrl: string;
  readonly retries?: number | undefined;
  readonly fetch?: ((url: string, init: RequestLike) => Promise<ResponseLike>) | undefined;
}

/** Files kept in memory: a visitor needs five, a program that looks up a whole country has the nearest ones. */
const MAX_FILES = 256;
/** Statuses after which a request is sent again, as after no answer. */
const REPEATED = [429, 500, 502, 503, 504];
export class StaticFiles {
  readonly #options: StaticFilesOptions;
  readonly #root: string;
  #latest: Promise<LatestFile> | undefined;
  /** Content by path, the one read last at the end. */
  readonly #known = new Map<string, Promise<unknown>>();
  /** Paths, with their folder, that their version does not have. */
  readonly #absent = new Set<string>();

  constructor(options: StaticFilesOptions) {
    this.#options = options;
    this.#root = options.baseUrl.replace(/\/*$/, "/");
  }

  /** Returns the version that is read from. */
  latest(): Promise<LatestFile> {
    this.#latest ??= this.#readLatest().catch((error) => {
      this.#latest = undefined;
      throw error;
    });
    return this.#latest;
  }

  async #readLatest(): Promise<LatestFile> {
    const latest = (await this.#get(LATEST)) as LatestFile | undefined;
    if (typeof latest?.folder !== "string") {
      throw new StaticFilesFailed("damaged", `${this.#root}${LATEST} is no file of baken static.`);
    }
    return checkFormat(latest, this.#root + LATEST);
  }

  /** Reads a file that every version has, and keeps what `convert` makes of it. Throws StaticFilesFailed. */
  async read<T extends { format: number }, R = T>(path: string, convert?: (file: T) => R): Promise<R> {
    const found = await this.#find(path, convert);
    if (found === undefined) {
      const { folder } = await this.latest();
      throw new StaticFilesFailed(
        "damaged",
        `${this.#root}${folder}/${path} is missing or cut off: the upload is not complete.`,
      );
    }
    return found;
  }

  /** Reads a file of addresses or of the grid; undefined when the version has none. Throws StaticFilesFailed. */
  async findListed<T extends { format: number }, R = T>(
    path: string,
    convert?: (file: T) => R,
  ): Promise<R | undefined> {
    const { folder } = await this.latest();
    if (this.#absent.has(`${folder}/${path}`)) {
      return undefined;
    }
    const found = await this.#find(path, convert);
    if (found !== undefined || (await this.read<PresentFile>(PRESENT)).paths.includes(path)) {
      return found ?? this.read(path, convert);
    }
    this.#absent.add(`${folder}/${path}`);
    return undefined;
  }

  /** Reads a file; undefined when it is not there. When its version is gone, reads that of the newest one. */
  async #find<T extends { format: number }, R = T>(
    path: string,
    convert = (file: T) => file as unknown as R,
  ): Promise<R | undefined> {
    const { folder } = await this.latest();
    const found = await this.#once(`${folder}/${path}`, convert);
    if (found !== undefined || !(await this.#isReplaced(folder))) {
      return found;
    }
    return this.#find(path, convert);
  }

  /** Returns true when the version was replaced since it was read, which is then forgotten. */
  async #isReplaced(folder: string): Promise<boolean> {
    const newest = await this.#readLatest();
    this.#latest = Promise.resolve(newest);
    return newest.folder !== folder;
  }

  #once<T extends { format: number }, R>(path: string, convert: (file: T) => R): Promise<R | undefined> {
    const known = this.#known.get(path) as Promise<R | undefined> | undefined;
    const content =
      known ??
      this.#get(path).then((file) =>
        file === undefined ? undefined : convert(checkFormat(file as T, this.#root + path)),
      );
    this.#known.delete(path);
    this.#known.set(path, content);
    if (known === undefined) {
      const forget = () => this.#known.delete(path);
      content.then((found) => found === undefined && forget(), forget);
    }
    if (this.#known.size > MAX_FILES) {
      this.#known.delete(this.#known.keys().next().value!);
    }
    return content;
  }

  /** Returns the value of a JSON file; undefined when there is none: hosts answer with 404, 403 or a page of theirs. */
  async #get(path: string): Promise<unknown> {
    const { retries = 2, fetch = globalThis.fetch as NonNullable<StaticFilesOptions["fetch"]> } =
      this.#options;
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(this.#root + path, { method: "GET", headers: {} }).catch(() => undefined);
      const isAway = response === undefined || REPEATED.includes(response.status);
      if (isAway && attempt >= retries) {
        throw new StaticFilesFailed(
          "away",
          `${this.#root}${path} cannot be read: ${response?.status ?? "no answer"}.`,
        );
      }
      if (!isAway) {
        return response.status === 200 ? response.json().catch(() => undefined) : undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
    }
  }
}

function checkFormat<T extends { readonly format: number }>(file: T, url: string): T {
  if (file.format !== FORMAT) {
    throw new StaticFilesFailed(
      "other-format",
      `${url} has format ${file.format}; this client reads ${FORMAT}.`,
    );
  }
  return file;
}

/** Returns the outcome of `work`, or rejects once the signal is aborted; what is read stays for the next question. */
export function abortable<T>(work: Promise<T>, signal: Signal): Promise<T> {
  if (signal === undefined) {
    return work;
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) {
      onAbort();
    }
    signal.addEventListener("abort", onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
