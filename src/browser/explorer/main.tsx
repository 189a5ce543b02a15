import { render } from "preact";
import "../style/base.css";
import { activateSiteHeader } from "../shared/site-header.ts";

/** Placeholder of the explorer. */
function Explorer() {
  return <p>baken</p>;
}

activateSiteHeader();
render(<Explorer />, document.getElementById("content")!);
