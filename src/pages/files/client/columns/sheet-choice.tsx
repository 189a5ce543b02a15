import { pickTexts } from "../../../kit/client/texts.ts";
import { readSheet } from "../session.ts";
import type { ReadSheet } from "./file-facts.ts";

const texts = pickTexts({
  sheet: { en: "sheet", nl: "blad" },
});

/** Menu of the sheets of a spreadsheet. */
export function SheetChoice({ sheet: { name: current, others } }: { readonly sheet: ReadSheet }) {
  return (
    <label class="sheet-choice">
      {texts.sheet}
      <select
        class="input column-role"
        value={current}
        onChange={(event) => void readSheet(event.currentTarget.value)}
      >
        {[current, ...others].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
