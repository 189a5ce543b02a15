import { render } from "preact";
import "../style/base.css";

/** Placeholder of the explorer. */
function Explorer() {
  return <main>baken</main>;
}

render(<Explorer />, document.getElementById("app")!);
