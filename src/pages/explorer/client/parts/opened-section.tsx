import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Ask } from "../../../kit/client/ask.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { type Trouble, tryAgain } from "../../../kit/client/trouble/connection.ts";
import { pageData } from "../page-data.ts";
import { texts as words } from "../texts.ts";
import type { Life } from "../time/life.ts";
import type { YearsArea } from "../time/years.tsx";
import { useLoaded } from "../use-loaded.ts";
import type { OldestOf } from "./oldest-buildings.tsx";
import type { ShownRequest } from "./request-forms.tsx";

const texts = pickTexts({
  timeLine: { nl: "Tijdlijn", en: "Time line" },
  years: { nl: "Jaar na jaar", en: "Year by year" },
  oldest: { nl: "Oudste panden", en: "Oldest buildings" },
  request: { nl: "Opvragen met de API", en: "Get it with the API" },
  noHistory: { nl: "Hiervan is geen geschiedenis bewaard.", en: "No history of this is kept." },
  notLoaded: { nl: "Dit kon niet worden geladen.", en: "This could not be loaded." },
  tryAgain: { nl: "Probeer opnieuw", en: "Try again" },
});

const hasHistory = pageData.registry?.hasHistory ?? false;

interface OpenedSectionProps {
  readonly title: string;
  readonly class?: string;
  /** Loads script and data of the section. */
  load(ask: Ask): Promise<ComponentChildren>;
}

/** Section of a card that is loaded when it is opened first, and shown once it is whole. */
function OpenedSection({ title, class: className = "", load }: OpenedSectionProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { value, isLate, trouble } = useLoaded(isAsked ? title : undefined, async function* (ask) {
    yield await load(ask);
  });
  return (
    <details class={`card-section ${className}`} onToggle={() => setIsAsked(true)}>
      <summary class="opener chevron">
        <h2>{title}</h2>
      </summary>
      {value}
      <div role="status">
        {value === undefined &&
          (trouble === undefined ? isLate && words.loading : <NotLoaded trouble={trouble} />)}
      </div>
    </details>
  );
}

function NotLoaded({ trouble }: { trouble: Trouble }) {
  return trouble.kind === "not-found" ? (
    <p class="hint">{texts.noHistory}</p>
  ) : (
    <p class="hint">
      {texts.notLoaded}{" "}
      <button type="button" class="button small" onClick={tryAgain}>
        {texts.tryAgain}
      </button>
    </p>
  );
}

/** Shows the time line of an object; nothing where the data have no past. */
export function TimeLineSection({ id, life }: { id: string; life: Life }) {
  const load = async (ask: Ask) => (await import("../later.ts")).openTimeLine(ask, id, life);
  return hasHistory && <OpenedSection key={life.path + id} title={texts.timeLine} load={load} />;
}

/** Shows charts of an area, year by year; nothing where the data have no past. */
export function YearsSection({ of }: { of: YearsArea }) {
  const load = async (ask: Ask) => (await import("../later.ts")).openYears(ask, of);
  return hasHistory && <OpenedSection key={JSON.stringify(of)} title={texts.years} load={load} />;
}

/** Shows the oldest buildings of a place with their addresses; nothing where no year is known. */
export function OldestSection({ of }: { of: OldestOf }) {
  const load = async (ask: Ask) => (await import("../later.ts")).openOldest(ask, of);
  return (
    of.years.length > 0 && <OpenedSection key={of.city.identificatie} title={texts.oldest} load={load} />
  );
}

/** Shows the request behind a card. */
export function RequestSection({ request }: { request: ShownRequest }) {
  const load = async () => (await import("../later.ts")).showRequest(request);
  const key = JSON.stringify(request);
  return <OpenedSection key={key} title={texts.request} class="use-it no-print" load={load} />;
}
