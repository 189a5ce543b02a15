import { formatCount } from "../format.ts";
import { readingTexts } from "../reading-texts.ts";
import type { Trace } from "./trace.ts";

/** Scores shown: of the best candidates. */
const SHOWN = 3;

/** Shows every step of the search, folded up. */
export function TraceView({ trace }: { trace: Trace }) {
  return (
    <details class="trace">
      <summary>{readingTexts.details}</summary>
      <h4>{readingTexts.interpretations}</h4>
      <ol>
        {trace.interpretations.slice(0, 6).map((text) => (
          <li key={text}>
            <code>{text}</code>
          </li>
        ))}
      </ol>
      <h4>{readingTexts.steps}</h4>
      <ol>
        {trace.collectors.map(({ name, found }) => (
          <li key={name} lang="en" class={found > 0 ? "hit" : "muted"}>
            {name}: {readingTexts.found(formatCount(found))}
          </li>
        ))}
      </ol>
      {trace.best.length > 0 && <h4>{readingTexts.scores}</h4>}
      <ol>
        {trace.best.slice(0, SHOWN).map(({ street, score, scores }) => (
          <li key={street + score}>
            <b>{street}</b> {Math.round(score * 10) / 10}
            <span class="muted" lang="en">
              {" "}
              {Object.entries(scores)
                .map(([name, points]) => `${name} ${points}`)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
