/** Time line of a card: changes, with their days and documents. */
import type { ComponentChildren } from "preact";
import type { Ask } from "../../../kit/client/ask.ts";
import type { ExplorerView } from "../../view.ts";
import { fieldTextsOf } from "../field-texts.ts";
import { formatDate, purposeName } from "../format.ts";
import { pageData } from "../page-data.ts";
import { formatValue } from "../parts/facts.tsx";
import { language, texts } from "../texts.ts";
import { eventsOfAddress, eventsOfObject, type LifeDocument, type LifeEvent, type LifeKind } from "./life.ts";
import { timeTexts } from "./texts.ts";

/** Loads the life of an object and returns its time line. */
export async function openTimeLine(ask: Ask, view: NonNullable<ExplorerView>): Promise<ComponentChildren> {
  const kind = view.kind as LifeKind;
  const { events, registrySince } = await loadLife(ask, kind, view.id);
  return <TimeLine kind={kind} events={events} registrySince={registrySince} />;
}

interface Life {
  /** Oldest first. */
  readonly events: readonly LifeEvent[];
  /** First day of the registry where an address lies, YYYY-MM-DD. */
  readonly registrySince?: string | null | undefined;
}

async function loadLife(ask: Ask, kind: LifeKind, id: string): Promise<Life> {
  switch (kind) {
    case "address": {
      const { data } = await ask("/addresses/{nummeraanduidingId}/history", {
        nummeraanduidingId: id,
        fields: "all",
        include: "source,stage",
      });
      return { events: eventsOfAddress(data.periods), registrySince: data.registry_since };
    }
    case "building": {
      const include = "geometry,source,corrections";
      const { data } = await ask("/buildings/{pandId}/history", { pandId: id, include });
      return { events: eventsOfObject(kind, data.voorkomens) };
    }
    case "residence": {
      const include = "source,corrections";
      const { data } = await ask("/residences/{verblijfsobjectId}/history", {
        verblijfsobjectId: id,
        include,
      });
      return { events: eventsOfObject(kind, data.voorkomens) };
    }
    case "street": {
      const include = "source,corrections";
      const { data } = await ask("/streets/{openbareRuimteId}/history", { openbareRuimteId: id, include });
      return { events: eventsOfObject(kind, data.voorkomens) };
    }
  }
}

function TimeLine({ kind, events, registrySince }: Life & { readonly kind: LifeKind }) {
  const isAnnounced = ({ day }: LifeEvent) => day !== null && day > pageData.registry!.date;
  const present = events.findLast(
    (event) => event.kind !== "correction" && event.kind !== "absent" && !isAnnounced(event),
  );
  const [first] = events;
  const isBeforeRegistry = registrySince != null && first?.day != null && first.day < registrySince;
  return (
    <>
      <ol class="time-line">
        {events.toReversed().map((event, at) => (
          <li key={at} class={event === present && event.kind !== "end" ? "present" : event.kind}>
            <p class="event-day">
              {event.day === null ? (
                timeTexts.dayUnknown
              ) : (
                <time dateTime={event.day}>{formatDate(event.day)}</time>
              )}
              <Tag event={event} isPresent={event === present} isAnnounced={isAnnounced(event)} />
            </p>
            <EventChanges kind={kind} event={event} />
            {event.documents.map((document) => (
              <p key={document.number} class="hint">
                {documentLine(document)}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {events.length === 1 && present !== undefined && <p class="hint">{timeTexts.unchanged}</p>}
      {isBeforeRegistry && <p class="hint">{timeTexts.registrySince(formatDate(registrySince))}</p>}
    </>
  );
}

interface TagProps {
  readonly event: LifeEvent;
  readonly isPresent: boolean;
  readonly isAnnounced: boolean;
}

function Tag({ event: { kind }, isPresent, isAnnounced }: TagProps) {
  const tags = [
    kind === "correction" && timeTexts.correction,
    isAnnounced && timeTexts.announced,
    isPresent && kind !== "end" && timeTexts.now,
    kind === "begin" && timeTexts.begin,
  ].filter((tag) => tag !== false);
  return tags.map((tag) => (
    <span key={tag} class="tag">
      {tag}
    </span>
  ));
}

/** Words the change of an event. */
function EventChanges({ kind, event }: { readonly kind: LifeKind; readonly event: LifeEvent }) {
  const { changes, reason } = event;
  if (reason !== undefined) {
    return <p>{event.kind === "end" ? timeTexts.ended[kind] : timeTexts.reasons[reason]}</p>;
  }
  return (
    <>
      {event.kind === "end" && <p>{timeTexts.ended[kind]}</p>}
      {event.kind === "correction" && <p>{timeTexts.correctionHint}</p>}
      {changes.length === 0 && event.kind === "change" && <p>{timeTexts.noChange}</p>}
      <ul class="event-changes">
        {changes.map((change) => (
          <li key={change.field}>
            <span class="muted">{nameOf(kind, change.field)}</span> <Values {...change} />
          </li>
        ))}
      </ul>
    </>
  );
}

function nameOf(kind: LifeKind, field: string): string {
  const [, text] = fieldTextsOf(kind).find(([name]) => name === field) ?? [];
  return timeTexts.fields[field] ?? (language === "nl" ? text?.dutch : text?.english) ?? field;
}

/** Fields for which the time line only shows that they changed. */
const WITHOUT_VALUES: readonly string[] = ["latitude", "geometry"];

function Values({ field, before, after }: LifeEvent["changes"][number]) {
  if (WITHOUT_VALUES.includes(field)) {
    return <span>{timeTexts.changedHere}</span>;
  }
  return (
    <>
      {before !== undefined && (
        <>
          <del>{shownValue(field, before)}</del> <span aria-hidden="true">→</span>
          <span class="visually-hidden"> {timeTexts.becomes} </span>{" "}
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
  return known.length === 0 ? texts.none : known.map(show).join(", ");
}

function documentLine({ number, date, registered }: LifeDocument): string {
  const document = [number && timeTexts.document(number), date && timeTexts.ofDay(formatDate(date))];
  const parts = [
    document.filter(Boolean).join(" "),
    registered &&
      (registered === date ? timeTexts.registeredThen : timeTexts.registered(formatDate(registered))),
  ];
  return parts.filter(Boolean).join(" · ");
}
