/**
 * Tells whether a column holds letters or additions of house numbers: its cells name addresses that exist at the number
 * of their own row clearly more often than the same cells do in other rows.
 */
import { computeOnce, memoize } from "../../base/memoize.ts";
import { compact } from "../../search/line/designation-key.ts";
import type { Row } from "../../tables/table.ts";
import { filledText } from "../cells/address-cells.ts";
import { readHouse } from "../house.ts";
import { createPartsReader } from "../row-parts.ts";
import { addressAtNumber, NumberSite } from "../siblings.ts";
import type { Sample, Trial } from "./trial.ts";

/** Row whose number the registry has. */
interface RowAtNumber {
  readonly row: Row;
  readonly number: number;
  readonly site: () => NumberSite;
  /** Letter and addition of the address found exactly, otherwise those in the columns in use. */
  readonly run: string;
}

/** How often the cells of a column name an address at the number of their row. */
export interface SiblingEvidence {
  /** Rows with a cell that only repeats the number, or the letter and addition of the columns in use. */
  readonly repeated: number;
  /** Rows with a cell that says something else. */
  readonly rows: number;
  /** Rows of these whose number has several addresses. */
  readonly several: number;
  /** Rows whose cell names another address. */
  readonly named: number;
  /** Returns the number of rows expected to name another address with the cells in any order, and its variance. */
  readonly byChance: () => { readonly expected: number; readonly variance: number };
}

/** Different values of a column that are compared, the most frequent first. */
const MAX_VALUES = 60;

/** The rows of a trial whose number the registry has. */
export class RowsAtNumbers {
  readonly #rows: readonly RowAtNumber[];
  readonly #shares = new Map<string, number>();

  private constructor(rows: readonly RowAtNumber[]) {
    this.#rows = rows;
  }

  static async of(trial: Trial, { snapshot, pause }: Sample): Promise<RowsAtNumbers> {
    const readParts = createPartsReader(trial);
    const rows: RowAtNumber[] = [];
    for (const [i, row] of trial.rows.entries()) {
      await pause();
      const found = trial.found[i]!;
      if (found.match === "exact") {
        const { huisletter, huisnummertoevoeging, huisnummer } = found.adres;
        const run = compact((huisletter ?? "") + (huisnummertoevoeging ?? ""));
        const site = computeOnce(() => NumberSite.of(snapshot, found.adres));
        rows.push({ row, number: huisnummer, site, run });
        continue;
      }
      const adres = addressAtNumber(found);
      const parts = readParts(row);
      const house = readHouse(parts);
      const site =
        adres !== undefined
          ? NumberSite.of(snapshot, adres)
          : parts.postcode !== undefined && house !== undefined
            ? NumberSite.at(snapshot, parts.postcode, house.number)
            : undefined;
      const number = adres?.huisnummer ?? house?.number;
      if (site !== undefined && number !== undefined && site.count > 0) {
        rows.push({ row, number, site: () => site, run: house?.run ?? "" });
      }
    }
    return new RowsAtNumbers(rows);
  }

  /** Compares cells of a column in their own rows with the same cells in any row, including rows without a cell. */
  weigh(index: number): SiblingEvidence {
    const filled = this.#rows
      .map((at) => ({ ...at, text: filledText(at.row[index]) }))
      .filter(({ text }) => text !== "");
    const cells = filled.filter(({ text, run, number }) => !isRepeated(compact(text), run, number));
    const named = cells.filter(({ site, run, text }) => site().begins(text, run)).length;
    const several = cells.filter(({ site }) => site().count > 1).length;
    const byChance = () => this.#chanceOf(cells.map(({ text }) => compact(text)));
    return { repeated: filled.length - cells.length, rows: cells.length, several, named, byChance };
  }

  #chanceOf(values: readonly string[]): { expected: number; variance: number } {
    const counts = Map.groupBy(values, (value) => value);
    const common = [...counts].sort(([, a], [, b]) => b.length - a.length).slice(0, MAX_VALUES);
    let [expected, variance] = [0, 0];
    for (const [value, { length }] of common) {
      const chance = this.#shareAt(value);
      expected += length * chance;
      variance += length * chance * (1 - chance);
    }
    return { expected, variance };
  }

  /** Returns the share of the rows at whose number a value names an address. */
  #shareAt(value: string): number {
    return memoize(
      this.#shares,
      value,
      () => this.#rows.filter(({ site, run }) => site().begins(value, run)).length / this.#rows.length,
    );
  }
}

function isRepeated(text: string, run: string, number: number): boolean {
  return (run !== "" && run.endsWith(text)) || text === `${number}` || text === `${number}${run}`;
}

/** Standard deviations that are enough where nearly all cells name an address. */
const ENOUGH = 2;
/** Share of the cells that is nearly all. */
const NEARLY_ALL = 0.9;
/** Standard deviations that rule out chance although many columns are compared, and minimum rows above the expected. */
const CLEAR = 4;
const MIN_MORE = 3;

/** Returns true when cells name addresses clearly more often than chance would. */
export function isClearlyMore(evidence: SiblingEvidence, deviations = CLEAR): boolean {
  const { named, byChance } = evidence;
  if (named <= MIN_MORE) {
    return false;
  }
  const { expected, variance } = byChance();
  return named - expected > Math.max(MIN_MORE, deviations * Math.sqrt(variance));
}

/**
 * Returns true when nearly all cells name addresses, unlike the cells of every other column, and not by chance alone.
 */
export function areNearlyAll(evidence: SiblingEvidence): boolean {
  return evidence.named >= NEARLY_ALL * evidence.rows && isClearlyMore(evidence, ENOUGH);
}
