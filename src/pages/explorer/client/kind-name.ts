import { texts } from "./texts.ts";
import { isArea, type View } from "./view.ts";

/** Returns the name of a view's kind in the language of the page. */
export function kindNameOf(view: NonNullable<View>): string {
  return isArea(view) ? texts.area : texts.kinds[view.kind];
}
