import type { MutationTally } from "../../import/update/apply-mutations.ts";
import { deliveryName, formatPeriod } from "../../import/update/delivery.ts";
import { runUpdate, type UpdateResult } from "../../import/update/run-update.ts";
import { OBJECT_TYPES, TYPE_CODES } from "../../registry/object-types.ts";
import { COUNTRY } from "../../registry/registry-meta.ts";
import { nameArea } from "../area-text.ts";
import { command } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { standardProgress } from "../progress.ts";
import { printTroubles } from "../trouble-report.ts";

export const update = command({
  name: "update",
  summary:
    "Apply official mutation deliveries to the current registry, and make the result the one that serves.",
  positionals: { placeholder: "<mutation zip>…", min: 1, max: 10_000 },
  flags: {
    "allow-gap": {
      type: "yes",
      sentence:
        "Apply deliveries even where those between are missing; the log keeps the gap until the next import.",
    },
  },
  settings: ["data", "keepRegistries"],
  async run({ flags, settings, positionals }) {
    const { data: dataDir, keepRegistries } = settings;
    const allowGap = flags["allow-gap"];
    const result = await runUpdate(
      { dataDir, files: positionals, allowGap, keepRegistries },
      standardProgress(),
    );
    printReport(result);
    printResult(
      result.registry === undefined
        ? `Nothing to apply: the registry of ${result.referenceDate} stays the current one.`
        : `${dataDir}/${result.registry} of ${result.referenceDate} is now the current registry.`,
    );
  },
});

const COLUMNS = {
  toevoeging: "toevoegingen",
  wijziging: "wijzigingen",
  verwijdering: "verwijderingen",
  elsewhere: "elsewhere",
  made: "made",
  changed: "changed",
  removed: "removed",
} as const satisfies Record<keyof MutationTally, string>;
const TYPE_WIDTH = 18;

function printReport({ deliveries, skipped, gaps, area, tallies, report }: UpdateResult): void {
  printNote("");
  for (const delivery of deliveries)
    printNote(`applied ${deliveryName(delivery)}: ${formatPeriod(delivery.period)}`);
  for (const { delivery, reason } of skipped) printNote(`skipped ${deliveryName(delivery)}: ${reason}`);
  for (const gap of gaps) printNote(`gap     the mutations of ${formatPeriod(gap)} are missing`);
  if (tallies === undefined) return;
  printTallies(tallies, area);
  printNote("");
  printTroubles(report.troubles);
}

function printTallies(tallies: NonNullable<UpdateResult["tallies"]>, area: UpdateResult["area"]): void {
  const columns = (Object.keys(COLUMNS) as (keyof MutationTally)[]).filter(
    (column) => column !== "elsewhere" || !area.includes(COUNTRY),
  );
  const headings = columns.map((column) => COLUMNS[column].padStart(16));
  printNote(`\n${"type".padEnd(TYPE_WIDTH)}${headings.join("")}`);
  for (const code of TYPE_CODES) {
    const numbers = columns.map((column) => tallies[code][column].toLocaleString("en").padStart(16));
    printNote(OBJECT_TYPES[code].table.padEnd(TYPE_WIDTH) + numbers.join(""));
  }
  const elsewhere = TYPE_CODES.reduce((sum, code) => sum + tallies[code].elsewhere, 0);
  if (elsewhere > 0)
    printNote(
      `\nleft out ${elsewhere.toLocaleString("en")} objects of elsewhere: the registry is of ${nameArea(area)}`,
    );
}
