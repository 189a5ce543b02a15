/**
 * The form component for shops that bundle it, `baken-client/form`: the address of the server is in `base-url`. On a
 * machine without a DOM it does nothing, so that pages may be rendered there.
 */
import { defineBakenAddress } from "./component/baken-address.ts";

export type * from "./component/public-types.ts";

defineBakenAddress({ root: undefined, loadStaticFiles: () => import("./static-files.ts") });
