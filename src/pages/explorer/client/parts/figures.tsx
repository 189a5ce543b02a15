import type { ComponentChildren } from "preact";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatArea, formatCount, purposeName } from "../format.ts";
import { texts } from "../texts.ts";

const names = pickTexts({
  builtIn: { nl: "Bouwjaar", en: "Built in" },
  toBeBuiltIn: { nl: "Verwacht bouwjaar", en: "Expected in" },
  floorArea: { nl: "Oppervlakte", en: "Floor area" },
  purpose: { nl: "Gebruiksdoel", en: "Purpose" },
});

export interface Figure {
  readonly name: string;
  readonly value: ComponentChildren;
}

/** Row of the few numbers that matter most. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl class="figures">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt class="hint">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function countFigure(name: string, count = 0): Figure {
  return { name, value: formatCount(count) };
}

type CountName = "addresses" | "buildings" | "cities" | "municipalities" | "streets";
const COUNT_NAMES: Readonly<Record<CountName, string>> = texts;

interface CountsProps<Name extends CountName> {
  readonly names: readonly Name[];
  readonly of: Readonly<Record<Name, number>> | undefined;
}

/** Row of counts of an area or of all data. */
export function Counts<Name extends CountName>({ names, of }: CountsProps<Name>) {
  return <Figures figures={names.map((name) => countFigure(COUNT_NAMES[name], of?.[name]))} />;
}

/** Returns the year of a building; `stage` says whether it stands. */
export function builtFigure(bouwjaar: number | null | undefined, stage?: string | undefined): Figure {
  const name = stage === "planned" ? names.toBeBuiltIn : names.builtIn;
  return { name, value: bouwjaar ?? texts.unknown };
}

interface Used {
  readonly oppervlakte: number | null;
  readonly gebruiksdoel: readonly string[];
}

/** Returns floor area and purposes; `otherwise` is shown where there is no purpose. */
export function usageFigures(
  { oppervlakte, gebruiksdoel }: Used,
  otherwise: string = texts.unknown,
): Figure[] {
  return [
    { name: names.floorArea, value: oppervlakte === null ? texts.unknown : formatArea(oppervlakte) },
    { name: names.purpose, value: gebruiksdoel.map(purposeName).join(", ") || otherwise },
  ];
}
