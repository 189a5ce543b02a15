/** Plays a plan: imports and updates on one side, imports the final state of the deliveries on the other. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { silentProgress } from "../../../src/import/progress.ts";
import { runImport } from "../../../src/import/run-import.ts";
import { runUpdate } from "../../../src/import/update/run-update.ts";
import {
  type DeliveredMutation,
  type MutationGroup,
  writeMutationDelivery,
} from "../../../tools/country/official-format/mutation-delivery.ts";
import type { BagObject } from "../../../tools/country/official-format/objects.ts";
import { gridBuurten, type MadeBuurt, writeWijkBuurtkaart } from "../extracts/cbs-map.ts";
import { writeExtractTo } from "../extracts/extract-builder.ts";
import { ChangesOracle } from "../oracles/changes-oracle.ts";
import { compareHistories } from "../oracles/compare-histories.ts";
import { compareRegistries } from "../oracles/compare-registries.ts";
import { plusDays } from "./days.ts";
import { Dice } from "./dice.ts";
import { drawCountry, type FuzzCountry, moveWoonplaats } from "./fuzz-country.ts";
import { mutate } from "./fuzz-mutations.ts";
import { GEMEENTEN, idOf, ORIGIN, PC4 } from "./fuzz-objects.ts";
import type { DeliveryPlan, FuzzPlan } from "./fuzz-plan.ts";
import { sampleRequests } from "./sample-requests.ts";
import { answerOf, serveRegistry } from "./serve-registry.ts";

/** Gemeente names: 0902 is renamed; 0903 begins later; 0904 has ended. */
const NAMES_CSV = [
  "provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum",
  "27;Noord-Holland;0901;Oosterland;2000-01-01;",
  "21;Fryslân;0902;Súdwest-Meer;2000-01-01;2027-01-01",
  "21;Fryslân;0902;Súdwest-Mar;2027-01-01;",
  "27;Noord-Holland;0903;Toekomst;2027-06-11;",
  "20;Groningen;0904;Verleden;2000-01-01;2020-01-01",
].join("\n");

/** Interval of seeds whose country is also sent requests. */
const ANSWERED_SEED_INTERVAL = 5;

export interface FuzzOutcome {
  /** Differences between both sides; empty when they hold the same. */
  readonly differences: readonly string[];
  /** Country and mutations as readable lines. */
  readonly log: readonly string[];
  readonly comparisons: number;
  /** Lists of changes that were compared with the differences of two registries. */
  readonly changeLists: number;
}

/** Plays the plan and returns the differences. `folder` must be empty. */
export async function runPlan(plan: FuzzPlan, folder: string): Promise<FuzzOutcome> {
  const runner = new PlanRunner(plan, folder);
  try {
    await runner.run();
  } catch (error) {
    runner.differences.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return runner;
}

class PlanRunner implements FuzzOutcome {
  readonly differences: string[] = [];
  readonly log: string[] = [];
  comparisons = 0;
  readonly #plan: FuzzPlan;
  readonly #folder: string;
  readonly #country: FuzzCountry;
  /** Changes after updates, and after imports one after the other. */
  readonly #changes = { updated: new ChangesOracle(), imported: new ChangesOracle() };

  constructor(plan: FuzzPlan, folder: string) {
    this.#plan = plan;
    this.#folder = folder;
    this.#country = drawCountry(
      plan.date,
      new Set(plan.omitted),
      (...seeds) => new Dice(plan.seed, ...seeds),
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "names.csv"), NAMES_CSV);
    writeFileSync(join(folder, "borders.geojson"), JSON.stringify(BORDERS));
    writeWijkBuurtkaart(join(folder, "buurten.gpkg"), 2026, buurtenOfAll());
  }

  get changeLists(): number {
    return this.#changes.updated.comparisons + this.#changes.imported.comparisons;
  }

  async run(): Promise<void> {
    this.log.push(`extract of ${this.#country.date}`, ...this.#country.objects().map(lineOf));
    await this.#import("updated");
    for (const [c, call] of this.#plan.calls.entries()) {
      const deliveries = [];
      for (const [d, delivery] of call.entries()) {
        deliveries.push(await this.#deliver(delivery, `${c}-${d}`));
      }
      await runUpdate(
        { dataDir: join(this.#folder, "updated"), files: deliveries, allowGap: true },
        silentProgress,
      );
      this.#checkChanges("updated");
      if (!this.#plan.comparesEveryCall && c < this.#plan.calls.length - 1) {
        continue;
      }
      await this.#import("imported");
      this.comparisons += 1;
      const [updated, imported] = [this.#registryOf("updated"), this.#registryOf("imported")];
      this.differences.push(
        ...compareRegistries(updated, imported),
        ...compareHistories(updated, imported, isMade),
      );
      if (this.differences.length > 0) {
        return;
      }
    }
    if (this.#plan.seed % ANSWERED_SEED_INTERVAL === 0) {
      await this.#checkAnswers();
    }
  }

  /** Compares the changes that the registry reports since earlier ones with their differences. */
  #checkChanges(side: "updated" | "imported"): void {
    const limit = new Dice(this.#plan.seed, 4).pick([1, 2, 7, 1_000]);
    this.differences.push(...this.#changes[side].check(this.#registryOf(side), limit));
  }

  /** Sends sample requests: none may fail, however odd the country. */
  async #checkAnswers(): Promise<void> {
    const registry = this.#registryOf("updated");
    const harness = serveRegistry(join(this.#folder, "served"), registry);
    for (const request of sampleRequests([registry], 80, new Dice(this.#plan.seed, 3))) {
      const answer = await answerOf(harness.ask(request));
      if (answer >= "500") {
        this.differences.push(`${request} is answered ${answer}`);
      }
    }
    harness.close();
  }

  /** Writes the next delivery and returns its path. */
  async #deliver({ days, overlap, changes, moves }: DeliveryPlan, name: string): Promise<string> {
    const country = this.#country;
    const from = plusDays(country.date, -overlap);
    const to = plusDays(country.date, days + Math.max(0, -overlap));
    const groups = changes.flatMap((seed) => mutate(country, to, new Dice(seed)));
    for (const seed of moves) {
      const dice = new Dice(seed);
      const woonplaats = idOf("WPL", dice.below(5));
      country.relaties = moveWoonplaats(country.relaties, {
        woonplaats,
        gemeente: dice.pick(GEMEENTEN),
        date: to,
      });
    }
    country.date = to;
    const path = join(this.#folder, `delivery-${name}.zip`);
    await writeMutationDelivery(path, { period: { from, to }, relaties: country.relaties, groups });
    this.log.push(`delivery ${name} ${from} ${to}`, ...groups.flatMap(linesOf));
    return path;
  }

  async #import(side: "updated" | "imported"): Promise<void> {
    const { date: referenceDate, relaties } = this.#country;
    const objects = this.#country.objects();
    const { standsPerFile, boundaries } = this.#plan;
    const path = writeExtractTo(join(this.#folder, "extract.zip"), {
      area: { kind: "national" },
      referenceDate,
      relaties,
      objects,
      ...(standsPerFile === undefined ? {} : { standsPerFile }),
    });
    await runImport(
      {
        paths: [path],
        gemeenten: [join(this.#folder, "names.csv")],
        boundaries: boundaries === "none" ? [] : BOUNDARY_FILES.map((file) => join(this.#folder, file)),
        dataDir: join(this.#folder, side),
        isConfirmed: true,
        history: "full",
        threads: 1,
      },
      silentProgress,
    );
    this.#checkChanges(side);
  }

  #registryOf(side: string): string {
    const folder = join(this.#folder, side);
    return join(folder, readFileSync(join(folder, "current"), "utf8").trim());
  }
}

const BOUNDARY_FILES = ["borders.geojson", "buurten.gpkg"];

/**
 * Buurten of three gemeenten, each over the whole country: a woonplaats that moves to another gemeente gets other
 * buurten, or none.
 */
function buurtenOfAll(): MadeBuurt[] {
  const points = Array.from({ length: 81 }, (_, i) => ({
    x: ORIGIN.x + 300 * (i % 9),
    y: ORIGIN.y + 300 * Math.floor(i / 9),
  }));
  return GEMEENTEN.slice(0, 3).flatMap((gemeente) => gridBuurten(gemeente, points));
}

/** Boundaries of two gemeenten and of two PC4 areas. */
const BORDERS = {
  type: "FeatureCollection",
  features: [{ statcode: "GM0901" }, { statcode: "GM0903" }, { PC4CODE: PC4[1] }, { PC4CODE: PC4[2] }].map(
    (properties, i) => ({
      type: "Feature",
      properties,
      geometry: {
        type: "Polygon",
        coordinates: [[4.8, 4.9, 4.85, 4.8].map((x, k) => [x + i / 100, 52.3 + (k % 3) / 10])],
      },
    }),
  ),
};

function lineOf(object: BagObject): string {
  const { type, identificatie, voorkomen, documentdatum: _, documentnummer: __, ...fields } = object;
  const { voorkomenidentificatie, beginGeldigheid, eindGeldigheid, ...rest } = voorkomen;
  const { tijdstipInactief, tijdstipInactiefLV, tijdstipNietBagLV } = rest;
  const isInactive = tijdstipInactief ?? tijdstipInactiefLV ?? tijdstipNietBagLV;
  const period = `${beginGeldigheid}..${eindGeldigheid ?? ""}${isInactive === undefined ? "" : " inactive"}`;
  return `  ${type} ${identificatie}/${voorkomenidentificatie} ${period} ${JSON.stringify(fields)}`;
}

function linesOf(group: MutationGroup): string[] {
  const side = (name: string, subject: unknown) => `${name}${lineOf(subject as BagObject)}`;
  return group.map((mutation: DeliveredMutation) =>
    mutation.kind === "verwijdering"
      ? side("  - ", mutation.was)
      : side(mutation.kind === "toevoeging" ? "  + " : "  ~ ", mutation.wordt),
  );
}

/**
 * Returns true for a row of a history that the extracts contain: they are made without marked voorkomens. Sums by
 * woonplaats are left to other tests: here withdrawn numbers have announced voorkomens in other woonplaatsen, and an
 * update ignores an object that exists neither before nor after it.
 */
function isMade(table: string, { retired = 0 }: Readonly<Record<string, unknown>>): boolean {
  return table !== "timeline" && retired === 0;
}
