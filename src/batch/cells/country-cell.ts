/** Tells the Netherlands from other countries, by name or code. */
import { nameKey } from "../../registry/schema/name-key.ts";

const LANGUAGES = ["nl", "en", "de", "fr"];
const NETHERLANDS = new Set([
  "nl",
  "nld",
  "ned",
  "holland",
  "the netherlands",
  "koninkrijk der nederlanden",
  "kingdom of the netherlands",
  "netherland",
  "528",
]);
/** Other names and codes than those of ISO 3166 and its translations. */
const OTHERS =
  "belgie belgium bel deu ger brd duitsland fra frankrijk gbr uk engeland england groot brittannie lux aut che esp ita usa vs deutschland osterreich espana italia polska pol";
const MAX_LENGTH = 60;

const known = new Map<string, boolean>();

/** Names of all countries in four languages, true for the Netherlands; made at first use in some milliseconds. */
function namesOfCountries(): ReadonlyMap<string, boolean> {
  if (known.size > 0) {
    return known;
  }
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const code of codes.filter((each) => names.of(each) !== undefined && each !== "ZZ")) {
      known.set(nameKey(names.of(code)!), code === "NL");
      known.set(code.toLowerCase(), code === "NL");
    }
  }
  for (const name of OTHERS.split(" ")) {
    known.set(name, false);
  }
  for (const name of NETHERLANDS) {
    known.set(name, true);
  }
  return known;
}

/** Returns true for a name or code of the Netherlands, false for one of another country, else `undefined`. */
export function isNetherlands(text: string): boolean | undefined {
  if (text.length > MAX_LENGTH) {
    return undefined;
  }
  return namesOfCountries().get(nameKey(text).replace(/[.()]/g, "").trim());
}
