/** Cards of links to objects that are not there on the reference date: gone, announced, or corrected away. */
import type { Ask } from "../../../kit/client/ask.ts";
import type { ExplorerView } from "../../view.ts";
import type { CardKind, CardValue } from "../cards/card-kind.ts";
import { formatArea, formatDate, purposeName } from "../format.ts";
import { pageData } from "../page-data.ts";
import { Figures } from "../parts/facts.tsx";
import { TimeLineSection } from "../parts/opened-section.tsx";
import { type LabelledView, Relations } from "../parts/relations.tsx";
import { texts } from "../texts.ts";
import { formerCard } from "./former-card.tsx";
import { formerView } from "./former-parts.tsx";
import { type AddressLife, isCorrection, type LifeVoorkomen } from "./life.ts";
import { timeTexts } from "./texts.ts";

interface GoneData {
  readonly view: NonNullable<ExplorerView>;
  /** Name in place of the identifier. */
  readonly name?: string | undefined;
  /** Sentences that say since when it is gone, or from when it will be there. */
  readonly note: string;
  readonly figures: readonly { readonly name: string; readonly value: string | number }[];
  readonly relations: readonly LabelledView[];
  readonly geometry?: Extract<LifeVoorkomen, { geometry?: unknown }>["geometry"];
  readonly path: string;
  readonly record: unknown;
}

const goneCard: CardKind<GoneData> = {
  async *load() {},
  title: ({ view, name }) => name ?? view.id,
  searchText: ({ view }) => view.id,
  selection: ({ geometry }) => (geometry == null ? { kind: "none" } : { kind: "pand", geometry }),
  request: ({ path, record }) => ({ path, parameters: {}, record }),
  Body: GoneBody,
};

const IDENTIFICATIE = /^\d{16}$/;

/** Yields the card of what a link named that no object of today has; throws `notFound` when nothing ever had it. */
export async function* loadGone(
  ask: Ask,
  view: NonNullable<ExplorerView>,
  notFound: unknown,
): AsyncGenerator<CardValue> {
  if (!IDENTIFICATIE.test(view.id)) {
    throw notFound;
  }
  if (view.kind === "address") {
    yield* loadAddress(ask, view);
    return;
  }
  const load = OBJECTS[view.kind as keyof typeof OBJECTS];
  if (load === undefined) {
    throw notFound;
  }
  yield toValue(view, await load(ask, view));
}

function toValue(view: NonNullable<ExplorerView>, data: GoneData): CardValue {
  return { view, card: goneCard as CardKind<unknown>, data };
}

async function* loadAddress(ask: Ask, view: NonNullable<ExplorerView>): AsyncGenerator<CardValue> {
  const path = "/addresses/{nummeraanduidingId}/history";
  const { data } = await ask(path, { nummeraanduidingId: view.id });
  const last = data.periods.findLast(
    ({ address, valid_from }) => address !== null && !isAnnounced(valid_from),
  );
  if (last?.valid_until != null) {
    const former = formerView(view.id, last.valid_until);
    for await (const shown of formerCard.load(ask, former.id)) {
      yield { view: former, card: formerCard as CardKind<unknown>, data: shown };
    }
    return;
  }
  const [address] = data.periods.flatMap((period) => period.address ?? []);
  yield toValue(view, {
    view,
    name: address?.full_address,
    note: noteOfAddress(data.periods),
    figures: [],
    relations: [],
    path: path.replace("{nummeraanduidingId}", view.id),
    record: data,
  });
}

function isAnnounced(day: string | null): boolean {
  return day !== null && day > pageData.registry!.date;
}

/** Says why a number is no address, which never was one. */
function noteOfAddress(periods: AddressLife): string {
  const announced = periods.find(({ address }) => address !== null);
  const reason = periods.findLast((period) => period.reason !== undefined)?.reason;
  return announced?.valid_from != null
    ? timeTexts.announcedFrom(formatDate(announced.valid_from))
    : timeTexts.reasons[reason ?? "corrected"]!;
}

const OBJECTS = {
  async building(ask: Ask, view: NonNullable<ExplorerView>): Promise<GoneData> {
    const path = "/buildings/{pandId}/history";
    const { data } = await ask(path, { pandId: view.id, include: "geometry,source" });
    const last = data.voorkomens.at(-1);
    return {
      ...goneDataOf(view, data, path.replace("{pandId}", view.id)),
      figures: [{ name: texts.builtIn, value: last?.bouwjaar ?? texts.unknown }],
      relations: [],
      geometry: last?.geometry,
    };
  },
  async residence(ask: Ask, view: NonNullable<ExplorerView>): Promise<GoneData> {
    const path = "/residences/{verblijfsobjectId}/history";
    const { data } = await ask(path, { verblijfsobjectId: view.id, include: "source" });
    const last = data.voorkomens.at(-1);
    const { oppervlakte = null, gebruiksdoel = [] } = last ?? {};
    const [addressId, pandId] = [last?.hoofdadres_nummeraanduiding_id, last?.pand_id];
    return {
      ...goneDataOf(view, data, path.replace("{verblijfsobjectId}", view.id)),
      figures: [
        { name: texts.area2, value: oppervlakte === null ? texts.unknown : formatArea(oppervlakte) },
        { name: texts.purpose, value: gebruiksdoel.map(purposeName).join(", ") || texts.unknown },
      ],
      relations: [
        ...(addressId == null ? [] : [await relationToAddress(ask, addressId)]),
        ...(pandId == null ? [] : [{ to: { kind: "building", id: pandId } as const, label: pandId }]),
      ],
    };
  },
  async street(ask: Ask, view: NonNullable<ExplorerView>): Promise<GoneData> {
    const path = "/streets/{openbareRuimteId}/history";
    const { data } = await ask(path, { openbareRuimteId: view.id, include: "source" });
    const last = data.voorkomens.at(-1);
    return {
      ...goneDataOf(view, data, path.replace("{openbareRuimteId}", view.id)),
      name: last?.naam,
      figures: [],
      relations:
        last === undefined
          ? []
          : [
              {
                to: { kind: "place", id: last.woonplaats_id },
                label: last.woonplaats_naam ?? last.woonplaats_id,
              },
            ],
    };
  },
};

/** Returns a link to an address that may have ended, under the name that it had last. */
async function relationToAddress(ask: Ask, id: string): Promise<LabelledView> {
  const { data } = await ask("/addresses/{nummeraanduidingId}/history", { nummeraanduidingId: id });
  const named = data.periods.findLast(({ address }) => address !== null);
  return { to: { kind: "address", id }, label: named?.address?.full_address ?? id };
}

/** Returns the facts that all kinds of objects have. */
function goneDataOf(
  view: NonNullable<ExplorerView>,
  data: { voorkomens: readonly LifeVoorkomen[] },
  path: string,
) {
  const valid = data.voorkomens.filter((one) => !isCorrection(one));
  const [first, last] = [valid[0], valid.at(-1)];
  const note =
    first === undefined || last === undefined
      ? timeTexts.onlyCorrections
      : isAnnounced(first.begin_geldigheid)
        ? timeTexts.announcedFrom(formatDate(first.begin_geldigheid))
        : timeTexts.statusSince(last.status, formatDate(last.begin_geldigheid));
  // An outline would fill the record that the card shows.
  const voorkomens = data.voorkomens.map((one) => ({ ...one, geometry: undefined }));
  return { view, note, path, record: { ...data, voorkomens } };
}

function GoneBody({ data: { view, note, figures, relations } }: { data: GoneData }) {
  return (
    <>
      <p class="note warn">{note}</p>
      {figures.length > 0 && (
        <section class="card-section">
          <h2>{timeTexts.wasLast}</h2>
          <Figures figures={figures} />
        </section>
      )}
      {relations.length > 0 && <Relations relations={relations} />}
      <TimeLineSection of={view} />
    </>
  );
}
