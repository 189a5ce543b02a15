import type { MutationTally } from "../../import/update/apply-mutations.ts";
import { deliveryName, formatPeriod } from "../../import/update/delivery.ts";
import { runUpdate, type UpdateResult } from "../../import/update/run-update.ts";
import { ALL_GEMEENTEN } from "../../registry/file/registry-meta.ts";
import { OBJECT_TYPES, TYPE_CODES } from "../../registry/schema/object-types.ts";
import { defineCommand } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { createStderrProgress } from "../progress.ts";
import { describeArea, printProblems, printPublished } from "../registry-lines.ts";

export const update = defineCommand({
  name: "update",
  summary:
    "Apply official mutation deliveries to the current registry, and make the result the current registry.",
  positionals: { placeholder: "<mutation zip>…", completes: "files", min: 1, max: 10_000 },
  flags: {
    "allow-gap": {
      type: "boolean",
      description:
        "Apply deliveries even if deliveries between them are missing; the import log records the gap until the next import.",
    },
  },
  settings: ["data", "keepRegistries"],
  isWatched: () => true,
  async run({ flags, settings, positionals }) {
    const { data: dataDir, keepRegistries } = settings;
    const allowGap = flags["allow-gap"];
    const result = await runUpdate(
      { dataDir, files: positionals, allowGap, keepRegistries },
      createStderrProgress(),
    );
    printReport(result);
    if (result.registry === undefined) {
      printResult(`Nothing to apply: the registry of ${result.referenceDate} remains the current registry.`);
    } else {
      printPublished(dataDir, result.registry, `of ${result.referenceDate}`);
    }
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
  for (const delivery of deliveries) {
    printNote(`applied ${deliveryName(delivery)}: ${formatPeriod(delivery.period)}`);
  }
  for (const { delivery, reason } of skipped) {
    printNote(`skipped ${deliveryName(delivery)}: ${reason}`);
  }
  for (const gap of gaps) {
    printNote(`gap     the mutations of ${formatPeriod(gap)} are missing`);
  }
  if (tallies === undefined) {
    return;
  }
  printTallies(tallies, area);
  printNote("");
  printProblems(report.problems);
}

function printTallies(tallies: NonNullable<UpdateResult["tallies"]>, area: UpdateResult["area"]): void {
  const columns = (Object.keys(COLUMNS) as (keyof MutationTally)[]).filter(
    (column) => column !== "elsewhere" || !area.includes(ALL_GEMEENTEN),
  );
  const headings = columns.map((column) => COLUMNS[column].padStart(16));
  printNote(`\n${"type".padEnd(TYPE_WIDTH)}${headings.join("")}`);
  for (const code of TYPE_CODES) {
    const numbers = columns.map((column) => tallies[code][column].toLocaleString("en").padStart(16));
    printNote(OBJECT_TYPES[code].table.padEnd(TYPE_WIDTH) + numbers.join(""));
  }
  const elsewhere = TYPE_CODES.reduce((sum, code) => sum + tallies[code].elsewhere, 0);
  if (elsewhere > 0) {
    printNote(
      `\nleft out ${elsewhere.toLocaleString("en")} objects outside the area of the registry: ${describeArea(area)}`,
    );
  }
}
