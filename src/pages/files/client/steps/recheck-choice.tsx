/** Choice between finding the addresses of a file and bringing its ids up to date. */

import { pickTexts } from "../../../kit/client/texts.ts";

const texts = pickTexts({
  modeTitle: { en: "What would you like to do with this file?", nl: "Wat wilt u met dit bestand?" },
  /** Name and description of each. */
  modes: {
    find: {
      en: ["Find addresses", "Finds the address of each row, with position and building."],
      nl: ["Adressen zoeken", "Vindt van elke rij het adres, met plek en gebouw."],
    },
    recheck: {
      en: [
        "Bring up to date",
        "Uses the ids to find what became of each address: a new street name, number or municipality, or its end.",
      ],
      nl: [
        "Bijwerken",
        "Zoekt met de id’s op wat er van elk adres is geworden: nieuwe straatnaam, nummer, gemeente, of vervallen.",
      ],
    },
  },
  since: { en: "The ids were right on", nl: "De id’s klopten op" },
  sinceHint: {
    en: "For example the day on which the list was made.",
    nl: "Bijvoorbeeld de dag waarop de lijst is gemaakt.",
  },
});

export type Mode = keyof typeof texts.modes;
const MODES = Object.keys(texts.modes) as Mode[];

export function ModeChoice({ mode, onChange }: { readonly mode: Mode; onChange(mode: Mode): void }) {
  return (
    <fieldset class="modes readings">
      <legend>{texts.modeTitle}</legend>
      {MODES.map((each) => (
        <label key={each} class="offer">
          <input type="radio" name="mode" checked={mode === each} onChange={() => onChange(each)} />
          <span class="offer-text">
            <b>{texts.modes[each][0]}</b> <span class="hint">{texts.modes[each][1]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Field of the day on which the ids were right, YYYY-MM-DD; empty for none. */
export function SinceField({ since, onChange }: { readonly since: string; onChange(since: string): void }) {
  return (
    <label class="field since">
      <span>{texts.since}</span>
      <input
        type="date"
        class="input"
        value={since}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <span class="hint">{texts.sinceHint}</span>
    </label>
  );
}
