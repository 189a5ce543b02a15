/** Script of the documentation; without it, everything can be read. */
import { render } from "preact";
import "../style/base.css";
import "./frame.css";
import "./content.css";
import "./code.css";
import "./overview.css";
import "./search.css";
import "./try-out.css";
import "./guide.css";
import type { DocsPageData } from "../../web/reference/page-data.ts";
import { openAccess } from "../shared/access.ts";
import { readPageData } from "../shared/page-data.ts";
import { activateSiteHeader } from "../shared/site-header.ts";
import { addCopyButtons, shareSampleLanguage } from "./code-blocks.ts";
import { followReading, openTarget } from "./reading-position.ts";
import { Search } from "./search.tsx";
import { offerTryOuts } from "./try-out.tsx";

const { baseUrl, searchIndex } = readPageData<DocsPageData>();
activateSiteHeader();
render(<Search index={searchIndex} />, document.querySelector(".docs-search")!);
shareSampleLanguage();
addCopyButtons();
offerTryOuts(openAccess(), baseUrl);
openTarget();
addEventListener("hashchange", openTarget);
followReading();
