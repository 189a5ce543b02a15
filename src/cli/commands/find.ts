import { refusalText } from "../../http/refusal-text.ts";
import type { Snapshot } from "../../registry/snapshot.ts";
import { FAITHFUL } from "../../search/collectors.ts";
import { geocodeLine } from "../../search/geocode.ts";
import { searchAdressen } from "../../search/search.ts";
import { command } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { openServed } from "../served-registry.ts";

const SHOWN = 10;

export const find = command({
  name: "find",
  summary: "Find addresses by free text in the data of a folder.",
  positionals: { placeholder: '"<street number place>"', min: 1, max: 20 },
  flags: {
    json: { type: "yes", sentence: "Print the address records as one JSON array." },
    explain: { type: "yes", sentence: "Say how the line was read and scored, on standard error." },
  },
  settings: ["data"],
  run({ positionals, flags, settings }) {
    const { registry, snapshot } = openServed(settings.data);
    const line = positionals.join(" ");
    const { rows, total, explain } = searchAdressen(
      snapshot,
      line,
      { page: 1, perPage: SHOWN },
      { explain: true },
    );
    if (flags.json) printResult(JSON.stringify(rows, null, 2));
    else
      for (const { nummeraanduiding_id, full_address } of rows)
        printResult(`${nummeraanduiding_id}  ${full_address}`);
    if (total > rows.length) printNote(`and ${(total - rows.length).toLocaleString("en")} more`);
    if (total === 0) printNote(reasonFor(snapshot, line));
    const collector = explain?.best[0]?.collector;
    if (collector !== undefined && !FAITHFUL.has(collector))
      printNote(`not found as typed; instead: ${collector}`);
    if (flags.explain && explain !== undefined) printNote(JSON.stringify(explain, null, 2));
    registry.close();
  },
});

function reasonFor(snapshot: Snapshot, line: string): string {
  const found = geocodeLine(snapshot, line);
  return "refusal" in found ? refusalText(found.refusal) : "Nothing found.";
}
