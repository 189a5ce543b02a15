/** Finds the newest file of a kind in Atom feeds: directly, or in the feeds of datasets that a service's feed names. */

import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";
import { AppError } from "../../base/errors.ts";
import { refuseImport } from "../refuse.ts";
import type { DownloadClient } from "./download-client.ts";

export interface NewestFile {
  readonly url: string;
  /** Length that the feed claims, for servers that do not announce it. */
  readonly lengthBytes: number | undefined;
}

const MAX_FEED_BYTES = 8 * 1024 * 1024;
const MAX_FEEDS = 20;
const MAX_FEED_TRIES = 4;
/** Link relations of files in feeds (INSPIRE technical guidance for download services). */
const FILE_RELATIONS = ["alternate", "section", "enclosure"];

/** First year that a template's files are looked for. */
const FIRST_YEAR = 2025;
const MAX_TEMPLATE_REQUESTS = 8;

/**
 * Returns the newest file whose name matches `names`: the highest edition (the number that `names` captures), then
 * the latest update, then the last name. An address that does not end in `.xml` is the file itself, or a template of
 * its name (`listTemplateUrls`). The first address with a file is used. Refuses when there is none.
 */
export async function findNewestFile(
  client: DownloadClient,
  urls: readonly string[],
  namePattern: RegExp,
  thisYear = new Date().getUTCFullYear(),
): Promise<NewestFile> {
  const faults: string[] = [];
  for (const url of urls) {
    const isTemplate = url.includes("{year}");
    if (!isTemplate && !/\.xml$/i.test(new URL(url).pathname)) {
      return { url, lengthBytes: undefined };
    }
    try {
      const newest = isTemplate
        ? await findByTemplate(client, url, thisYear)
        : await findInFeeds(client, url, namePattern);
      if (newest !== undefined) {
        return newest;
      }
      faults.push(
        isTemplate
          ? `no file has a name of ${url}`
          : `${url} lists no file whose name matches ${namePattern.source}`,
      );
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      faults.push(error.message);
    }
  }
  return refuseImport(faults.join("; "));
}

/**
 * Returns the URLs that a template stands for, newest first: `{year}` from this year down to 2025, `{year-1}` the year
 * before it, `{version}` 2 and 1. At most eight.
 */
function listTemplateUrls(template: string, thisYear: number): string[] {
  const urls: string[] = [];
  for (let year = thisYear; year >= FIRST_YEAR; year--) {
    for (const version of ["2", "1"]) {
      const url = template
        .replaceAll("{year}", String(year))
        .replaceAll("{year-1}", String(year - 1))
        .replaceAll("{version}", version);
      urls.push(url);
    }
  }
  return [...new Set(urls)].slice(0, MAX_TEMPLATE_REQUESTS);
}

async function findByTemplate(
  client: DownloadClient,
  template: string,
  thisYear: number,
): Promise<NewestFile | undefined> {
  for (const url of listTemplateUrls(template, thisYear)) {
    if (await client.hasFile(url)) {
      return { url, lengthBytes: undefined };
    }
  }
  return undefined;
}

async function findInFeeds(
  client: DownloadClient,
  url: string,
  namePattern: RegExp,
): Promise<NewestFile | undefined> {
  const files = await listFiles(client, url, namePattern);
  return files.sort((a, b) => compareFiles(b, a, namePattern))[0];
}

/** Returns the last part of an address's path, the name a browser gives the file. */
export function nameOfUrl(url: string): string {
  const [last = ""] = new URL(url).pathname.split("/").slice(-1);
  return last;
}

async function listFiles(client: DownloadClient, url: string, namePattern: RegExp): Promise<AtomLink[]> {
  const links = await readFeed(client, url);
  const files = links.filter((link) => isFile(link, namePattern));
  if (files.length > 0) {
    return files;
  }
  const feeds = new Set(links.filter(isFeed).map((link) => link.url));
  for (const feed of [...feeds].slice(0, MAX_FEEDS)) {
    files.push(...(await readFeed(client, feed)).filter((link) => isFile(link, namePattern)));
  }
  return files;
}

function isFile({ rel, url }: AtomLink, namePattern: RegExp): boolean {
  return FILE_RELATIONS.includes(rel) && namePattern.test(nameOfUrl(url));
}

function isFeed({ rel, type }: AtomLink): boolean {
  return rel === "alternate" && /^application\/atom\+xml *(;|$)/i.test(type ?? "");
}

function compareFiles(a: AtomLink, b: AtomLink, namePattern: RegExp): number {
  const [nameA, nameB] = [nameOfUrl(a.url), nameOfUrl(b.url)];
  const editionOf = (name: string) => Number(namePattern.exec(name)?.[1] ?? 0);
  return editionOf(nameA) - editionOf(nameB) || a.updatedMs - b.updatedMs || (nameA < nameB ? -1 : 1);
}

function readFeed(client: DownloadClient, url: string): Promise<AtomLink[]> {
  return client.retry(MAX_FEED_TRIES, async () => {
    const response = await client.open(url);
    if (response.status !== 200) {
      response.cancel();
      refuseImport(`${url} answered ${response.status}: expected a feed there`);
    }
    const pieces: Uint8Array[] = [];
    let sizeBytes = 0;
    for await (const chunk of response.chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > MAX_FEED_BYTES) {
        refuseImport(`${url} is larger than a feed can be (${MAX_FEED_BYTES} bytes)`);
      }
      pieces.push(chunk);
    }
    return readAtomFeed(Buffer.concat(pieces), url);
  });
}

interface AtomLink {
  /** Absolute URL. */
  readonly url: string;
  /** `alternate` when the feed gives none. */
  readonly rel: string;
  readonly type: string | undefined;
  /** As the feed claims; the file may have been replaced since. */
  readonly lengthBytes: number | undefined;
  /** Update time of its entry, in milliseconds since 1970; 0 when it cannot be parsed. */
  readonly updatedMs: number;
}

const ATOM = "http://www.w3.org/2005/Atom";

/**
 * Reads an Atom feed (RFC 4287), in which Dutch registries announce their files: entries with links and a date. Returns
 * the links of all entries, in the order of the feed. Refuses content that is not a well-formed Atom feed, and any DTD.
 */
export function readAtomFeed(content: Uint8Array, url: string): AtomLink[] {
  const reader = new FeedReader(url);
  const parser = new SaxesParser({ xmlns: true });
  parser.on("doctype", () =>
    refuseImport(`${url} has a document type declaration (DTD); these are never read`),
  );
  parser.on("error", (error) => refuseImport(`${url} is not well-formed XML: ${error.message}`, error));
  parser.on("opentag", (tag) => reader.open(tag));
  parser.on("text", (text) => reader.text(text));
  parser.on("closetag", () => reader.close());
  parser.write(decodeUtf8(content, url)).close();
  return reader.links;
}

function decodeUtf8(content: Uint8Array, url: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (error) {
    return refuseImport(`${url} is not UTF-8 text`, error);
  }
}

/**
 * Collects links from parser events; keeps only the path of open elements, as only direct children of a feed's entry
 * count.
 */
class FeedReader {
  readonly links: AtomLink[] = [];
  readonly #feedUrl: string;
  readonly #path: string[] = [];
  #entry: Omit<AtomLink, "updatedMs">[] = [];
  #updated = "";

  constructor(feedUrl: string) {
    this.#feedUrl = feedUrl;
  }

  open(tag: SaxesTagNS): void {
    if (this.#path.length === 0 && (tag.uri !== ATOM || tag.local !== "feed")) {
      refuseImport(`${this.#feedUrl} is not an Atom feed: it begins with <${tag.name}>`);
    }
    this.#path.push(tag.uri === ATOM ? tag.local : "");
    if (this.#isAt("feed/entry/link")) {
      this.#addLink(tag.attributes);
    }
  }

  text(text: string): void {
    if (this.#isAt("feed/entry/updated")) {
      this.#updated += text;
    }
  }

  close(): void {
    if (this.#isAt("feed/entry")) {
      this.#endEntry();
    }
    this.#path.pop();
  }

  #isAt(path: string): boolean {
    return this.#path.join("/") === path;
  }

  #addLink(attributes: Record<string, SaxesAttributeNS>): void {
    const href = attributes.href?.value ?? "";
    const url = URL.parse(href, this.#feedUrl)?.href;
    if (url === undefined) {
      refuseImport(`${this.#feedUrl} has a link without a usable address: "${href}"`);
    }
    const length = attributes.length?.value ?? "";
    this.#entry.push({
      url,
      rel: attributes.rel?.value ?? "alternate",
      type: attributes.type?.value,
      lengthBytes: /^[1-9]\d{0,14}$/.test(length) ? Number(length) : undefined,
    });
  }

  #endEntry(): void {
    const updatedMs = Date.parse(this.#updated.trim()) || 0;
    for (const link of this.#entry) {
      this.links.push({ ...link, updatedMs });
    }
    this.#entry = [];
    this.#updated = "";
  }
}
