import { expect, test } from "bun:test";
import { withoutRepository } from "./user-text.ts";

test.each([
  ["A job is a row (`src/exports/sqlite`) of a table. It runs.", "A job is a row of a table. It runs."],
  ["It is fast (`edit-distance.ts`, `bench/a.ts`).", "It is fast."],
  ["One. `test/a/b.test.ts` tests two of them. Three.", "One. Three."],
  ["# A\n\n## For developers\n`src/a` is it.\n\n## B\nText.", "# A\n\n## B\nText."],
  ["Run it:\n\n```sh\nbun bench/run.ts\n```\n", "Run it:\n\n```sh\nbun bench/run.ts\n```\n"],
  ["See [limits](limits.md). Not `tests`.", "See [limits](limits.md). Not `tests`."],
])("%j becomes %j", (source, shown) => {
  expect(withoutRepository(source)).toBe(shown);
});
