import { formatCount, formatHouseNumber, formatScore } from "../format.ts";
import type { Address } from "../known-addresses.ts";
import { readingTexts } from "../reading-texts.ts";
import { language } from "../texts.ts";
import {
  MARKED_PARTS,
  markLine,
  type PartReading,
  READING_PARTS,
  type ReadingPart,
  type ReadingTrace,
} from "./mark-line.ts";
import { DUTCH_TRACE_NAMES } from "./trace-names.ts";

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
    <section class="reading" aria-label={readingTexts.title}>
      <h2>{readingTexts.title}</h2>
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
      <ul class="legend">
        {present.map((part) => (
          <li key={part} class={`part-${part}`}>
            {readingTexts.parts[part]}
          </li>
        ))}
      </ul>
      {changes.length > 0 && (
        <ul class="changes">
          {changes.map(({ typed, becomes, note }) => (
            <li key={typed}>
              <s>{typed}</s>
              <span class="visually-hidden"> {readingTexts.becomes} </span>
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
  const note = edits > 0 ? readingTexts.edits(edits) : readingTexts.notes[kind];
  return note === undefined ? undefined : { typed, becomes: VALUES[part](address), note };
}

/** Values of an address by the part that names them. */
const VALUES: Readonly<Record<ReadingPart, (address: Address) => string>> = {
  street: ({ straatnaam }) => straatnaam,
  number: ({ huisnummer }) => String(huisnummer),
  designation: (address) => formatHouseNumber(address),
  postcode: ({ postcode }) => postcode ?? "",
  place: ({ woonplaats_naam }) => woonplaats_naam,
};

/** Scores shown: of the best candidates. */
const SHOWN = 3;

function traceName(name: string): string {
  return language === "nl" ? (DUTCH_TRACE_NAMES[name] ?? name) : name;
}

/** Shows every step of the search, folded up. */
export function TraceView({ trace }: { trace: ReadingTrace }) {
  return (
    <details class="trace">
      <summary>{readingTexts.details}</summary>
      <h3>{readingTexts.interpretations}</h3>
      <ol>
        {trace.interpretations.slice(0, 6).map((text) => (
          <li key={text}>
            <code>{text}</code>
          </li>
        ))}
      </ol>
      <h3>{readingTexts.steps}</h3>
      <ol>
        {trace.collectors.map(({ name, found }) => (
          <li key={name} class={found > 0 ? "hit" : "muted"}>
            {traceName(name)}: {readingTexts.found(formatCount(found))}
          </li>
        ))}
      </ol>
      {trace.best.length > 0 && <h3>{readingTexts.scores}</h3>}
      <ol>
        {trace.best.slice(0, SHOWN).map(({ street, score, scores }) => (
          <li key={street + score}>
            <b>{street}</b> {formatScore(score)}
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
