/** Reads the Atom feeds (RFC 4287) in which Dutch registries announce their files: entries with links and a date. */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";
import { refuse } from "../refuse.ts";

export interface AtomLink {
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
 * Returns the links of all entries, in the order of the feed. Refuses content that is not a well-formed Atom feed,
 * and any DTD.
 */
export function readAtomFeed(content: Uint8Array, url: string): AtomLink[] {
  const reader = new FeedReader(url);
  const parser = new SaxesParser({ xmlns: true });
  parser.on("doctype", () => refuse(`${url} has a document type declaration (DTD); these are never read`));
  parser.on("error", (error) => refuse(`${url} is not well-formed XML: ${error.message}`, error));
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
    return refuse(`${url} is not UTF-8 text`, error);
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
      refuse(`${this.#feedUrl} is not an Atom feed: it begins with <${tag.name}>`);
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
      refuse(`${this.#feedUrl} has a link without a usable address: "${href}"`);
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
