/** Script of the documentation; without it, everything can be read. */
import "../../kit/client/base.css";
import "./frame.css";
import "./content.css";
import "./code.css";
import "./overview.css";
import "./search.css";
import "./try-out.css";
import "./guide.css";
import "../../kit/client/site-header.css";
import { render } from "preact";
import { openAccess } from "../../kit/client/access.ts";
import { activateSiteHeader, readPageData } from "../../kit/client/preferences.ts";
import type { DocsPageData } from "../page-data.ts";
import { addCopyButtons, shareSampleLanguage } from "./code-blocks.ts";
import { Search } from "./search.tsx";
import { offerTryOuts } from "./try-out.tsx";

/** Height in the window at which a place counts as being read. */
const READING_LINE_PX = 120;

/** Marks the link of the operation or heading that is at the top of the window. */
function followReading(): void {
  const links = new Map<string, HTMLAnchorElement>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>(
    ".navigation details[open] li a, .contents a",
  )) {
    links.set(link.hash.slice(1), link);
  }
  const places = [...links.keys()].map((id) => document.getElementById(decodeURIComponent(id)));
  const watched = places.filter((place) => place !== null);
  const mark = () => {
    const passed = watched.filter((place) => place.getBoundingClientRect().top <= READING_LINE_PX);
    for (const [id, link] of links) {
      link.classList.toggle("is-here", id === passed.at(-1)?.id);
    }
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

const { baseUrl, searchIndex } = readPageData<DocsPageData>();
activateSiteHeader();
render(<Search index={searchIndex} />, document.querySelector(".docs-search")!);
shareSampleLanguage();
addCopyButtons();
offerTryOuts(openAccess(), baseUrl);
followReading();
