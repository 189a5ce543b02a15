/** Title and description of the view of a link to the explorer: for the tab, search engines and shared links. */
import type { Translated } from "../../../base/language.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { findAdres } from "../../../registry/read/adressen.ts";
import { gemeenten, postcodegebieden, provincies, woonplaatsen } from "../../../registry/read/areas.ts";
import { findOpenbareRuimte } from "../../../registry/read/openbare-ruimten.ts";
import { findPand } from "../../../registry/read/panden.ts";
import { findPostcodeRange } from "../../../registry/read/postcodes.ts";
import { findVerblijfsobject } from "../../../registry/read/verblijfsobjecten.ts";
import { formatsOf } from "../../kit/formats.ts";
import type { Language } from "../../kit/server/preferences.ts";
import { type ExplorerView, VIEW_KINDS, type ViewKind } from "../view.ts";

interface Described {
  readonly title: string;
  readonly description: string;
}

/** Describes the object of a view; undefined for one that does not exist, for searches and for points. */
export function describeView(s: Snapshot, view: ExplorerView, language: Language): Described | undefined {
  const { form, describe } = (view && DESCRIPTIONS[view.kind]) ?? {};
  if (view === undefined || !form?.test(view.id)) {
    return undefined;
  }
  const [title, description] =
    describe?.({
      s,
      id: view.id,
      kind: VIEW_KINDS[view.kind].name[language],
      count: FORMATS[language].count,
      addresses: (count) =>
        `${FORMATS[language].count(count)} ${NOUNS[language][count === 1 ? "one" : "other"]}`,
    }) ?? [];
  return title && description
    ? { title, description: `${description[language]} ${describeSource(s, language)}` }
    : undefined;
}

/** Returns a sentence with the source and date of the data. */
export function describeSource({ meta }: Snapshot, language: Language): string {
  const date = FORMATS[language].date(meta.referenceDate);
  const source = { nl: `Uit de BAG, stand van ${date}.`, en: `From the BAG, as of ${date}.` };
  return (meta.isDemo && meta.sample === undefined ? GENERATED : source)[language];
}

const GENERATED: Translated = {
  nl: "Gegenereerde testgegevens: niets hiervan bestaat.",
  en: "Generated test data: none of this exists.",
};
const FORMATS = { nl: formatsOf("nl"), en: formatsOf("en") };
const NOUNS = {
  nl: { one: "adres", other: "adressen" },
  en: { one: "address", other: "addresses" },
};

/** An object to describe, and words about it in the language of the page. */
interface Subject {
  readonly s: Snapshot;
  readonly id: string;
  /** Name of its kind. */
  readonly kind: string;
  count(value: number): string;
  /** Returns a number of addresses in words: 12 adressen. */
  addresses(count: number): string;
}

interface Description {
  /** Form of the identifier. */
  readonly form: RegExp;
  /** Returns title and description; undefined where there is no such object. */
  describe(subject: Subject): readonly [title: string, description: Translated] | undefined;
}

const IDENTIFICATIE = /^\d{16}$/;
const CODE = /^\d{4}$/;

const DESCRIPTIONS: Partial<Record<ViewKind, Description>> = {
  address: { form: IDENTIFICATIE, describe: describeAddress },
  residence: {
    form: IDENTIFICATIE,
    describe(subject) {
      const id = findVerblijfsobject(subject.s, subject.id)?.hoofdadres_nummeraanduiding_id;
      return id === undefined ? undefined : describeAddress({ ...subject, id });
    },
  },
  building: {
    form: IDENTIFICATIE,
    describe({ s, id, kind }) {
      const pand = findPand(s, id);
      const year = pand?.bouwjaar;
      const built = { nl: `Gebouwd in ${year}.`, en: `Built in ${year}.` };
      const unknown = { nl: "Bouwjaar onbekend.", en: "Year of construction unknown." };
      return pand && [`${kind} ${id}`, year === null ? unknown : built];
    },
  },
  street: {
    form: IDENTIFICATIE,
    describe({ s, id, addresses }) {
      const { naam, woonplaats_naam: place, counts } = findOpenbareRuimte(s, id, { counts: true }) ?? {};
      const total = addresses(counts?.addresses ?? 0);
      const description = { nl: `Straat in ${place} met ${total}.`, en: `Street in ${place} with ${total}.` };
      return naam === undefined ? undefined : [`${naam}, ${place}`, description];
    },
  },
  postcode: {
    form: /^[1-9]\d{3}[A-Z]{2}$/,
    describe({ s, id, addresses }) {
      const range = findPostcodeRange(s, id);
      if (range === undefined) {
        return undefined;
      }
      const { street, city, min_number: min, max_number: max, count } = range;
      const description = `${street} ${min === max ? min : `${min}–${max}`}: ${addresses(count)}.`;
      return [`${id.slice(0, 4)} ${id.slice(4)}, ${city}`, inBoth(description)];
    },
  },
  area: {
    form: CODE,
    describe({ s, id, kind, addresses }) {
      const [area] = postcodegebieden.list(s, { prefix: id }, { page: 1, perPage: 1 }).rows;
      return area && [`${kind} ${id}`, inBoth(`${area.sample_city}: ${addresses(area.address_count)}.`)];
    },
  },
  place: {
    form: CODE,
    describe({ s, id, addresses }) {
      const { naam, gemeente_naam: gemeente, counts } = woonplaatsen.find(s, id, { counts: true }) ?? {};
      const total = addresses(counts?.addresses ?? 0);
      return naam === undefined
        ? undefined
        : [
            naam,
            {
              nl: `Woonplaats in de gemeente ${gemeente} met ${total}.`,
              en: `Place in the municipality ${gemeente} with ${total}.`,
            },
          ];
    },
  },
  municipality: {
    form: CODE,
    describe({ s, id, kind, addresses }) {
      const gemeente = gemeenten.find(s, id, { counts: true });
      const { gemeente_naam: name, provincie_naam: province, counts } = gemeente ?? {};
      return gemeente && [`${kind} ${name}`, inBoth(`${province}: ${addresses(counts!.addresses)}.`)];
    },
  },
  province: {
    form: /^[\p{L}-]{2,40}$/u,
    describe({ s, id, addresses }) {
      const province = provincies.find(s, id, { counts: true });
      const total = addresses(province?.counts?.addresses ?? 0);
      const nl = `Provincie met ${total} in deze gegevens.`;
      return province && [province.provincie_naam, { nl, en: `Province with ${total} in this data.` }];
    },
  },
};

function describeAddress({ s, id, count }: Subject): ReturnType<Description["describe"]> {
  const adres = findAdres(s, id);
  if (adres === undefined) {
    return undefined;
  }
  const { full_address, bouwjaar, oppervlakte } = adres;
  const area = oppervlakte === null ? "." : `, ${count(oppervlakte)} m².`;
  const nl = `Gebouwd in ${bouwjaar ?? "een onbekend jaar"}${area}`;
  return [full_address, { nl, en: `Built in ${bouwjaar ?? "an unknown year"}${area}` }];
}

function inBoth(text: string): Translated {
  return { nl: text, en: text };
}
