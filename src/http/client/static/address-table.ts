/** The addresses of one file as records, made from its columns. */
import { formatFullAddress } from "../../../registry/schema/full-address.ts";
import type {
  AddressFile,
  IdDifferences,
  NumberDifference,
  RecordFile,
  ValueColumn,
} from "../../../static/format.ts";
import { UNITS_PER_DEGREE } from "../../../static/format.ts";
import type { StaticAddress } from "./static-answers.ts";

/** Address in a file; `addressOf` makes its record. */
export interface AddressRow {
  readonly index: number;
  readonly huisnummer: number;
  readonly huisletter: string | null;
  readonly huisnummertoevoeging: string | null;
  /** Letters of its postcode; empty without one. */
  readonly letters: string;
  /** Index of its street, which is in the order of lists. */
  readonly street: number;
  /** True when a lookup skips it. */
  readonly isSecond: boolean;
}

export class AddressTable {
  readonly rows: readonly AddressRow[];
  readonly #file: AddressFile;
  readonly #area: string;
  readonly #ids: readonly (string | null)[];
  readonly #lat: readonly number[] | undefined;
  readonly #lon: readonly number[] | undefined;
  readonly #records: RecordColumns | undefined;

  /** `area`: the four digits, empty for addresses without postcode. */
  constructor(area: string, file: AddressFile, records?: RecordFile) {
    this.#area = area;
    this.#file = file;
    this.rows = readRows(file);
    this.#ids = readIds(file.ids);
    this.#lat = file.lat && addUp(file.lat);
    this.#lon = file.lon && addUp(file.lon);
    this.#records = records && readRecords(records);
  }

  /** Returns the rows of a postcode by its letters. */
  ofLetters(letters: string): AddressRow[] {
    return this.rows.filter((row) => row.letters === letters);
  }

  streetNameOf({ street }: AddressRow): string {
    return this.#file.streets[street]![0];
  }

  placeIdOf({ street }: AddressRow): string {
    return this.#file.places[this.#file.streets[street]![2]]![0];
  }

  idOf({ index }: AddressRow): string {
    return this.#ids[index]!;
  }

  /** Returns latitude and longitude in units of the format. Throws an Error for a file without positions. */
  positionOf({ index }: AddressRow): readonly [latitude: number, longitude: number] {
    if (this.#lat === undefined || this.#lon === undefined) {
      throw new Error("These files were written without positions.");
    }
    return [this.#lat[index]!, this.#lon[index]!];
  }

  addressOf(row: AddressRow): StaticAddress {
    const [straatnaam, verkorte_straatnaam, place] = this.#file.streets[row.street]!;
    const [woonplaats_id, woonplaats_naam, gemeente_code, gemeente_naam, provincie_naam] =
      this.#file.places[place]!;
    const { huisnummer, huisletter, huisnummertoevoeging } = row;
    const postcode = row.letters === "" ? null : this.#area + row.letters;
    const address: StaticAddress = {
      nummeraanduiding_id: this.idOf(row),
      huisnummer,
      huisletter,
      huisnummertoevoeging,
      postcode,
      straatnaam,
      verkorte_straatnaam,
      woonplaats_naam,
      woonplaats_id,
      gemeente_naam,
      gemeente_code,
      provincie_naam,
      full_address: "",
    };
    address.full_address = formatFullAddress(address);
    if (this.#lat !== undefined) {
      const [latitude, longitude] = this.positionOf(row);
      Object.assign(address, {
        latitude: latitude / UNITS_PER_DEGREE,
        longitude: longitude / UNITS_PER_DEGREE,
      });
    }
    return Object.assign(address, this.#records?.(row.index));
  }
}

function readRows({ postcodes, numbers, second = [] }: AddressFile): AddressRow[] {
  const isSecond = new Set(second);
  const rows: AddressRow[] = [];
  let before = 0;
  for (const [letters, count, street] of postcodes) {
    for (let i = 0; i < count; i++) {
      const index = rows.length;
      const parts = readNumber(numbers[index]!, before);
      before = parts.huisnummer;
      const ofStreet = typeof street === "number" ? street : street[i]!;
      rows.push({ index, ...parts, letters, street: ofStreet, isSecond: isSecond.has(index) });
    }
  }
  return rows;
}

const NUMBER = /^(-?\d+)([^\d\s-][^\s-]*)?(?:[ -](.+))?$/s;

function readNumber(written: NumberDifference, before: number) {
  const [difference, letter = null, addition = null] =
    typeof written === "number"
      ? [written]
      : typeof written === "string"
        ? NUMBER.exec(written)!.slice(1)
        : written;
  return { huisnummer: before + Number(difference), huisletter: letter, huisnummertoevoeging: addition };
}

function addUp(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => {
    sum += difference;
    return sum;
  });
}

function readIds(differences: IdDifferences): (string | null)[] {
  let last = 0;
  return differences.map((written) => {
    if (written === null) {
      return null;
    }
    last = typeof written === "string" ? Number(written) : last + written;
    return String(last).padStart(16, "0");
  });
}

type RecordColumns = (index: number) => Partial<StaticAddress>;

function readRecords({ types, objects, buildings, years, floor_areas, purposes }: RecordFile): RecordColumns {
  const objectIds = readIds(objects);
  const buildingIds = readIds(buildings);
  const textOf = <T>({ values, of }: ValueColumn<T>, index: number) => values[of[index]!]!;
  return (index) => ({
    type: textOf(types, index) as NonNullable<StaticAddress["type"]>,
    gebruiksdoel: textOf(purposes, index).split("|").filter(Boolean) as NonNullable<
      StaticAddress["gebruiksdoel"]
    >,
    oppervlakte: floor_areas[index]!,
    pand_id: buildingIds[index]!,
    adresseerbaar_object_id: objectIds[index]!,
    bouwjaar: years[index]!,
  });
}
