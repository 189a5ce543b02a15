/** Frame of every page of the documentation: navigation and content. */
import { type Html, html } from "../../kit/server/html.ts";
import { renderNavigation } from "./navigation.ts";
import type { View } from "./site.ts";

/** Page without its frame. */
export interface DocsPage {
  /** Path below `/docs`; empty for the overview. */
  readonly path: string;
  readonly title: string;
  readonly content: Html;
}

export function renderFrame(view: View, { path, content }: DocsPage): Html {
  const { texts } = view;
  return html`<div class="frame">
<div class="side">
<div class="tools"><a class="menu-link button small" href="#navigation">${texts.menu}</a><div class="docs-search"></div></div>
<div class="sidebar" id="navigation"><a class="close-link button small" href="#content">${texts.close}</a>
${renderNavigation(view, path)}</div>
</div>
<main id="content" tabindex="-1">${content}</main>
</div>`;
}
