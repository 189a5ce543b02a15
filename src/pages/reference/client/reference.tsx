/** Script of the documentation; without it, everything can be read. */
import { render } from "preact";
import "../../kit/client/base.css";
import "./frame.css";
import "./content.css";
import "./code.css";
import "./overview.css";
import "./search.css";
import "./try-out.css";
import "./guide.css";
import { openAccess } from "../../kit/client/access.ts";
import { readPageData } from "../../kit/client/page-data.ts";
import { activateSiteHeader } from "../../kit/client/site-header.ts";
import type { DocsPageData } from "../page-data.ts";
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
