import { useId, useState } from "preact/hooks";
import { currentLanguage } from "../../../kit/client/preferences.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatArea, formatDate, formatDecimal } from "../format.ts";
import type { Fields, FieldText } from "../kinds/fields.ts";
import { ViewLink } from "../navigation.tsx";
import { texts as words } from "../texts.ts";

type Values = Readonly<Record<string, unknown>>;

const texts = pickTexts({
  fields: { nl: "Alle velden", en: "All fields" },
  explain: { nl: "Uitleg tonen", en: "Show explanations" },
  yes: { nl: "ja", en: "yes" },
  no: { nl: "nee", en: "no" },
  stages: {
    nl: { planned: "gepland", standing: "staat er", ended: "vervallen" },
    en: { planned: "planned", standing: "standing", ended: "ended" },
  },
});

interface FactsProps {
  /** Fields to show, in this order. */
  readonly fields: Fields;
  readonly record: object;
}

/** Shows every field of a record with its Dutch name; the meanings are shown on request. */
export function Facts({ fields, record }: FactsProps) {
  const [isExplained, setIsExplained] = useState(false);
  const id = useId();
  const values = record as Values;
  const language = currentLanguage();
  const shown = Object.entries(fields).filter(([name, { whenKnown }]) => !whenKnown || values[name]);
  return (
    <section class="card-section" aria-labelledby={id}>
      <div class="row apart">
        <h2 id={id}>{texts.fields}</h2>
        <label class="row hint no-print">
          <input
            type="checkbox"
            checked={isExplained}
            onChange={(event) => setIsExplained(event.currentTarget.checked)}
          />
          {texts.explain}
        </label>
      </div>
      <dl class="facts">
        {shown.map(([name, text]) => (
          <div key={name} class="fact">
            <dt class="muted">
              {text.name[language]}
              {language === "en" && text.name.nl !== text.name.en && <span lang="nl">{text.name.nl}</span>}
            </dt>
            <dd>
              <FactValue name={name} field={text} values={values} />
              {isExplained && text[language] && <p class="hint">{text[language]}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FactValue({ name, field, values }: { name: string; field: FieldText; values: Values }) {
  const value = values[name];
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) {
    return <span class="muted">{words.none}</span>;
  }
  const texted = Array.isArray(value) ? value.map(String) : [formatValue(name, value)];
  return (
    <>
      {texted.map((text, i) => {
        const view = field.view?.(text, values);
        return (
          <span key={text}>
            {i > 0 && ", "}
            {view === undefined ? text : <ViewLink to={view}>{text}</ViewLink>}
          </span>
        );
      })}
    </>
  );
}

/** All that a coordinate has: 52,31117 and 131.512,777. */
const COORDINATE_DECIMALS = 8;
const COORDINATES: readonly string[] = ["latitude", "longitude", "rd_x", "rd_y"];

/** Formats a value of a field as the cards show it. */
export function formatValue(name: string, value: unknown): string {
  if (typeof value === "boolean") {
    return value ? texts.yes : texts.no;
  }
  if (name === "stage") {
    return texts.stages[value as keyof typeof texts.stages];
  }
  if (name.endsWith("_geldigheid")) {
    return formatDate(String(value));
  }
  if (COORDINATES.includes(name)) {
    return formatDecimal(Number(value), COORDINATE_DECIMALS);
  }
  return name === "oppervlakte" ? formatArea(Number(value)) : String(value);
}
