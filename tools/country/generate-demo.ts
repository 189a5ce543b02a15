import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { REFERENCE_DATE, REFERENCE_DAY } from "./calendar.ts";
import { type Country, planCountry } from "./country/country.ts";
import { gemeentenCsv, relatiesOf } from "./country/gemeenten.ts";
import { pc4GeoJson } from "./country/pc4-geojson.ts";
import { streetPlaces } from "./country/street-places.ts";
import type { DemoChange } from "./mutations/mutation-groups.ts";
import { MUTATION_PERIOD, planMutations } from "./mutations/plan-mutations.ts";
import {
  type ExtractContents,
  type ExtractProgress,
  type ExtractSection,
  writeExtract,
} from "./official-format/extract.ts";
import { mutationDeliveryName, writeMutationDelivery } from "./official-format/mutation-delivery.ts";
import { standXml } from "./official-format/object-xml.ts";
import type { BagObject, DeliveredType, DemoVoorkomen } from "./official-format/objects.ts";
import {
  formerWoonplaatsRecords,
  openbareRuimteRecords,
  woonplaatsRecords,
} from "./records/place-records.ts";
import { StreetRecords } from "./records/street-records.ts";
import { LIG, lifeOfPlanned, NUM, PND, STA, type StreetType, VBO } from "./records/street-types.ts";
import { supplementaryStands } from "./records/supplementary-records.ts";
import { planStreet } from "./street/plan-street.ts";
import type { PlannedObject } from "./street/street-plan.ts";
import { type DemoTally, type TallyChange, TallyCounter } from "./tally.ts";

export interface DemoOptions {
  /** Exact number of existing addresses: 100 to 10,000,000. */
  readonly addresses: number;
  /** Any whole number; the same number gives the same bytes. */
  readonly seed: number;
  /**
   * True to write all voorkomens of all objects, marked ones, and all investigations; false for only the voorkomens in
   * force on the reference date, and the investigations of that day.
   */
  readonly history: boolean;
  /** Number of groups in a mutation delivery from the reference date to the day after; absent or 0 writes none. */
  readonly mutations?: number | undefined;
  /** Path of the extract; its companions are written next to it: `X.zip`, `X-gemeenten.csv`, `X-pc4.geojson`. */
  readonly out: string;
}

export interface DemoFiles {
  readonly extract: string;
  readonly gemeenten: string;
  readonly pc4: string;
  /** `BAGNLDM-08112026-09112026.zip` in the folder of the extract. */
  readonly mutations: string | undefined;
}

export interface DemoResult {
  readonly files: DemoFiles;
  readonly referenceDate: string;
  readonly tally: DemoTally;
  /** Bytes of XML in the extract, before deflation. */
  readonly xmlBytes: number;
  readonly mutations: DemoMutations | undefined;
}

interface DemoMutations {
  readonly from: string;
  readonly to: string;
  readonly groups: number;
  /** Changes of objects, in the order of the delivery. */
  readonly changes: readonly DemoChange[];
  /** Counts on `to` after the delivery is applied; includes objects of the extract that begin on that day. */
  readonly tally: DemoTally;
}

/**
 * Writes a fictitious country in the official format. Memory does not depend on its size, but on its largest
 * woonplaats.
 */
export async function generateDemo(
  options: DemoOptions,
  onProgress?: (progress: ExtractProgress) => void,
): Promise<DemoResult> {
  const country = planCountry(options.addresses, options.seed);
  const files = writeCompanions(country, options);
  const tally = new TallyCounter();
  const stands = new DemoStands(country, { history: options.history, tally });
  const { xmlBytes } = await writeExtract(files.extract, stands, onProgress);
  const mutations =
    files.mutations === undefined
      ? undefined
      : await writeMutations(country, {
          path: files.mutations,
          count: options.mutations!,
          history: options.history,
          tally: tally.copyForNextDay(),
        });
  return { files, referenceDate: REFERENCE_DATE, tally: tally.result(), xmlBytes, mutations };
}

async function writeMutations(
  country: Country,
  { path, tally, ...wanted }: { path: string; count: number; history: boolean; tally: TallyCounter },
): Promise<DemoMutations> {
  const { groups, inOnderzoek, changes, relaties } = planMutations(country, wanted, tally);
  const contents = { period: MUTATION_PERIOD, relaties, groups, inOnderzoek };
  await writeMutationDelivery(path, contents);
  return { ...MUTATION_PERIOD, groups: groups.length, changes, tally: tally.result() };
}

function writeCompanions(country: Country, { out, mutations }: DemoOptions): DemoFiles {
  const stem = out.replace(/\.zip$/i, "");
  const files = {
    extract: out,
    gemeenten: `${stem}-gemeenten.csv`,
    pc4: `${stem}-pc4.geojson`,
    mutations: mutations ? join(dirname(out), mutationDeliveryName(MUTATION_PERIOD)) : undefined,
  };
  writeFileSync(files.gemeenten, gemeentenCsv(country));
  const pc4 = openSync(files.pc4, "w");
  try {
    for (const part of pc4GeoJson(country)) {
      writeSync(pc4, part);
    }
  } finally {
    closeSync(pc4);
  }
  return files;
}

/** Generates the contents of an extract from the country. `tally` counts the objects read from it. */
class DemoStands implements ExtractContents {
  readonly area = { kind: "national" } as const;
  readonly referenceDate = REFERENCE_DATE;
  readonly #country: Country;
  readonly #history: boolean;
  readonly #tally: TallyCounter;

  constructor(country: Country, { history, tally }: { history: boolean; tally: TallyCounter }) {
    this.#country = country;
    this.#history = history;
    this.#tally = tally;
  }

  get relaties() {
    return relatiesOf(this.#country);
  }

  stands(type: DeliveredType, section: ExtractSection): Iterable<string> {
    if (section !== "stand") {
      return supplementaryStands(this.#country, type, { section, history: this.#history });
    }
    if (type === "WPL") {
      return this.#woonplaatsen();
    }
    if (type === "OPR") {
      return this.#openbareRuimten();
    }
    switch (type) {
      case "NUM":
        return this.#alongStreets(NUM);
      case "VBO":
        return this.#alongStreets(VBO);
      case "LIG":
        return this.#alongStreets(LIG);
      case "STA":
        return this.#alongStreets(STA);
      case "PND":
        return this.#alongStreets(PND);
    }
  }

  *#woonplaatsen(): Generator<string> {
    for (const woonplaats of this.#country.woonplaatsen) {
      const provincie = woonplaats.gemeente.provincie.naam;
      const gemeenten = woonplaats.ordinal === 0 ? 1 : 0;
      const records = woonplaatsRecords(woonplaats, this.#country.lattice);
      yield* this.#emit(records, { provincie, counts: { woonplaatsen: 1, gemeenten } });
    }
    for (const woonplaats of this.#country.woonplaatsen) {
      if (!woonplaats.formerIdentificatie) {
        continue;
      }
      yield* this.#emit(formerWoonplaatsRecords(woonplaats, this.#country.lattice), undefined);
    }
  }

  *#openbareRuimten(): Generator<string> {
    for (const { woonplaats, street } of streetPlaces(this.#country)) {
      const provincie = woonplaats.gemeente.provincie.naam;
      const change = street.isWithdrawn ? undefined : { provincie, counts: { openbareRuimten: 1 } };
      yield* this.#emit(openbareRuimteRecords(street, woonplaats), change);
    }
  }

  /**
   * Emits the records of one woonplaats or street. These are few: all are made at once, then filtered.
   */
  *#emit(records: readonly BagObject[], change: TallyChange | undefined): Generator<string> {
    const delivered = this.#history
      ? records
      : change
        ? records.filter(({ voorkomen: v }) => isInForce(v))
        : [];
    for (const record of delivered) {
      yield standXml(record);
    }
    this.#tally.addRecords(records[0]!.type, delivered.length, delivered.length > 0 ? 1 : 0);
    if (change) {
      this.#tally.add(change.provincie, change.counts);
    }
  }

  /**
   * Emits the records of one type along all streets. Hot loop of the generator: one iteration of the inner loop for
   * each object of the country.
   */
  *#alongStreets<P extends PlannedObject>(kind: StreetType<P>): Generator<string> {
    for (const { woonplaats, street, neighbour } of streetPlaces(this.#country)) {
      if (!kind.canOccur(street)) {
        continue;
      }
      const records = new StreetRecords(street, neighbour);
      const provincie = woonplaats.gemeente.provincie.naam;
      for (const planned of kind.plannedIn(planStreet(street))) {
        const life = lifeOfPlanned(kind.type, planned, street);
        const isCurrent = planned.state === "current";
        const first = this.#history ? 0 : life.inForceIndex;
        const end = this.#history ? life.voorkomens.length : isCurrent ? first + 1 : first;
        for (let index = first; index < end; index += 1) {
          yield standXml(kind.record(records, planned, { life, index }));
        }
        if (end > first) {
          this.#tally.addRecords(kind.type, end - first, 1);
        }
        if (isCurrent) {
          this.#tally.add(provincie, kind.counts(planned));
        } else if (this.#history && planned.state === "future" && planned.since === REFERENCE_DAY + 1) {
          this.#tally.addArrival({ provincie, counts: kind.counts(planned) });
        }
      }
    }
  }
}

function isInForce({ beginGeldigheid, eindGeldigheid }: DemoVoorkomen): boolean {
  return (
    beginGeldigheid <= REFERENCE_DATE && (eindGeldigheid === undefined || eindGeldigheid > REFERENCE_DATE)
  );
}
