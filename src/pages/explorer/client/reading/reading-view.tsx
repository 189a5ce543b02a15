import type { Translated } from "../../../../base/language.ts";
import { numberLineOf } from "../../../kit/client/address-line.ts";
import { currentLanguage } from "../../../kit/client/preferences.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatCount, formatDecimal } from "../format.ts";
import type { Address } from "../known-addresses.ts";
import {
  MARKED_PARTS,
  markLine,
  type PartReading,
  READING_PARTS,
  type ReadingPart,
  type ReadingTrace,
} from "./mark-line.ts";
import { DUTCH_TRACE_NAMES } from "./trace-names.ts";

const texts = pickTexts({
  title: { nl: "Zo is het gelezen", en: "How it was read" },
  edits: {
    nl: (n: number) => (n === 1 ? "1 typefout verbeterd" : `${n} typefouten verbeterd`),
    en: (n: number) => (n === 1 ? "1 typing error corrected" : `${n} typing errors corrected`),
  },
  becomes: { nl: "wordt", en: "becomes" },
  details: { nl: "Alle stappen van de zoekmachine", en: "All steps of the search" },
  steps: { nl: "Stappen, de strengste eerst", en: "Steps, the strictest first" },
  found: { nl: (n: string) => `${n} gevonden`, en: (n: string) => `${n} found` },
  scores: { nl: "Scores van de beste kandidaten", en: "Scores of the best candidates" },
  interpretations: { nl: "Manieren waarop de regel te lezen is", en: "Ways to read the line" },
});

const PARTS = pickTexts({
  street: { nl: "straat", en: "street" },
  number: { nl: "nummer", en: "number" },
  designation: { nl: "letter of toevoeging", en: "letter or addition" },
  postcode: { nl: "postcode", en: "postcode" },
  place: { nl: "plaats", en: "place" },
  leftover: { nl: "niet gebruikt", en: "not used" },
});

/** Kinds of readings that are not literal. */
const NOTES: Readonly<Record<string, Translated>> = {
  prefix: { nl: "aangevuld", en: "completed" },
  words: { nl: "deel van de naam", en: "part of the name" },
  all: { nl: "woorden in andere volgorde", en: "words in another order" },
  stripped: { nl: "zonder titel of voorletters", en: "without title or initials" },
  core: { nl: "zonder titel of voorletters", en: "without title or initials" },
  alias: { nl: "andere naam van de plaats", en: "another name of the place" },
  short: { nl: "korte naam van de plaats", en: "short name of the place" },
  gemeente: { nl: "naam van de gemeente", en: "name of the municipality" },
  provincie: { nl: "naam van de provincie", en: "name of the province" },
  suffix: { nl: "afkorting van de provincie", en: "abbreviation of the province" },
  equivalent: { nl: "zelfde betekenis, anders geschreven", en: "same meaning, written differently" },
  part: { nl: "deel van de toevoeging", en: "part of the addition" },
  plain: { nl: "het nummer zonder toevoeging", en: "the number without addition" },
  other: { nl: "bestaat niet bij dit nummer", en: "does not exist at this number" },
};

interface ReadingProps {
  readonly line: string;
  readonly best: ReadingTrace["best"][number];
  /** Address that the reading led to. */
  readonly address: Address;
}

/** Shows a line with its parts marked, and the corrections and additions to them. */
export function ReadingView({ line, best, address }: ReadingProps) {
  const pieces = markLine(line, best.reading, best.leftover);
  const present = MARKED_PARTS.filter((part) => pieces.some((piece) => piece.part === part));
  const typedAs = (part: ReadingPart) =>
    pieces.filter((piece) => piece.part === part).map(({ text }) => text);
  const changes = READING_PARTS.flatMap((part) => {
    const change = changeOf(part, best.reading[part], address);
    return change === undefined ? [] : [{ ...change, typed: typedAs(part).join(" ") || change.typed }];
  });
  return (
    <section class="stack box reading" aria-label={texts.title}>
      <h2 class="eyebrow">{texts.title}</h2>
      <p class="marked-line">
        {pieces.map(({ text, part }, i) =>
          part === undefined ? (
            text
          ) : (
            <mark key={i} class={`part-${part}`}>
              {text}
            </mark>
          ),
        )}
      </p>
      <ul class="row hint legend">
        {present.map((part) => (
          <li key={part} class={`part-${part}`}>
            {PARTS[part]}
          </li>
        ))}
      </ul>
      {changes.length > 0 && (
        <ul class="changes">
          {changes.map(({ typed, becomes, note }) => (
            <li key={typed}>
              <s>{typed}</s>
              <span class="visually-hidden"> {texts.becomes} </span>
              <b>{becomes}</b> <span class="muted">({note})</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Change {
  readonly typed: string;
  readonly becomes: string;
  readonly note: string;
}

/** Returns how a part differs from the address; undefined when it does not. */
function changeOf(part: ReadingPart, read: PartReading | undefined, address: Address): Change | undefined {
  if (read === undefined) {
    return undefined;
  }
  const { typed, edits = 0, kind = "" } = read;
  const note = edits > 0 ? texts.edits(edits) : NOTES[kind]?.[currentLanguage()];
  return note === undefined ? undefined : { typed, becomes: VALUES[part](address), note };
}

/** Values of an address by the part that names them. */
const VALUES: Readonly<Record<ReadingPart, (address: Address) => string>> = {
  street: ({ straatnaam }) => straatnaam,
  number: ({ huisnummer }) => String(huisnummer),
  designation: numberLineOf,
  postcode: ({ postcode }) => postcode ?? "",
  place: ({ woonplaats_naam }) => woonplaats_naam,
};

/** Scores shown: of the best candidates. */
const SHOWN = 3;

function traceName(name: string): string {
  return currentLanguage() === "nl" ? (DUTCH_TRACE_NAMES[name] ?? name) : name;
}

/** Shows every step of the search, folded up. */
export function TraceView({ trace }: { trace: ReadingTrace }) {
  return (
    <details class="trace no-print">
      <summary class="muted">{texts.details}</summary>
      <h3>{texts.interpretations}</h3>
      <ol>
        {trace.interpretations.slice(0, 6).map((text) => (
          <li key={text}>
            <code>{text}</code>
          </li>
        ))}
      </ol>
      <h3>{texts.steps}</h3>
      <ol>
        {trace.collectors.map(({ name, found }) => (
          <li key={name} class={found > 0 ? "hit" : "muted"}>
            {traceName(name)}: {texts.found(formatCount(found))}
          </li>
        ))}
      </ol>
      {trace.best.length > 0 && <h3>{texts.scores}</h3>}
      <ol>
        {trace.best.slice(0, SHOWN).map(({ street, score, scores }) => (
          <li key={street + score}>
            <b>{street}</b> {formatDecimal(score, 1)}
            <span class="muted">
              {" "}
              {Object.entries(scores)
                .map(([name, points]) => `${traceName(name)} ${points}`)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
