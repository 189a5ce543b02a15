import { render } from "preact";
import "../../kit/client/base.css";
import "./map/map.css";
import "./style/layout.css";
import "./style/search.css";
import "./style/card.css";
import "./style/reading.css";
import { activateSiteHeader } from "../../kit/client/site-header.ts";
import { access } from "./ask.ts";
import { reportTrouble } from "./connection.ts";
import { Explorer } from "./explorer.tsx";
import { pageData } from "./page-data.ts";

activateSiteHeader();
if (!pageData.isOpen && access.key() === undefined) {
  reportTrouble({ kind: "key-needed" });
}
render(<Explorer />, document.getElementById("content")!);
