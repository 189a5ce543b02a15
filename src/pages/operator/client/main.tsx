import "../../kit/client/base.css";
import "../../kit/client/site-header.css";
import "./operator.css";
import "./form.css";
import "./table.css";
import "./chart.css";
import { render } from "preact";
import { Operator } from "./operator.tsx";

render(<Operator />, document.getElementById("app")!);
