/** Things that a whole line names: a postcode, an area by its code, a place by its name. */
import { readPostcode } from "../../../kit/client/address-line.ts";
import { type Ask, createAsk } from "../../../kit/client/ask.ts";
import { viewOfIdentificatie } from "../../view.ts";
import { openView, pointView } from "../navigation.tsx";
import { hasNumber, plainName, recogniseCode } from "./recognise.ts";
import { recognisePoint } from "./recognise-point.ts";
import { type PostcodeRange, rangeOf, type ShownSuggestion, suggestSpecial } from "./suggestions.ts";

/** Returns the suggestions whose whole name or code equals the line. Of several with one name the first is closest. */
export function namedBy(line: string, list: readonly ShownSuggestion[]): readonly ShownSuggestion[] {
  const key = plainName(line);
  return list.filter(({ view, label }) => view.id === line || plainName(label) === key);
}

/**
 * Opens the object that a typed line names, else the search for the line. Opens nothing once `isWanted` returns false:
 * the visitor no longer waits for it.
 */
export async function openLine(line: string, isWanted: () => boolean): Promise<void> {
  const point = recognisePoint(line);
  const identified = point === undefined ? viewOfIdentificatie(line) : pointView(point);
  const postcode = readPostcode(line);
  if (identified !== undefined || postcode !== undefined) {
    openView(identified ?? { kind: "postcode", id: postcode! });
    return;
  }
  const isName = recogniseCode(line) !== undefined || !hasNumber(line);
  const named = isName ? await findNamed(line) : undefined;
  if (isWanted()) {
    openView(named?.view ?? { kind: "line", id: line });
  }
}

/** Returns the existing postcode that a line begins with, for a line that is not found as a whole. */
export async function postcodeIn(ask: Ask, line: string): Promise<PostcodeRange | undefined> {
  const [first] = /^[1-9]\d{3}\s?[a-z]{2}\b/i.exec(line) ?? [];
  return first === undefined ? undefined : await rangeOf(ask, readPostcode(first)!);
}

async function findNamed(line: string): Promise<ShownSuggestion | undefined> {
  try {
    return namedBy(line, await suggestSpecial(createAsk(new AbortController().signal), line))[0];
  } catch {
    // The search for the line meets the same trouble and shows it.
    return undefined;
  }
}
