import { pickTexts } from "../../../kit/client/texts.ts";
import { readSheet } from "../session.ts";
import type { ReadSheet } from "./file-facts.ts";

const texts = pickTexts({
  sheet: { en: "sheet", nl: "blad" },
});

/** Names the sheet that was read; a menu where there are others. */
export function SheetChoice({ sheet: { name: current, others } }: { readonly sheet: ReadSheet }) {
  if (others.length === 0) {
    return (
      <span class="muted">
        {" "}
        · {texts.sheet} {current}
      </span>
    );
  }
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
