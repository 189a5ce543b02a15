import { render } from "preact";
import "../style/base.css";
import "../map/map.css";
import "./style/layout.css";
import "./style/search.css";
import "./style/card.css";
import "./style/reading.css";
import { activateSiteHeader } from "../shared/site-header.ts";
import { Explorer } from "./explorer.tsx";

activateSiteHeader();
render(<Explorer />, document.getElementById("content")!);
