import { REFERENCE_DATE, REFERENCE_DAY } from "./calendar.ts";
import type { Country } from "./country/country.ts";
import { relatiesOf } from "./country/gemeenten.ts";
import { streetPlaces } from "./country/street-places.ts";
import type { ExtractContents, Section } from "./official-format/extract.ts";
import { standXml } from "./official-format/object-xml.ts";
import type { BagObject, ObjectType } from "./official-format/objects.ts";
import type { Voorkomen } from "./official-format/voorkomen.ts";
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
import type { TallyChange, TallyCounter } from "./tally.ts";

/** Generates the contents of an extract from the country. `tally` counts what is read from it. */
export class DemoStands implements ExtractContents {
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

  stands(type: ObjectType, section: Section): Iterable<string> {
    if (section !== "stand") {
      return supplementaryStands(this.#country, type, section);
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
   * Emits the records of one woonplaats or street. These are few: all are made at once, and filtered by what is in
   * force.
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
        const life = lifeOfPlanned(kind.type, planned);
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

function isInForce({ beginGeldigheid, eindGeldigheid }: Voorkomen): boolean {
  return (
    beginGeldigheid <= REFERENCE_DATE && (eindGeldigheid === undefined || eindGeldigheid > REFERENCE_DATE)
  );
}
