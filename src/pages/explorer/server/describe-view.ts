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
  const { count } = FORMATS[language];
  const described =
    view &&
    DESCRIPTIONS[view.kind]?.({
      s,
      id: view.id,
      kind: VIEW_KINDS[view.kind].name[language],
      count,
      addresses: (value) => `${count(value)} ${NOUNS[language][value === 1 ? "one" : "other"]}`,
    });
  if (described === undefined) {
    return undefined;
  }
  const [title, text] = described;
  const description = typeof text === "string" ? text : text[language];
  return { title, description: `${description} ${describeSource(s, language)}` };
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

/** Returns title and description, one text for all languages or one each; undefined where there is no such object. */
type Describe = (subject: Subject) => readonly [title: string, description: Translated | string] | undefined;

const DESCRIPTIONS: Partial<Record<ViewKind, Describe>> = {
  address: describeAddress,
  residence(subject) {
    const id = findVerblijfsobject(subject.s, subject.id)?.hoofdadres_nummeraanduiding_id;
    return id === undefined ? undefined : describeAddress({ ...subject, id });
  },
  building({ s, id, kind }) {
    const pand = findPand(s, id);
    return pand && [`${kind} ${id}`, builtIn(pand.bouwjaar)];
  },
  street({ s, id, addresses }) {
    const street = findOpenbareRuimte(s, id, { counts: true });
    const { naam, woonplaats_naam: place } = street ?? {};
    const total = addresses(street?.counts?.addresses ?? 0);
    const description = { nl: `Straat in ${place} met ${total}.`, en: `Street in ${place} with ${total}.` };
    return street && [`${naam}, ${place}`, description];
  },
  postcode({ s, id, addresses }) {
    const range = findPostcodeRange(s, id);
    const { street, city, min_number: min, max_number: max, count = 0 } = range ?? {};
    const numbers = min === max ? min : `${min}–${max}`;
    return (
      range && [`${id.slice(0, 4)} ${id.slice(4)}, ${city}`, `${street} ${numbers}: ${addresses(count)}.`]
    );
  },
  area({ s, id, kind, addresses }) {
    const [area] = postcodegebieden.list(s, { prefix: id }, { page: 1, perPage: 1 }).rows;
    return area && [`${kind} ${id}`, `${area.sample_city}: ${addresses(area.address_count)}.`];
  },
  place({ s, id, addresses }) {
    const place = woonplaatsen.find(s, id, { counts: true });
    const total = addresses(place?.counts?.addresses ?? 0);
    const nl = `Woonplaats in de gemeente ${place?.gemeente_naam} met ${total}.`;
    const en = `Place in the municipality ${place?.gemeente_naam} with ${total}.`;
    return place && [place.naam, { nl, en }];
  },
  municipality({ s, id, kind, addresses }) {
    const gemeente = gemeenten.find(s, id, { counts: true });
    const { gemeente_naam: name, provincie_naam: province, counts } = gemeente ?? {};
    return gemeente && [`${kind} ${name}`, `${province}: ${addresses(counts!.addresses)}.`];
  },
  province({ s, id, addresses }) {
    const province = provincies.find(s, id, { counts: true });
    const total = addresses(province?.counts?.addresses ?? 0);
    const nl = `Provincie met ${total} in deze gegevens.`;
    return province && [province.provincie_naam, { nl, en: `Province with ${total} in this data.` }];
  },
};

function describeAddress({ s, id, count }: Subject): ReturnType<Describe> {
  const adres = findAdres(s, id);
  const area = adres?.oppervlakte == null ? "" : `, ${count(adres.oppervlakte)} m²`;
  return adres && [adres.full_address, builtIn(adres.bouwjaar, area)];
}

function builtIn(year: number | null, more = ""): Translated {
  return {
    nl: `Gebouwd in ${year ?? "een onbekend jaar"}${more}.`,
    en: `Built in ${year ?? "an unknown year"}${more}.`,
  };
}
