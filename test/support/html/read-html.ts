/** Reads HTML as a browser would: its ids, its links and its text. */

export interface ReadHtml {
  readonly ids: ReadonlySet<string>;
  /** Values of href, in order. */
  readonly links: readonly string[];
  /** Names of the elements that occur. */
  readonly elements: ReadonlySet<string>;
  /** Names of the attributes that occur. */
  readonly attributes: ReadonlySet<string>;
  /** Text of all elements; white space is single spaces. */
  readonly text: string;
}

/** Elements within a line of text. */
const INLINE = new Set(["a", "code", "em", "kbd", "span", "strong", "wbr"]);

export function readHtml(source: string): ReadHtml {
  const ids = new Set<string>();
  const links: string[] = [];
  const elements = new Set<string>();
  const attributes = new Set<string>();
  let text = "";
  const rewriter = new HTMLRewriter().on("*", {
    element(element) {
      if (!INLINE.has(element.tagName)) {
        text += " ";
      }
      elements.add(element.tagName);
      for (const [name, value] of element.attributes) {
        attributes.add(name);
        if (name === "id") {
          ids.add(decode(value));
        }
        if (name === "href") {
          links.push(decode(value));
        }
      }
    },
    text(chunk) {
      text += chunk.text;
    },
  });
  rewriter.transform(source);
  return { ids, links, elements, attributes, text: decode(text).replaceAll(/\s+/g, " ") };
}

/** Decodes the references that the pages use. */
function decode(text: string): string {
  const named: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: "\u00a0" };
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (reference, code?: string, name?: string) =>
    code === undefined ? (named[name!] ?? reference) : String.fromCodePoint(Number(code)),
  );
}
