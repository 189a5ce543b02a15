/** Compares the output that a page shows with what a sample printed, by fields. */

/** Matches any text, as a field or as a whole line. */
const ANY = "…";

/** Returns the first difference; undefined when the output has every field shown. */
export function differenceOf(language: string, shown: string, printed: string): string | undefined {
  return language === "json"
    ? differenceOfJson(JSON.parse(shown), parseJson(printed), "")
    : differenceOfLines(linesOf(shown), linesOf(printed));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The page shows JSON, the sample printed: ${text.slice(0, 500)}`);
  }
}

/** Objects may have more members, and lists more items, than the page shows. */
function differenceOfJson(shown: unknown, printed: unknown, path: string): string | undefined {
  if (typeof shown !== "object" || shown === null) {
    return isSame(String(shown), String(printed)) ? undefined : `${path}: ${shown} is ${printed}`;
  }
  if (typeof printed !== "object" || printed === null) {
    return `${path} is ${printed}`;
  }
  for (const [name, value] of Object.entries(shown)) {
    const found = differenceOfJson(value, (printed as Record<string, unknown>)[name], `${path}/${name}`);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function linesOf(text: string): string[][] {
  const lines = text.trim().split("\n");
  return lines.map((line) => line.trim().split(/\s+/));
}

/** A line `…` matches any number of lines; columns may have other widths. */
function differenceOfLines(shown: readonly string[][], printed: readonly string[][]): string | undefined {
  let at = 0;
  let maySkip = false;
  for (const line of shown) {
    if (line.length === 1 && line[0] === ANY) {
      maySkip = true;
      continue;
    }
    const found = printed.findIndex((other, i) => i >= at && isSameLine(line, other));
    if (found < 0 || (found > at && !maySkip)) {
      return `"${line.join(" ")}" is "${(printed[at] ?? ["missing"]).join(" ")}"`;
    }
    at = found + 1;
    maySkip = false;
  }
  return at < printed.length && !maySkip ? `"${printed[at]!.join(" ")}" is missing from the page` : undefined;
}

function isSameLine(shown: readonly string[], printed: readonly string[]): boolean {
  return shown.length === printed.length && shown.every((field, i) => isSame(field, printed[i]!));
}

function isSame(shown: string, printed: string): boolean {
  const parts = shown.split(ANY).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(printed);
}
