/** The form component as a server or a folder of static files serves it: it finds both by its own address. */
import { defineBakenAddress } from "./component/baken-address.ts";

const STATIC_SCRIPT = "baken-static.js";

defineBakenAddress({
  root: new URL("..", import.meta.url).href,
  loadStaticFiles: () => import(new URL(STATIC_SCRIPT, import.meta.url).href),
});
