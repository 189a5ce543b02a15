/** Time line of a card: changes, with their days and documents. */
import type { ComponentChildren } from "preact";
import type { Translated } from "../../../../base/language.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { currentLanguage } from "../../../kit/client/preferences.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatDate, purposeName } from "../format.ts";
import { formatValue } from "../parts/facts.tsx";
import { texts as words } from "../texts.ts";
import { absenceText } from "./absence-texts.ts";
import {
  eventsOfAddress,
  eventsOfObject,
  isAnnounced,
  type Life,
  type LifeDocument,
  type LifeEvent,
  loadLife,
} from "./life.ts";

const language = currentLanguage();

const texts = pickTexts({
  now: { nl: "Nu", en: "Now" },
  announced: { nl: "Aangekondigd", en: "Announced" },
  correction: { nl: "Correctie", en: "Correction" },
  correctionHint: {
    nl: "Deze registratie is vervangen en heeft nooit gegolden.",
    en: "This registration was replaced and was never valid.",
  },
  begin: { nl: "Begin", en: "Begin" },
  becomes: { nl: "wordt", en: "becomes" },
  noChange: {
    nl: "Opnieuw geregistreerd. Deze gegevens zijn niet veranderd.",
    en: "Registered again. This data did not change.",
  },
  unchanged: { nl: "Sindsdien is er niets veranderd.", en: "Nothing has changed since." },
  dayUnknown: { nl: "Dag onbekend", en: "Day unknown" },
  changedHere: { nl: "gewijzigd", en: "changed" },
  document: { nl: (number: string) => `Document ${number}`, en: (number: string) => `Document ${number}` },
  ofDay: { nl: (day: string) => `van ${day}`, en: (day: string) => `of ${day}` },
  registered: {
    nl: (day: string) => `geregistreerd op ${day}`,
    en: (day: string) => `registered on ${day}`,
  },
  registeredThen: { nl: "die dag geregistreerd", en: "registered that day" },
  registrySince: {
    nl: (day: string) =>
      `De registratie begint hier op ${day}. Wat eerder gebeurde, is alleen bekend als er een document over is.`,
    en: (day: string) =>
      `The registry begins here on ${day}. Earlier events are known only where a document records them.`,
  },
});

/** Names of fields whose name differs from the cards' tables, or is missing there. */
const FIELD_NAMES: Readonly<Record<string, Translated>> = {
  full_address: { nl: "Adres", en: "Address" },
  latitude: { nl: "Ligging", en: "Position" },
  geometry: { nl: "Omtrek", en: "Outline" },
  woonplaats_id: { nl: "Woonplaatscode", en: "Code of the place" },
  object_status: { nl: "Status", en: "Status" },
};

/** Loads the life of an object and returns its time line. */
export async function openTimeLine(ask: Ask, id: string, life: Life): Promise<ComponentChildren> {
  const data = await loadLife(ask, life, { ...life.parameters, id });
  return "periods" in data ? (
    <TimeLine
      life={life}
      events={eventsOfAddress(life, data.periods)}
      // First day of the registry where the address lies.
      registrySince={data.registry_since}
    />
  ) : (
    <TimeLine life={life} events={eventsOfObject(life, data.voorkomens)} />
  );
}

interface TimeLineProps {
  readonly life: Life;
  /** Oldest first. */
  readonly events: readonly LifeEvent[];
  /** YYYY-MM-DD. */
  readonly registrySince?: string | null | undefined;
}

function TimeLine({ life, events, registrySince }: TimeLineProps) {
  const present = events.findLast(
    ({ kind, day }) => kind !== "correction" && kind !== "absent" && !isAnnounced(day),
  );
  const [first] = events;
  const isBeforeRegistry = registrySince != null && first?.day != null && first.day < registrySince;
  return (
    <>
      <ol class="time-line">
        {events.toReversed().map((event, at) => (
          <li key={at} class={event === present && event.kind !== "end" ? "present" : event.kind}>
            <p class="row event-day">
              {event.day === null ? (
                texts.dayUnknown
              ) : (
                <time dateTime={event.day}>{formatDate(event.day)}</time>
              )}
              <Tags event={event} isPresent={event === present} />
            </p>
            <EventChanges life={life} event={event} />
            {event.documents.map((document) => (
              <p key={document.number} class="hint">
                {documentLine(document)}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {events.length === 1 && present !== undefined && <p class="hint">{texts.unchanged}</p>}
      {isBeforeRegistry && <p class="hint">{texts.registrySince(formatDate(registrySince))}</p>}
    </>
  );
}

function Tags({ event: { kind, day }, isPresent }: { event: LifeEvent; isPresent: boolean }) {
  const tags = [
    kind === "correction" && texts.correction,
    isAnnounced(day) && texts.announced,
    isPresent && kind !== "end" && texts.now,
    kind === "begin" && texts.begin,
  ].filter((tag) => tag !== false);
  return tags.map((tag) => (
    <span key={tag} class={tag === texts.now ? "badge accent" : "badge"}>
      {tag}
    </span>
  ));
}

/** Words the change of an event. */
function EventChanges({ life, event }: { readonly life: Life; readonly event: LifeEvent }) {
  const { changes, reason } = event;
  if (reason !== undefined) {
    return <p>{absenceText(reason)}</p>;
  }
  return (
    <>
      {event.kind === "end" && <p>{life.ended}</p>}
      {event.kind === "correction" && <p>{texts.correctionHint}</p>}
      {changes.length === 0 && event.kind === "change" && <p>{texts.noChange}</p>}
      <ul class="event-changes">
        {changes.map((change) => (
          <li key={change.field}>
            <span class="muted">{nameOf(life, change.field)}</span> <Values {...change} />
          </li>
        ))}
      </ul>
    </>
  );
}

function nameOf({ fields }: Life, field: string): string {
  return (FIELD_NAMES[field] ?? fields[field]?.name)?.[language] ?? field;
}

/** Fields for which the time line only shows that they changed. */
const WITHOUT_VALUES: readonly string[] = ["latitude", "geometry"];

function Values({ field, before, after }: LifeEvent["changes"][number]) {
  if (WITHOUT_VALUES.includes(field)) {
    return <span>{texts.changedHere}</span>;
  }
  return (
    <>
      {before !== undefined && (
        <>
          <del>{shownValue(field, before)}</del> <span aria-hidden="true">→</span>
          <span class="visually-hidden"> {texts.becomes} </span>{" "}
        </>
      )}
      <b>{shownValue(field, after)}</b>
    </>
  );
}

function shownValue(field: string, value: unknown): string {
  const values = Array.isArray(value) ? value : [value];
  const known = values.filter((one) => one !== null && one !== undefined);
  const show = (one: unknown) =>
    field === "gebruiksdoel" ? purposeName(String(one)) : formatValue(field, one);
  return known.length === 0 ? words.none : known.map(show).join(", ");
}

function documentLine({ number, date, registered }: LifeDocument): string {
  const document = [number && texts.document(number), date && texts.ofDay(formatDate(date))];
  const parts = [
    document.filter(Boolean).join(" "),
    registered && (registered === date ? texts.registeredThen : texts.registered(formatDate(registered))),
  ];
  return parts.filter(Boolean).join(" · ");
}
