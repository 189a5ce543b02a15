/** Finds the newest file of a kind in Atom feeds: directly, or in the feeds of datasets that a service's feed names. */
import { AppError } from "../base/errors.ts";
import { type AtomLink, readAtomFeed } from "./atom-feed.ts";
import type { Web } from "./download-web.ts";
import { refuse } from "./refuse.ts";

export interface NewestFile {
  readonly address: string;
  /** Length that the feed claims, for servers that do not announce it. */
  readonly lengthBytes: number | undefined;
}

const MAX_FEED_BYTES = 8 * 1024 * 1024;
const MAX_FEEDS = 20;
const FEED_TRIES = 4;
/** Link relations of files in feeds (INSPIRE technical guidance for download services). */
const FILE_RELATIONS = ["alternate", "section", "enclosure"];

/**
 * Returns the newest file whose name matches `names`: the highest edition (the number that `names` captures), then
 * the latest update, then the last name. An address that does not end in `.xml` is the file itself; of several feeds
 * the first with a matching file is used. Refuses when there is none.
 */
export async function findNewest(web: Web, addresses: readonly string[], names: RegExp): Promise<NewestFile> {
  const faults: string[] = [];
  for (const address of addresses) {
    if (!/\.xml$/i.test(new URL(address).pathname)) return { address, lengthBytes: undefined };
    try {
      const [newest] = (await listFiles(web, address, names)).sort((a, b) => compareFiles(b, a, names));
      if (newest !== undefined) return newest;
      faults.push(`${address} names no file like ${names.source}`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push(error.message);
    }
  }
  return refuse(faults.join("; "));
}

/** Returns the last part of an address's path, the name a browser gives the file. */
export function fileNameOf(address: string): string {
  const [last = ""] = new URL(address).pathname.split("/").slice(-1);
  return last;
}

async function listFiles(web: Web, address: string, names: RegExp): Promise<AtomLink[]> {
  const links = await readFeed(web, address);
  const files = links.filter((link) => isFile(link, names));
  if (files.length > 0) return files;
  const feeds = new Set(links.filter(isFeed).map((link) => link.address));
  for (const feed of [...feeds].slice(0, MAX_FEEDS))
    files.push(...(await readFeed(web, feed)).filter((link) => isFile(link, names)));
  return files;
}

function isFile({ rel, address }: AtomLink, names: RegExp): boolean {
  return FILE_RELATIONS.includes(rel) && names.test(fileNameOf(address));
}

function isFeed({ rel, type }: AtomLink): boolean {
  return rel === "alternate" && /^application\/atom\+xml *(;|$)/i.test(type ?? "");
}

function compareFiles(a: AtomLink, b: AtomLink, names: RegExp): number {
  const [nameA, nameB] = [fileNameOf(a.address), fileNameOf(b.address)];
  const editionOf = (name: string) => Number(names.exec(name)?.[1] ?? 0);
  return editionOf(nameA) - editionOf(nameB) || a.updatedMs - b.updatedMs || (nameA < nameB ? -1 : 1);
}

function readFeed(web: Web, address: string): Promise<AtomLink[]> {
  return web.retry(FEED_TRIES, async () => {
    const answer = await web.open(address);
    if (answer.status !== 200) {
      answer.cancel();
      refuse(`${address} answered ${answer.status}: expected a feed there`);
    }
    const pieces: Uint8Array[] = [];
    let sizeBytes = 0;
    for await (const chunk of answer.chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > MAX_FEED_BYTES)
        refuse(`${address} is larger than a feed can be (${MAX_FEED_BYTES} bytes)`);
      pieces.push(chunk);
    }
    return readAtomFeed(Buffer.concat(pieces), address);
  });
}
