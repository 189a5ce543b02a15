import { AppError } from "../../base/errors.ts";
import { describeSuccessors } from "../../batch/column-groups.ts";
import { importCommands } from "../../registry/file/folder-fault.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { describeTestData } from "../../registry/file/test-data.ts";
import type { FormerAdres } from "../../registry/history/former-adressen.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { formatHouseNumber } from "../../registry/schema/full-address.ts";
import { formerRefusal } from "../../search/former.ts";
import { type GeocodeResult, geocodeQuery } from "../../search/geocode.ts";
import { AS_TYPED_COLLECTORS } from "../../search/match/collectors.ts";
import { createQuery, type Query } from "../../search/match/query.ts";
import { listNearestNumbers } from "../../search/nearest-numbers.ts";
import { type Refusal, refusalText } from "../../search/refusal.ts";
import { searchAdressen } from "../../search/search.ts";
import { defineCommand } from "../command.ts";
import { printNote, printResult } from "../output.ts";
import { openServedRegistry } from "../served-registry.ts";

const MAX_SHOWN = 10;

export const find = defineCommand({
  name: "find",
  summary: "Search for addresses by free text in the current registry.",
  positionals: { placeholder: '"<street number place>"', min: 1, max: 20 },
  flags: {
    json: {
      type: "boolean",
      description:
        "Print one JSON object: the address records, their total, and former addresses when the line names one.",
    },
    explain: {
      type: "boolean",
      description: "Print on standard error how the line was interpreted and scored, as JSON.",
    },
  },
  settings: ["data"],
  run({ positionals, flags, settings }) {
    const { registry, snapshot } = openServedRegistry(settings.data);
    const line = positionals.join(" ");
    const request = { page: 1, perPage: MAX_SHOWN, explain: true, former: true };
    const { rows, total, former = [], explain } = searchAdressen(snapshot, line, request);
    if (flags.json) {
      printResult(JSON.stringify({ addresses: rows, total, ...(former.length > 0 && { former }) }, null, 2));
    } else {
      for (const { nummeraanduiding_id, full_address } of rows) {
        printResult(`${nummeraanduiding_id}  ${full_address}`);
      }
    }
    if (total > rows.length) {
      printNote(`and ${(total - rows.length).toLocaleString("en")} more`);
    }
    for (const each of former) {
      printNote(describeFormer(each));
    }
    printTestData(snapshot, settings.data);
    const query = createQuery(snapshot, line);
    const answer = geocodeQuery(query);
    const note = rows.length === 0 ? undefined : describeDifference(answer, explain?.best[0]?.collector);
    if (note !== undefined) {
      printNote(note);
    }
    if (flags.explain && explain !== undefined) {
      printNote(JSON.stringify(explain, null, 2));
    }
    const refusal = total === 0 && former.length === 0 ? explainNoResult(query, answer) : undefined;
    registry.close();
    if (refusal !== undefined) {
      throw new AppError("not_found", refusal);
    }
  },
});

/** Says when the address was withdrawn, and its address today or what replaced it. */
function describeFormer(former: FormerAdres): string {
  const since = refusalText(formerRefusal(former));
  if (former.today !== null) {
    return `${since} Today: ${former.today.full_address}.`;
  }
  const successors = describeSuccessors(former.successors);
  return successors === null ? since : `${since} In its place: ${successors}.`;
}

/** For a registry that is not the country, prints its content and how to load the country. */
function printTestData({ meta }: Snapshot, dataDir: string): void {
  const testData = describeTestData(meta);
  if (testData !== undefined) {
    printNote(`${testData}. To load the country: ${importCommands(dataDir)}`);
  }
}

/** Refusals by which the found addresses differ from the line; the others only say that there are several. */
const DIFFERENCES: readonly Refusal["why"][] = [
  "no such designation",
  "range",
  "other place",
  "other postcode",
  "words not understood",
];

/** Says how the found addresses differ from the line; undefined when they are as typed. */
function describeDifference(answer: GeocodeResult, collector: string | undefined): string | undefined {
  if ("refusal" in answer && DIFFERENCES.includes(answer.refusal.why)) {
    return refusalText(answer.refusal, "addresses above");
  }
  const isAsTyped = collector === undefined || AS_TYPED_COLLECTORS.has(collector);
  return isAsTyped ? undefined : "No address is exactly as typed; these are the closest.";
}

function explainNoResult(query: Query, answer: GeocodeResult): string {
  const refusal = "refusal" in answer ? answer.refusal : undefined;
  const nearest = refusal?.why === "no such number" ? listNearestNumbers(query, refusal.number) : [];
  const reason = [refusal ? refusalText(refusal) : "No address found.", ...describeNearest(nearest)].join(
    " ",
  );
  return query.snapshot.meta.sample === undefined ? reason : `${reason} Only the sample is loaded.`;
}

/** Names each street with its nearest numbers. */
function describeNearest(addresses: readonly AdresRecord[]): string[] {
  const streets = Map.groupBy(
    addresses,
    ({ straatnaam, woonplaats_naam }) => `${straatnaam}, ${woonplaats_naam}`,
  );
  return [...streets].map(
    ([street, rows]) =>
      `Nearest in ${street}: ${rows.map((row) => formatHouseNumber(row.huisnummer, row.huisletter, row.huisnummertoevoeging)).join(", ")}.`,
  );
}
