import { compareKeys } from "../registry/name-key.ts";
import { coreKeys } from "./core-names.ts";
import { listsBy, prefixed, startsOf } from "./index-lists.ts";
import { canonicalWords, literalKey } from "./normalize.ts";
import { vocabularyOf } from "./vocabulary.ts";

/** Names by their words, and the words and keys that lead to them. */
export class NameTable {
  readonly #positions = new Map<string, number>();
  readonly #names: string[][] = [];
  /** How each is written, in one run: near misses are measured against that too. */
  readonly #literals: Set<string>[] = [];

  get size(): number {
    return this.#names.length;
  }

  /** The position of the name that was cut into these chunks; `undefined` for one without any letter or digit. */
  add(chunks: readonly string[]): number | undefined {
    const words = canonicalWords(chunks);
    if (words.length === 0) return undefined;
    const text = words.join(" ");
    let position = this.#positions.get(text);
    if (position === undefined) {
      position = this.#names.push(words) - 1;
      this.#literals.push(new Set());
      this.#positions.set(text, position);
    }
    this.#literals[position]!.add(literalKey(chunks));
    return position;
  }

  arrays() {
    const names = this.#names;
    const words = [...new Set(names.flat())].sort(compareKeys);
    const wordPosition = new Map(words.map((word, i) => [word, i]));
    const wordIds = names.map((name) => name.map((word) => wordPosition.get(word)!));
    const keys = this.#keys();
    const sortedKeys = [...keys.keys()].sort(compareKeys);
    const keyNames = sortedKeys.map((key) => keys.get(key)!);
    return {
      ...prefixed("word", vocabularyOf(words)),
      ...listsBy(
        "wordName",
        words.length,
        wordIds.map((ids) => [...new Set(ids)]),
      ),
      ...prefixed("key", vocabularyOf(sortedKeys)),
      keyNameStarts: startsOf(keyNames.map((list) => list.length)),
      keyNames: Uint32Array.from(keyNames.flat(), ({ name }) => name),
      keyIsCore: Uint8Array.from(keyNames.flat(), ({ isCore }) => Number(isCore)),
      nameWordStarts: startsOf(wordIds.map((ids) => ids.length)),
      nameWords: Uint32Array.from(wordIds.flat()),
    };
  }

  #keys(): Map<string, { name: number; isCore: boolean }[]> {
    const keys = new Map<string, { name: number; isCore: boolean }[]>();
    this.#names.forEach((words, name) => {
      const whole = words.join("");
      const literals = this.#literals[name]!;
      for (const key of new Set([whole, ...literals, ...coreKeys(words)])) {
        const list = keys.get(key) ?? [];
        list.push({ name, isCore: key !== whole && !literals.has(key) });
        keys.set(key, list);
      }
    });
    return keys;
  }
}
