/** Finds the newest file of a kind in Atom feeds: directly, or in the feeds of datasets that a service's feed names. */
import { AppError } from "../../base/errors.ts";
import { refuse } from "../refuse.ts";
import { type AtomLink, readAtomFeed } from "./atom-feed.ts";
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

/**
 * Returns the newest file whose name matches `names`: the highest edition (the number that `names` captures), then
 * the latest update, then the last name. An address that does not end in `.xml` is the file itself; of several feeds
 * the first with a matching file is used. Refuses when there is none.
 */
export async function findNewestFile(
  client: DownloadClient,
  urls: readonly string[],
  namePattern: RegExp,
): Promise<NewestFile> {
  const faults: string[] = [];
  for (const url of urls) {
    if (!/\.xml$/i.test(new URL(url).pathname)) {
      return { url, lengthBytes: undefined };
    }
    try {
      const [newest] = (await listFiles(client, url, namePattern)).sort((a, b) =>
        compareFiles(b, a, namePattern),
      );
      if (newest !== undefined) {
        return newest;
      }
      faults.push(`${url} lists no file whose name matches ${namePattern.source}`);
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      faults.push(error.message);
    }
  }
  return refuse(faults.join("; "));
}

/** Returns the last part of an address's path, the name a browser gives the file. */
export function fileNameOf(url: string): string {
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
  return FILE_RELATIONS.includes(rel) && namePattern.test(fileNameOf(url));
}

function isFeed({ rel, type }: AtomLink): boolean {
  return rel === "alternate" && /^application\/atom\+xml *(;|$)/i.test(type ?? "");
}

function compareFiles(a: AtomLink, b: AtomLink, namePattern: RegExp): number {
  const [nameA, nameB] = [fileNameOf(a.url), fileNameOf(b.url)];
  const editionOf = (name: string) => Number(namePattern.exec(name)?.[1] ?? 0);
  return editionOf(nameA) - editionOf(nameB) || a.updatedMs - b.updatedMs || (nameA < nameB ? -1 : 1);
}

function readFeed(client: DownloadClient, url: string): Promise<AtomLink[]> {
  return client.retry(MAX_FEED_TRIES, async () => {
    const response = await client.open(url);
    if (response.status !== 200) {
      response.cancel();
      refuse(`${url} answered ${response.status}: expected a feed there`);
    }
    const pieces: Uint8Array[] = [];
    let sizeBytes = 0;
    for await (const chunk of response.chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > MAX_FEED_BYTES) {
        refuse(`${url} is larger than a feed can be (${MAX_FEED_BYTES} bytes)`);
      }
      pieces.push(chunk);
    }
    return readAtomFeed(Buffer.concat(pieces), url);
  });
}
