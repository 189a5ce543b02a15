import type { ComponentChildren } from "preact";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { ReadFile } from "../../server/session-state.ts";
import type { RoleOfColumn } from "../answers.ts";
import { usesOf } from "./column-uses.ts";
import { addressText, foundText } from "./file-facts.ts";

const texts = pickTexts({
  closeTitle: { en: "Also possible", nl: "Ook mogelijk" },
  closeLead: {
    en: "The file can also be read like this. Which address do you mean?",
    nl: "Het bestand kan ook zo gelezen worden. Welk adres bedoelt u?",
  },
  thisReading: { en: "Chosen now", nl: "Nu gekozen" },
  otherReading: { en: "Other option", nl: "Andere mogelijkheid" },
  takeReading: { en: "Choose this one", nl: "Kies deze" },
});

/** Two readings of the columns that explain the rows about as well, with an example of each. */
export function CloseReading({ state, onTake }: { readonly state: ReadFile; onTake(): void }) {
  const { other, exact_share } = state;
  return (
    <section class="stack card close-call" aria-labelledby="close-title">
      <h3 id="close-title">{texts.closeTitle}</h3>
      <p>{texts.closeLead}</p>
      <div class="readings">
        <Reading title={texts.thisReading} state={state} uses={usesOf(state.columns)} share={exact_share} />
        <Reading title={texts.otherReading} state={state} uses={other!.uses} share={other!.exact_share}>
          <button type="button" class="button small" onClick={onTake}>
            {texts.takeReading}
          </button>
        </Reading>
      </div>
    </section>
  );
}

interface ReadingProps {
  readonly title: string;
  readonly state: ReadFile;
  readonly uses: readonly RoleOfColumn[];
  readonly share: number | null;
  readonly children?: ComponentChildren;
}

function Reading({ title, state, uses, share, children }: ReadingProps) {
  const example = exampleOf(state, uses);
  return (
    <div class="stack reading">
      <h4 class="hint">{title}</h4>
      <p>{addressText(state, uses)}</p>
      {example !== "" && <p class="example">{example}</p>}
      {share !== null && <p class="hint">{foundText(share)}</p>}
      {children}
    </div>
  );
}

/** Returns the cells of the first row that has all of them. */
function exampleOf({ first_rows }: ReadFile, uses: readonly RoleOfColumn[]): string {
  const cellsOf = (row: readonly string[]) =>
    uses.map(({ index }) => row[index] ?? "").filter((cell) => cell.trim() !== "");
  const [best] = first_rows.map(cellsOf).toSorted((a, b) => b.length - a.length);
  return (best ?? []).join(" ");
}
