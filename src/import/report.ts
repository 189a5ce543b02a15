/** Collects what an import did and left out: counts per type, and the number and first examples of each trouble. */
import { TYPE_CODES, type TypeCode } from "../registry/object-types.ts";
import { refuse } from "./refuse.ts";

const EXAMPLES = 5;

/** Called for harmless deviations from official files: see ImportReport.tolerate. */
export type OnOddity = (reason: string, where: string) => void;

export interface TypeTally {
  files: number;
  bytes: number;
  voorkomens: number;
  /** Objects in force and not ended on the reference date, as loaded. */
  objects: number;
  ended: number;
}

export interface Trouble {
  readonly about: TypeCode | "adres" | "gemeente" | "postcodegebied" | "file";
  /** `skipped`: the object is not in the registry. `noticed`: it is, with the deviation that the reason states. */
  readonly kind: "skipped" | "noticed";
  readonly reason: string;
  count: number;
  readonly examples: string[];
}

export class ImportReport {
  readonly tallies = Object.fromEntries(
    TYPE_CODES.map((code) => [code, { files: 0, bytes: 0, voorkomens: 0, objects: 0, ended: 0 }]),
  ) as Record<TypeCode, TypeTally>;
  readonly #troubles = new Map<string, Trouble>();
  readonly #isStrict: boolean;

  /** `isStrict`: makes `tolerate` throw `import_refused`. */
  constructor({ isStrict = false }: { isStrict?: boolean } = {}) {
    this.#isStrict = isStrict;
  }

  /** Reports that a file, at `where`, deviates from official ones although its contents are clear. */
  tolerate(about: Trouble["about"], reason: string, where: string): void {
    if (this.#isStrict) refuse(`${where}: ${reason}`);
    this.add(about, "noticed", reason, where);
  }

  /** Counts one case under its reason. Cases are grouped by equal reasons, so values belong in `example`. */
  add(about: Trouble["about"], kind: Trouble["kind"], reason: string, example: string): void {
    this.merge({ about, kind, reason, count: 1, examples: [example] });
  }

  merge(trouble: Trouble): void {
    const key = `${trouble.about} ${trouble.kind} ${trouble.reason}`;
    const known = this.#troubles.get(key);
    if (known === undefined) {
      this.#troubles.set(key, { ...trouble, examples: trouble.examples.slice(0, EXAMPLES) });
      return;
    }
    known.count += trouble.count;
    known.examples.push(...trouble.examples.slice(0, EXAMPLES - known.examples.length));
  }

  get troubles(): Trouble[] {
    return [...this.#troubles.values()];
  }

  skippedOf(about: Trouble["about"]): number {
    return this.troubles
      .filter((trouble) => trouble.about === about && trouble.kind === "skipped")
      .reduce((sum, trouble) => sum + trouble.count, 0);
  }
}
