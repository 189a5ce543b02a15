/** Cards of links to objects that are not there on the reference date: gone, announced, or corrected away. */
import type { Ask } from "../../../kit/client/ask.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { ExplorerView } from "../../view.ts";
import { formatDate } from "../format.ts";
import { former } from "../kinds/former.tsx";
import type { CardValue, Kind } from "../kinds/kind.ts";
import { CardSection } from "../parts/card-section.tsx";
import { Figures } from "../parts/figures.tsx";
import { TimeLineSection } from "../parts/opened-section.tsx";
import { Relations } from "../parts/relations.tsx";
import { absenceText } from "./absence-texts.ts";
import { formerTexts, formerView } from "./former-parts.tsx";
import {
  type AddressLife,
  isAnnounced,
  isCorrection,
  type LastFacts,
  type Life,
  type LifeVoorkomen,
  loadLife,
  parameterOf,
} from "./life.ts";

const texts = pickTexts({
  statusSince: {
    nl: (status: string, day: string) => `${status} sinds ${day}: dit is er niet meer.`,
    en: (status: string, day: string) => `${status} since ${day}: it no longer exists.`,
  },
  announcedFrom: {
    nl: (day: string) => `Aangekondigd: het bestaat vanaf ${day}.`,
    en: (day: string) => `Announced: it exists from ${day}.`,
  },
  onlyCorrections: {
    nl: "Dit was een registratiefout: het heeft nooit bestaan.",
    en: "This was a registration error: it never existed.",
  },
});

interface GoneData extends LastFacts {
  readonly id: string;
  readonly life: Life;
  /** Sentences that say since when it is gone, or from when it will be there. */
  readonly note: string;
  readonly record: unknown;
}

const gone: Kind<GoneData> = {
  async *load() {},
  title: ({ id, name }) => name ?? id,
  searchText: ({ id }) => id,
  selection: ({ building }) => ({ building }),
  request: ({ id, life: { path }, record }) => ({ path, parameters: { [parameterOf(path)]: id }, record }),
  Body: GoneBody,
};

/** Yields the card of an identificatie that no current object has; throws when no object ever had it. */
export async function* loadGone(
  ask: Ask,
  view: NonNullable<ExplorerView>,
  life: Life,
): AsyncGenerator<CardValue> {
  const { id } = view;
  // The time line has the corrections, and asks again.
  const { include = "" } = life.parameters;
  const asked = life.last === undefined ? {} : { include: include.replace(",corrections", "") };
  const data = await loadLife(ask, life, { ...asked, id });
  const last = "periods" in data ? data.periods.findLast(isPast) : undefined;
  if (last?.valid_until != null) {
    const lastView = formerView(id, last.valid_until);
    for await (const shown of former.load(ask, lastView.id)) {
      yield { view: lastView, kind: former as Kind<unknown>, data: shown };
    }
    return;
  }
  const facts = "periods" in data ? factsOfAddress(data.periods) : await factsOfObject(ask, life, data);
  yield { view, kind: gone as Kind<unknown>, data: { id, life, record: data, ...facts } };
}

function isPast({ address, valid_from }: AddressLife[number]): boolean {
  return address !== null && !isAnnounced(valid_from);
}

/** Says why a number that never was an address is not one, or from when it will be. */
function factsOfAddress(periods: AddressLife) {
  const announced = periods.find(({ address }) => address !== null);
  const reason = periods.findLast((period) => period.reason !== undefined)?.reason;
  const note =
    announced?.valid_from != null
      ? texts.announcedFrom(formatDate(announced.valid_from))
      : absenceText(reason ?? "corrected");
  return { name: announced?.address?.full_address, note };
}

async function factsOfObject(ask: Ask, life: Life, data: { voorkomens: readonly LifeVoorkomen[] }) {
  const valid = data.voorkomens.filter((one) => !isCorrection(one));
  const [first, last] = [valid[0], valid.at(-1)];
  const note =
    first === undefined || last === undefined
      ? texts.onlyCorrections
      : isAnnounced(first.begin_geldigheid)
        ? texts.announcedFrom(formatDate(first.begin_geldigheid))
        : texts.statusSince(last.status, formatDate(last.begin_geldigheid));
  // An outline would fill the record that the card shows.
  const voorkomens = data.voorkomens.map((one) => ({ ...one, geometry: undefined }));
  const newest = data.voorkomens.at(-1);
  const facts = newest && (await life.last?.(ask, newest));
  return { ...facts, note, record: { ...data, voorkomens } };
}

function GoneBody({ data: { id, life, note, figures = [], relations = [] } }: { data: GoneData }) {
  return (
    <>
      <p class="note warn">{note}</p>
      {figures.length > 0 && (
        <CardSection title={formerTexts.wasLast}>
          <Figures figures={figures} />
        </CardSection>
      )}
      {relations.length > 0 && <Relations relations={relations} />}
      <TimeLineSection id={id} life={life} />
    </>
  );
}
