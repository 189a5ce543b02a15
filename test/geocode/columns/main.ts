/**
 * Prints how geocoding recognises the columns of header sets:
 *
 *   bun test/geocode/columns/main.ts [WORDS] [--sets FILE] [--seed 1] [--rows 300] [--split-every 2]
 *
 * With words, only the sets with them in their name, with what is said of their columns and the rows that went wrong.
 * `--sets` takes those of another module; `--split-every 40` gives letters, additions or siblings to one row in 40 only.
 */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openRegistry } from "../../../src/registry/file/open-registry.ts";
import type { Snapshot } from "../../../src/registry/file/snapshot.ts";
import { HEADER_SETS } from "../../support/columns/all-sets.ts";
import {
  type AnsweredRow,
  type ColumnFile,
  createFileWriter,
  judgeColumns,
} from "../../support/columns/column-file.ts";
import { geocodeColumns } from "../../support/columns/geocode-columns.ts";
import type { HeaderSet } from "../../support/columns/header-set.ts";
import { readPlaces } from "../../support/columns/places.ts";
import { makeDemoFolder, makeWeespFolder } from "../../support/countries/import-data-folders.ts";

const MAX_SHOWN = 12;

interface Country {
  readonly snapshot: Snapshot;
  readonly write: (set: HeaderSet) => ColumnFile;
  readonly labels: ReadonlyMap<string, string>;
  close(): void;
}

function openCountry(dataDir: string): Country {
  const registry = openRegistry(dataDir);
  const places = readPlaces(dataDir);
  const labels = places.map(
    (a) => [a.id, `${a.street} ${a.number}|${a.letter}|${a.addition}, ${a.postcode} ${a.city}`] as const,
  );
  return {
    snapshot: registry.current()!,
    write: createFileWriter(places, draw),
    labels: new Map(labels),
    close() {
      registry.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

const print = (line: string) => process.stdout.write(`${line}\n`);

function showFaults(file: ColumnFile, answers: readonly AnsweredRow[], { labels }: Country): void {
  let shown = 0;
  for (const [row, expected] of file.expected.entries()) {
    const { match, id } = answers[row + answers.length - file.rows.length - (file.set.below?.length ?? 0)]!;
    const isRight =
      match === "exact" || match === "corrected" ? expected.ids.includes(id) : !expected.isNamed;
    if (!isRight && shown++ < MAX_SHOWN) {
      print(`    row ${row}: ${file.rows[row]!.join(" | ")}\n      ${match} ${labels.get(id) ?? ""}`);
    }
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: "string" },
    seed: { type: "string", default: "1" },
    rows: { type: "string", default: "300" },
    "split-every": { type: "string", default: "2" },
  },
});
const draw = {
  seed: Number(values.seed),
  rows: Number(values.rows),
  splitEvery: Number(values["split-every"]),
};
const wanted = positionals.join(" ");
const given: readonly HeaderSet[] =
  values.sets === undefined
    ? HEADER_SETS
    : Object.values((await import(resolve(values.sets))) as Record<string, readonly HeaderSet[]>).flat();
const sets = given.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
const weesp = openCountry(await makeWeespFolder());
const demo = openCountry(await makeDemoFolder(20_000));
const total = { rows: 0, right: 0, wronglyExact: 0, wrong: 0, several: 0, none: 0, unnamed: 0 };
print("right  exact!  wrong  several  none  (not named)  set");
for (const set of sets) {
  const country = set.country === "demo" ? demo : weesp;
  const file = country.write(set);
  const { answers, said } = await geocodeColumns(country.snapshot, file);
  const counts = judgeColumns(file, answers);
  for (const key of Object.keys(total) as (keyof typeof total)[]) {
    total[key] += counts[key];
  }
  const { right, wronglyExact, wrong, several, none, unnamed } = counts;
  const numbers = [right, wronglyExact, wrong, several, none, unnamed].map((n) => `${n}`.padStart(5));
  print(`${numbers.join("  ")}  ${set.name}`);
  if (wanted !== "") {
    print(said.map((line) => `    ${line}`).join("\n"));
    showFaults(file, answers, country);
  }
}
print(JSON.stringify({ sets: sets.length, ...total }));
weesp.close();
demo.close();
