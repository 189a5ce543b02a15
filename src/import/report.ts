/** Collects what an import did and left out: counts per type, and the number and first examples of each problem. */
import { byTypeCode, type TypeCode } from "../registry/schema/object-types.ts";
import { refuseImport } from "./refuse.ts";

const MAX_EXAMPLES = 5;

/** Called for harmless deviations from official files: see ImportReport.tolerate. */
export type OnDeviation = (reason: string, where: string) => void;

export interface TypeTally {
  files: number;
  bytes: number;
  voorkomens: number;
  /** Objects in force and not ended on the reference date, as loaded. */
  objects: number;
  ended: number;
}

export interface ImportProblem {
  readonly about: TypeCode | "adres" | "gemeente" | "postcodegebied" | "file";
  /** `skipped`: the object is not in the registry. `noticed`: it is, with the deviation that the reason states. */
  readonly kind: "skipped" | "noticed";
  readonly reason: string;
  count: number;
  readonly examples: string[];
}

export class ImportReport {
  readonly tallies = byTypeCode(
    (): TypeTally => ({ files: 0, bytes: 0, voorkomens: 0, objects: 0, ended: 0 }),
  );
  readonly #problems = new Map<string, ImportProblem>();
  readonly #isStrict: boolean;

  /** `isStrict`: makes `tolerate` throw `import_refused`. */
  constructor({ isStrict = false }: { isStrict?: boolean } = {}) {
    this.#isStrict = isStrict;
  }

  /** Reports that a file, at `where`, deviates from official ones although its contents are clear. */
  tolerate(about: ImportProblem["about"], reason: string, where: string): void {
    if (this.#isStrict) {
      refuseImport(`${where}: ${reason}`);
    }
    this.add(about, "noticed", reason, where);
  }

  /** Counts one case under its reason. Cases are grouped by equal reasons, so values belong in `example`. */
  add(about: ImportProblem["about"], kind: ImportProblem["kind"], reason: string, example: string): void {
    this.merge({ about, kind, reason, count: 1, examples: [example] });
  }

  merge(problem: ImportProblem): void {
    const key = `${problem.about} ${problem.kind} ${problem.reason}`;
    const known = this.#problems.get(key);
    if (known === undefined) {
      this.#problems.set(key, { ...problem, examples: problem.examples.slice(0, MAX_EXAMPLES) });
      return;
    }
    known.count += problem.count;
    known.examples.push(...problem.examples.slice(0, MAX_EXAMPLES - known.examples.length));
  }

  get problems(): ImportProblem[] {
    return [...this.#problems.values()];
  }

  countSkipped(about: ImportProblem["about"]): number {
    return this.problems
      .filter((problem) => problem.about === about && problem.kind === "skipped")
      .reduce((sum, problem) => sum + problem.count, 0);
  }
}
