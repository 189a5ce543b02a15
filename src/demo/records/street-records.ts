import { dayOf } from "../calendar.ts";
import type { DemoWoonplaats } from "../country/country.ts";
import { FOUR_DIGITS, streetPrefix } from "../country/identificatie.ts";
import type { Street } from "../country/town.ts";
import type {
  Ligplaats,
  Nummeraanduiding,
  Pand,
  Standplaats,
  Verblijfsobject,
} from "../official-format/objects.ts";
import { derive, unit } from "../random.ts";
import type {
  PlannedNummer,
  PlannedObject,
  PlannedPand,
  PlannedPlaats,
  PlannedVerblijfsobject,
} from "../street/street-plan.ts";
import { documentOf } from "./documents.ts";
import { footprintOf, pointAt, rectangleAt } from "./footprint.ts";
import type { Life } from "./life.ts";
import { statusOf } from "./statuses.ts";

/** Objects made after this day have registered voorkomens of their construction. */
const NEW_SINCE = dayOf("2011-06-01");
/** Share of earlier voorkomens with another oppervlakte, of a residence, or another geometry, of a pand. */
const REMEASURED_SHARE = 0.3;

/** Converts the planned objects of one street to official ones, one for each voorkomen. */
export class StreetRecords {
  readonly #street: Street;
  readonly #woonplaatsElsewhere: string | undefined;
  readonly #prefixes: Readonly<Record<"OPR" | "NUM" | "VBO" | "LIG" | "STA" | "PND", string>>;

  /** `elsewhere` is the woonplaats of the few addresses that are not in the woonplaats of their street. */
  constructor(street: Street, elsewhere: DemoWoonplaats | undefined) {
    this.#street = street;
    this.#woonplaatsElsewhere = elsewhere?.identificatie;
    this.#prefixes = {
      OPR: streetPrefix("OPR", street),
      NUM: streetPrefix("NUM", street),
      VBO: streetPrefix("VBO", street),
      LIG: streetPrefix("LIG", street),
      STA: streetPrefix("STA", street),
      PND: streetPrefix("PND", street),
    };
  }

  nummeraanduiding(nummer: PlannedNummer, life: Life, index: number): Nummeraanduiding {
    return {
      type: "NUM",
      ...this.#common("NUM", nummer, { life, index }),
      huisnummer: nummer.huisnummer,
      huisletter: nummer.huisletter,
      huisnummertoevoeging: nummer.toevoeging,
      postcode: index < life.settled && unit(nummer.seed, 101) < 0.2 ? undefined : nummer.postcode,
      typeAdresseerbaarObject: nummer.of,
      ligtIn: nummer.elsewhere ? this.#woonplaatsElsewhere : undefined,
      ligtAan: this.#prefixes.OPR + FOUR_DIGITS[0]!,
    };
  }

  verblijfsobject(planned: PlannedVerblijfsobject, life: Life, index: number): Verblijfsobject {
    const point = pointAt(this.#street.frame, planned.along, planned.across);
    const remeasured = index < life.settled && unit(derive(planned.seed, index), 102) < REMEASURED_SHARE;
    return {
      type: "VBO",
      ...this.#common("VBO", planned, { life, index }),
      hoofdadres: this.#prefixes.NUM + FOUR_DIGITS[planned.hoofdadres.local]!,
      nevenadressen: planned.nevenadressen.map((neven) => this.#prefixes.NUM + FOUR_DIGITS[neven.local]!),
      geometrie:
        index < life.settled && unit(planned.seed, 103) < 0.0003
          ? rectangleAt(this.#street.frame, { ...planned, widthM: 4, depthM: 4 })
          : point,
      gebruiksdoelen: planned.gebruiksdoelen,
      oppervlakte: remeasured
        ? Math.max(1, Math.round(planned.oppervlakte * 0.9) % 999_999)
        : planned.oppervlakte,
      panden: planned.panden.map((pand) => this.#prefixes.PND + FOUR_DIGITS[pand.local]!),
    };
  }

  plaats(planned: PlannedPlaats, life: Life, index: number): Ligplaats | Standplaats {
    const box = { along: planned.along, across: planned.across, widthM: 5.5, depthM: 14 };
    return {
      type: planned.type,
      ...this.#common(planned.type, planned, { life, index }),
      hoofdadres: this.#prefixes.NUM + FOUR_DIGITS[planned.hoofdadres.local]!,
      geometrie: rectangleAt(this.#street.frame, box),
    };
  }

  pand(planned: PlannedPand, life: Life, index: number): Pand {
    const redrawn = index < life.settled && unit(derive(planned.seed, index), 104) < REMEASURED_SHARE;
    const shape = redrawn ? { ...planned, shape: "box" as const, depthM: planned.depthM * 0.85 } : planned;
    return {
      type: "PND",
      ...this.#common("PND", planned, { life, index }),
      geometrie: footprintOf(this.#street.frame, shape),
      bouwjaar: planned.bouwjaar,
    };
  }

  #common(
    type: "NUM" | "VBO" | "LIG" | "STA" | "PND",
    planned: PlannedObject,
    { life, index }: { life: Life; index: number },
  ): Pick<
    Pand,
    "identificatie" | "status" | "geconstateerd" | "documentdatum" | "documentnummer" | "voorkomen"
  > {
    const seed = derive(planned.seed, 110 + index);
    const document = documentOf(seed, planned.since);
    return {
      identificatie: this.#prefixes[type] + FOUR_DIGITS[planned.local]!,
      status: statusOf(type, { life, index, seed: planned.seed, isNew: planned.since > NEW_SINCE }),
      geconstateerd: unit(seed, 105) < 0.0004,
      documentdatum: document.documentdatum,
      documentnummer: document.documentnummer,
      voorkomen: life.voorkomens[index]!,
    };
  }
}
