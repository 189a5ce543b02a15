/** Pages of docs as HTML: safe for any text, with links that lead to pages of this server. */
import { Marked, type RendererObject, type Tokens } from "marked";
import { escapeHtml, Html, html } from "../../kit/server/html.ts";
import { renderCode } from "./code-panel.ts";

export interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly slug: string;
}

export interface RenderedMarkdown {
  /** Everything below the title. */
  readonly body: Html;
  /** Headings, the title first. */
  readonly headings: readonly Heading[];
}

/** Returns the address of the target of a link in docs; undefined when it is not on this server. */
export type ResolveLink = (target: string) => string | undefined;

export function renderMarkdown(source: string, resolveLink: ResolveLink): RenderedMarkdown {
  const headings = listHeadings(source);
  const slugs = headings.values();
  const marked = new Marked({ renderer: createRenderer(resolveLink, () => slugs.next().value!.slug) });
  return { body: new Html(marked.parse(source, { async: false })), headings };
}

/** Lists the headings of a page in order, the title first, with the slugs by which GitHub links them. */
export function listHeadings(source: string): Heading[] {
  return listParts(source).map(({ heading }) => heading);
}

/** Part of a page: a heading and the plain text below it, up to the next one. */
export interface PagePart {
  readonly heading: Heading;
  readonly text: string;
}

/** Lists the parts of a page in order, the part under the title first. */
export function listParts(source: string): PagePart[] {
  const counts = new Map<string, number>();
  const parts: { heading: Heading; text: string }[] = [];
  for (const token of new Marked().lexer(source)) {
    if (token.type === "heading") {
      parts.push({ heading: toHeading(token as Tokens.Heading, counts), text: "" });
    } else if (parts.length > 0 && token.type !== "html") {
      parts.at(-1)!.text += ` ${plainText(token.raw)}`;
    }
  }
  return parts.map(({ heading, text }) => ({ heading, text: text.replaceAll(/\s+/g, " ").trim() }));
}

function toHeading({ depth, text }: Tokens.Heading, counts: Map<string, number>): Heading {
  const words = withoutLinks(text);
  const slug = slugOf(words);
  const count = counts.get(slug) ?? 0;
  counts.set(slug, count + 1);
  return { depth, text: words.replaceAll("`", ""), slug: count === 0 ? slug : `${slug}-${count}` };
}

function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

/** Returns the words of Markdown without its marks. */
function plainText(markdown: string): string {
  return withoutLinks(markdown).replaceAll(/[`|]|\*\*|^ *-{3,}|^#+ /gm, " ");
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}

function createRenderer(resolveLink: ResolveLink, nextSlug: () => string): RendererObject {
  return {
    heading({ depth, tokens }) {
      const slug = nextSlug();
      const text = new Html(this.parser.parseInline(tokens));
      const anchor = html` <a class="anchor" href="#${slug}" aria-label="#${slug}">#</a>`;
      return depth === 1 ? "" : `<h${depth} id="${escapeHtml(slug)}">${html`${text}${anchor}`}</h${depth}>\n`;
    },
    code: ({ text, lang = "" }) =>
      html`<div class="panel" data-theme="dark"><pre tabindex="0" data-code="${lang}">${renderCode(text, lang)}</pre></div>\n`
        .text,
    link({ href, tokens }) {
      const text = new Html(this.parser.parseInline(tokens));
      return renderLink(href, text, resolveLink).text;
    },
    codespan: ({ text }) => html`<code class="word">${text}</code>`.text,
    image: ({ text }) => escapeHtml(text),
    html: ({ text }) => escapeHtml(text),
    table({ header, rows }) {
      const cells = (row: readonly Tokens.TableCell[], tag: "th" | "td") =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
      const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
      return `<div class="table-scroll" tabindex="0"><table class="table"><thead><tr>${cells(header, "th")}</tr></thead>
<tbody>${body}</tbody></table></div>\n`;
    },
  };
}

function renderLink(target: string, text: Html, resolveLink: ResolveLink): Html {
  if (/^https?:/.test(target)) {
    return html`<a href="${target}" rel="noreferrer">${text}</a>`;
  }
  const address = resolveLink(target);
  return address === undefined
    ? html`<span class="elsewhere" title="${target}">${text}</span>`
    : html`<a href="${address}">${text}</a>`;
}
