/** Applies the mutations of one object to its voorkomens in the registry (docs/bag-format.md §2.2). */
import { isKept, type Voorkomen } from "../objects/voorkomen.ts";
import type { StagedLives } from "./staged-lives.ts";
import type { StagedMutation } from "./staged-mutations.ts";

/** An object after its mutations. The last mutation of each voorkomen decides, except as `#takeAway` says. */
export class MutatedObject {
  /** Mutations that begin from a voorkomen that the registry lacks but should hold. */
  readonly missing: StagedMutation[] = [];
  /** Its voorkomens in the registry before the update. */
  readonly before: readonly Voorkomen[];
  readonly #lives: StagedLives | undefined;
  /** Last voorkomen of each number in the mutations; one that was taken away is inactive. */
  readonly #mutated = new Map<number, Voorkomen>();

  constructor(
    before: readonly Voorkomen[],
    mutations: readonly StagedMutation[],
    lives: StagedLives | undefined,
  ) {
    this.before = before;
    this.#lives = lives;
    for (const mutation of mutations) {
      this.#apply(mutation);
    }
  }

  /** Its voorkomens after the mutations, also inactive ones. */
  get voorkomens(): Voorkomen[] {
    const before = this.before.filter(({ voorkomen }) => !this.#mutated.has(voorkomen));
    return [...before, ...this.#mutated.values()];
  }

  /** The voorkomens that mutations give it, in order of number. */
  get mutated(): Voorkomen[] {
    return [...this.#mutated.values()]
      .filter(({ isInactive }) => !isInactive)
      .sort((a, b) => a.voorkomen - b.voorkomen);
  }

  #apply(mutation: StagedMutation): void {
    const { was, wordt } = mutation;
    if (this.#isMissing(mutation)) {
      this.missing.push(mutation);
    }
    if (was !== undefined && (wordt?.isInactive || was.voorkomen !== wordt?.voorkomen)) {
      this.#takeAway(was);
    }
    if (wordt?.isInactive && wordt.voorkomen !== was?.voorkomen) {
      this.#takeAway(wordt);
    } else if (wordt?.isInactive === false) {
      this.#mutated.set(wordt.voorkomen, wordt);
    }
  }

  /**
   * Takes a voorkomen away, unless another voorkomen of the same number has come, or counts in the history before the
   * update. A synchronised object gets new voorkomens of the same numbers, and the marks of the former voorkomens may
   * come after the new ones.
   */
  #takeAway(gone: Voorkomen): void {
    const known = this.#mutated.get(gone.voorkomen);
    const isOther =
      known?.isInactive === false
        ? !isRegisteredAs(known, gone)
        : known === undefined && this.#lives?.holdsAnother(gone);
    if (!isOther) {
      this.#mutated.set(gone.voorkomen, { ...gone, isInactive: true });
    }
  }

  /**
   * Returns true when the registry, complete up to `knownTo`, lacks the voorkomen before a mutation but should hold it.
   */
  #isMissing({ was, wordt, from, knownTo }: StagedMutation): boolean {
    if (was === undefined || !isKept(was, knownTo) || this.#holds(was, knownTo)) {
      return false;
    }
    // A delivery that begins before the registry's date may contain mutations that the registry already holds.
    const isAppliedAlready = !(wordt && isKept(wordt, knownTo)) || this.#holds(wordt, knownTo);
    return !(from < knownTo && isAppliedAlready);
  }

  #holds(one: Voorkomen, knownTo: number): boolean {
    const known = this.#mutated.get(one.voorkomen);
    if (known !== undefined && isRegisteredAs(known, one)) {
      return isKept(known, knownTo);
    }
    return known?.isInactive === false || this.before.some(({ voorkomen }) => voorkomen === one.voorkomen);
  }
}

/**
 * Returns true when two voorkomens of one number are the same voorkomen, not one that replaced the other. Of 66,073 in
 * Weesp one pair shares even the registration, and differs in begin.
 */
function isRegisteredAs(known: Voorkomen, one: Voorkomen): boolean {
  return known.registeredLvMs === one.registeredLvMs && known.begin === one.begin;
}
