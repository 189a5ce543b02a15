/** Requests with a list that is as long as a URL may be. */
import { MAX_URL_LENGTH } from "../../src/http/pipeline/request-handler.ts";
import type { Random } from "./random.ts";

/** Signs and words that separate values in the lists of some parameter. */
const SEPARATORS = [",", ",", "%2C", "|", ";", "+", "%20OR%20", "%20AND%20", "%26%26"];

/**
 * Repeats the value of a parameter, or the whole parameter, up to the longest URL; at times each value differs from
 * the others. Returns a target without parameters unchanged.
 */
export function repeatList(random: Random, target: string): string {
  const [path, query] = target.split("?", 2) as [string, string?];
  if (query === undefined || query === "") {
    return target;
  }
  const pairs = query.split("&");
  const at = random.integer(0, pairs.length - 1);
  const [name = "", value = ""] = pairs[at]!.split("=", 2);
  const separator = random.oneIn(4) ? `&${name}=` : random.pick(SEPARATORS);
  const differs = random.oneIn(3);
  let list = `${name}=${value}`;
  for (let i = 0; target.length + list.length < MAX_URL_LENGTH - value.length - 20; i++) {
    list += separator + value + (differs ? i : "");
  }
  return `${path}?${pairs.with(at, list).join("&")}`;
}
