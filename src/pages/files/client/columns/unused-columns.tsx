import { pickTexts } from "../../../kit/client/texts.ts";
import type { ReadFile } from "../../server/session-state.ts";
import type { FileColumn, RoleOfColumn } from "../answers.ts";
import { formatList } from "../format.ts";

const texts = pickTexts({
  unusedTitle: { en: "Not used", nl: "Niet gebruikt" },
  whyUnused: {
    doubtful: {
      en: "perhaps an addition; rows where this column names another address are not found",
      nl: "misschien een toevoeging; rijen waarin deze kolom een ander adres noemt, worden niet gevonden",
    },
    empty: { en: "empty in the rows looked at", nl: "leeg in de bekeken rijen" },
    says_nothing: { en: "adds nothing to the addresses", nl: "voegt niets toe aan de adressen" },
    not_chosen: { en: "not chosen", nl: "niet gekozen" },
    not_recognised: { en: "no addresses were recognised in it", nl: "er zijn geen adressen in herkend" },
  },
});

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
    <section class="stack unused" aria-labelledby="unused-title">
      <h3 id="unused-title">{texts.unusedTitle}</h3>
      <dl class="stack">
        {[...byReason].map(([why, columns]: [keyof typeof texts.whyUnused, FileColumn[]]) => (
          <div key={why}>
            <dt>{formatList(columns.map(({ name }) => name))}</dt>
            <dd class="muted">{texts.whyUnused[why]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
