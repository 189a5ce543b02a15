import type { FileColumn, ReadFile, RoleOfColumn } from "../../answers.ts";
import { formatList } from "../format.ts";
import { texts } from "../texts.ts";

interface UnusedColumnsProps {
  readonly state: ReadFile;
  readonly uses: readonly RoleOfColumn[];
}

/** Columns that are not used, by the reason. */
export function UnusedColumns({ state, uses }: UnusedColumnsProps) {
  const unused = state.columns.filter(({ index }) => !uses.some((use) => use.index === index));
  const byReason = Map.groupBy(unused, ({ unused: why }) => why ?? "not_chosen");
  if (unused.length === 0) {
    return null;
  }
  return (
    <section class="unused" aria-labelledby="unused-title">
      <h3 id="unused-title">{texts.unusedTitle}</h3>
      <dl>
        {[...byReason].map(([why, columns]: [keyof typeof texts.whyUnused, FileColumn[]]) => (
          <div key={why}>
            <dt>{formatList(columns.map(({ name }) => name))}</dt>
            <dd>{texts.whyUnused[why]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
