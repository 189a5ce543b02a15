/** Reads the files of a folder for static hosts: newest version, memory, repeats, and faults with their reason. */
import { FORMAT, LATEST, type LatestFile, PRESENT, type PresentFile } from "../../../static/format.ts";
import type { ResponseLike } from "../client.ts";
import { type StaticClientOptions, StaticFilesFailed, type StaticRequest } from "./static-answers.ts";

/** Maximum files in memory. A visitor needs five; a program that looks up a whole country keeps the files last read. */
const MAX_FILES = 256;
/** Statuses after which a request is sent again, as after no answer. */
const REPEATED = [429, 500, 502, 503, 504];

/** Folder on a host. Answers all questions from one version until that version is removed. */
export class StaticFolder {
  readonly #options: StaticClientOptions;
  #version: Promise<StaticFiles> | undefined;

  constructor(options: StaticClientOptions) {
    this.#options = options;
  }

  /** Answers from the known version, or from a newer one when a file is missing because that version replaced it. */
  async ask<R>(question: (files: StaticFiles) => Promise<R>): Promise<R> {
    this.#version ??= this.#open().catch((error) => {
      this.#version = undefined;
      throw error;
    });
    const version = await this.#version;
    try {
      return await question(version);
    } catch (error) {
      // Browsers keep the pointer that names a removed version for as long as the host allows.
      const newest =
        (error as StaticFilesFailed).reason === "damaged" ? await this.#open("no-cache") : version;
      if (newest.latest.folder === version.latest.folder) {
        throw error;
      }
      this.#version = Promise.resolve(newest);
      return this.ask(question);
    }
  }

  async #open(cache?: StaticRequest["cache"]): Promise<StaticFiles> {
    const root = this.#options.baseUrl.replace(/\/*$/, "/");
    const latest = (await readJson(root + LATEST, this.#options, cache)) as LatestFile | undefined;
    if (typeof latest?.folder !== "string") {
      throw new StaticFilesFailed("damaged", `${root}${LATEST} is not a file of baken static.`);
    }
    return new StaticFiles(root, checkFormat(latest, root + LATEST), this.#options);
  }
}

/** Files of one version. */
export class StaticFiles {
  readonly latest: LatestFile;
  readonly options: StaticClientOptions;
  readonly #root: string;
  /** Content by path, the file last read at the end. */
  readonly #known = new Map<string, Promise<unknown>>();
  /** Paths that the version does not have. */
  readonly #absent = new Set<string>();

  constructor(root: string, latest: LatestFile, options: StaticClientOptions) {
    this.#root = `${root}${latest.folder}/`;
    this.latest = latest;
    this.options = options;
  }

  /** Reads a file that every version has, and keeps what `convert` makes of it. Throws StaticFilesFailed. */
  async read<T extends { format: number }, R = T>(path: string, convert?: (file: T) => R): Promise<R> {
    const found = await this.#find(path, convert);
    if (found === undefined) {
      throw new StaticFilesFailed(
        "damaged",
        `${this.#root}${path} is missing or cut off: the upload is not complete.`,
      );
    }
    return found;
  }

  /** Reads a file of addresses or of the grid; undefined when the version has none. Throws StaticFilesFailed. */
  async findListed<T extends { format: number }, R = T>(
    path: string,
    convert?: (file: T) => R,
  ): Promise<R | undefined> {
    if (this.#absent.has(path)) {
      return undefined;
    }
    const found = await this.#find(path, convert);
    if (found !== undefined || (await this.read<PresentFile>(PRESENT)).paths.includes(path)) {
      return found ?? this.read(path, convert);
    }
    this.#absent.add(path);
    return undefined;
  }

  /** Reads a file; undefined when it is not there. */
  #find<T extends { format: number }, R>(
    path: string,
    convert = (file: T) => file as unknown as R,
  ): Promise<R | undefined> {
    const url = this.#root + path;
    const known = this.#known.get(path) as Promise<R | undefined> | undefined;
    const content =
      known ??
      readJson(url, this.options).then((file) =>
        file === undefined ? undefined : convert(checkFormat(file as T, url)),
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
}

/** Returns the value of a JSON file; undefined without such a file: hosts answer with 404, 403 or their own page. */
async function readJson(
  url: string,
  { retries = 2, fetch = globalThis.fetch as NonNullable<StaticClientOptions["fetch"]> }: StaticClientOptions,
  cache?: StaticRequest["cache"],
): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const request: StaticRequest = { method: "GET", headers: {}, ...(cache && { cache }) };
    const response: ResponseLike | undefined = await fetch(url, request).catch(() => undefined);
    const isAway = response === undefined || REPEATED.includes(response.status);
    if (isAway && attempt >= retries) {
      throw new StaticFilesFailed("away", `${url} cannot be read: ${response?.status ?? "no answer"}.`);
    }
    if (!isAway) {
      return response.status === 200 ? response.json().catch(() => undefined) : undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
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

/** Returns the outcome of `work`, or rejects once the signal is aborted; read files stay for the next question. */
export function abortable<T>(work: Promise<T>, signal: StaticRequest["signal"]): Promise<T> {
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
