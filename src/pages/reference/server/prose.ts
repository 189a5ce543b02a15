/** English text of the OpenAPI document as HTML. */
import { type Html, html } from "../../kit/server/html.ts";
import type { DocsView } from "./site.ts";

/** Renders one line of text with `code` in backticks. */
export function inlineText(text: string): Html {
  const parts = text.split(/(`[^`]+`)/);
  return html`${parts.map((part) => (/^`.+`$/.test(part) ? html`<code class="word">${part.slice(1, -1)}</code>` : part))}`;
}

/** Renders a paragraph of the document, marked as English on a page in another language. */
export function englishText(view: DocsView, text: string, className = ""): Html {
  return html`<p${className && html` class="${className}"`}${englishMark(view)}>${inlineText(text)}</p>`;
}

/** Returns the attribute that marks an element as English, where the page is in another language. */
export function englishMark({ language }: DocsView): Html | false {
  return language !== "en" && html` lang="en"`;
}
