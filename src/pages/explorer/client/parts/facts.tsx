import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { ExplorerView } from "../../view.ts";
import { fieldTextsOf, type RecordKind } from "../field-texts.ts";
import { formatArea, formatCoordinate, formatDate } from "../format.ts";
import { ViewLink } from "../navigation.tsx";
import { language, texts } from "../texts.ts";

type Values = Readonly<Record<string, unknown>>;

interface FactsProps {
  readonly kind: RecordKind;
  readonly record: object;
}

/** Shows every field of a record with its Dutch name; the meanings are shown on request. */
export function Facts({ kind, record }: FactsProps) {
  const [isExplained, setIsExplained] = useState(false);
  const id = useId();
  const values = record as Values;
  const shown = fieldTextsOf(kind).filter(([name, { whenKnown }]) => !whenKnown || values[name]);
  return (
    <section class="card-section" aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{texts.fields}</h2>
        <label class="switch">
          <input
            type="checkbox"
            checked={isExplained}
            onChange={(event) => setIsExplained(event.currentTarget.checked)}
          />
          {texts.explainFields}
        </label>
      </div>
      <dl class="facts">
        {shown.map(([name, text]) => (
          <div key={name} class="fact">
            <dt>
              {language === "nl" ? text.dutch : text.english}
              {language === "en" && text.dutch !== text.english && <span lang="nl">{text.dutch}</span>}
            </dt>
            <dd>
              <FactValue name={name} values={values} />
              {isExplained && <p class="hint">{text[language]}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FactValue({ name, values }: { name: string; values: Values }) {
  const value = values[name];
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) {
    return <span class="muted">{texts.none}</span>;
  }
  const texted = Array.isArray(value) ? value.map(String) : [formatValue(name, value)];
  return (
    <>
      {texted.map((text, i) => {
        const view = LINKS[name]?.(text, values);
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

const COORDINATES: readonly string[] = ["latitude", "longitude", "rd_x", "rd_y"];

/** Formats a value of a field as the cards show it. */
export function formatValue(name: string, value: unknown): string {
  if (typeof value === "boolean") {
    return value ? texts.yes : texts.no;
  }
  if (name === "stage") {
    return texts.stageNames[String(value)]!;
  }
  if (name.endsWith("_geldigheid")) {
    return formatDate(String(value));
  }
  if (COORDINATES.includes(name)) {
    return formatCoordinate(Number(value));
  }
  return name === "oppervlakte" ? formatArea(Number(value)) : String(value);
}

/** Views that the values of fields lead to. */
const LINKS: Readonly<Record<string, (text: string, values: Values) => ExplorerView>> = {
  straatnaam: (text, { woonplaats_id }) => ({ kind: "street", id: `${woonplaats_id}/${text}` }),
  postcode: (id) => ({ kind: "postcode", id }),
  woonplaats_naam: (_text, { woonplaats_id }) => ({ kind: "place", id: String(woonplaats_id) }),
  gemeente_naam: (_text, { gemeente_code }) => ({ kind: "municipality", id: String(gemeente_code) }),
  provincie_naam: (id) => ({ kind: "province", id }),
  pand_id: (id) => ({ kind: "building", id }),
  adresseerbaar_object_id: (id, { type }) =>
    type === "verblijfsobject" ? { kind: "residence", id } : undefined,
  hoofdadres_nummeraanduiding_id: (id) => ({ kind: "address", id }),
  nevenadres_nummeraanduiding_ids: (id) => ({ kind: "address", id }),
};

interface Figure {
  readonly name: string;
  readonly value: ComponentChildren;
}

/** Row of the few numbers that matter most. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl class="figures">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
