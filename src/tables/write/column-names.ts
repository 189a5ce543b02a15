/** Names of columns in formats that need them unique: a file of a user may have a name twice, or none. */
import type { Column } from "../table.ts";

/**
 * Returns the names of the columns in which no two are equal, in any case: `naam`, `Naam` becomes `naam`, `Naam_2`. A
 * column without a name is called after its place: `column_3`. A name in `reserved` gets a number too.
 */
export function uniqueNames(columns: readonly Column[], reserved: readonly string[] = []): string[] {
  const declared = columns.map(({ name }, i) => name || `column_${i + 1}`);
  const taken = new Set([...reserved, ...declared].map(fold));
  const seen = new Set(reserved.map(fold));
  return declared.map((name) => {
    let unique = name;
    for (let number = 2; seen.has(fold(unique)) || (unique !== name && taken.has(fold(unique))); number++) {
      unique = `${name}_${number}`;
    }
    seen.add(fold(unique));
    return unique;
  });
}

function fold(name: string): string {
  return name.toLowerCase();
}
