/** Tests that the style sheets of the pages have no rules for unused classes. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Glob } from "bun";

const PAGES = "src/pages";
const read = (path: string) => readFileSync(`${PAGES}/${path}`, "utf8");
const pageOf = (path: string) => path.split("/")[0]!;
const sheets = [...new Glob("**/*.css").scanSync(PAGES)];
const sources = [...new Glob("**/*.{ts,tsx}").scanSync(PAGES)].filter((path) => !path.endsWith(".test.ts"));
/** Words in each page's sources. For a word made of a beginning and a value, such as `part-${part}`, the beginning. */
const words = Map.groupBy(
  sources.flatMap((path) =>
    (read(path).match(/[a-zA-Z][\w-]*(?:\$\{)?/g) ?? []).map((word) => ({ path, word })),
  ),
  ({ path }) => pageOf(path),
);

/** Returns the classes of a style sheet that occur neither in the sources of its page nor in the kit. */
function unusedClasses(sheet: string): string[] {
  const page = pageOf(sheet);
  const used = page === "kit" ? [...words.values()].flat() : [...words.get(page)!, ...words.get("kit")!];
  const names = new Set(used.map(({ word }) => word));
  const beginnings = [...names].filter((word) => word.endsWith("${")).map((word) => word.slice(0, -2));
  const selectors = read(sheet)
    .replaceAll(/\/\*.*?\*\//gs, "")
    .match(/[^{};]+(?=\{)/g);
  const classes = selectors!.flatMap((selector) => selector.match(/(?<=\.)[a-zA-Z][\w-]*/g) ?? []);
  return [...new Set(classes)].filter(
    (name) =>
      !name.startsWith("maplibregl-") &&
      !names.has(name) &&
      !beginnings.some((beginning) => name.startsWith(beginning)),
  );
}

test.each(sheets)("%s has no rule for a class that nothing has", (sheet) => {
  expect(unusedClasses(sheet)).toEqual([]);
});
