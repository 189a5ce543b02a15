import { formatCount, formatDate } from "./format.ts";
import { kindNameOf } from "./kind-name.ts";
import { ViewLink } from "./navigation.tsx";
import { pageData } from "./page-data.ts";
import { texts } from "./texts.ts";

/** First view: what this is, what data it has, and searches to try. */
export function Home() {
  const { registry, isDemo } = pageData;
  return (
    <div class="home">
      <h1 tabIndex={-1}>{texts.homeTitle}</h1>
      <p>{texts.homeLead}</p>
      {isDemo && <DemoNote />}
      {registry && (
        <>
          <h2 class="eyebrow">{texts.examples}</h2>
          <ul class="examples">
            {registry.examples.map(({ label, view }) => (
              <li key={label}>
                <ViewLink to={view}>
                  {label}
                  <span>{kindNameOf(view)}</span>
                </ViewLink>
              </li>
            ))}
          </ul>
          <p class="hint">{texts.mapHint}</p>
          <Counts registry={registry} />
        </>
      )}
    </div>
  );
}

function DemoNote() {
  return (
    <p class="note">
      <b>{texts.demoTitle}</b> {texts.demo}
    </p>
  );
}

function Counts({ registry: { counts, date } }: { registry: NonNullable<typeof pageData.registry> }) {
  return (
    <section aria-label={texts.dataOf(formatDate(date))}>
      <dl class="figures">
        {(Object.keys(texts.counts) as (keyof typeof counts)[]).map((name) => (
          <div key={name}>
            <dt>{texts.counts[name]}</dt>
            <dd>{formatCount(counts[name])}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">{texts.dataOf(formatDate(date))}</p>
    </section>
  );
}
