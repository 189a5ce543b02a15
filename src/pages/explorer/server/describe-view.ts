/** Title and description of the view of a link to the explorer: for the tab, search engines and shared links. */
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { findAdres } from "../../../registry/read/adressen.ts";
import { gemeenten, postcodegebieden, provincies, woonplaatsen } from "../../../registry/read/areas.ts";
import { findOpenbareRuimte } from "../../../registry/read/openbare-ruimten.ts";
import { findPand } from "../../../registry/read/panden.ts";
import { findPostcodeRange } from "../../../registry/read/postcodes.ts";
import { findVerblijfsobject } from "../../../registry/read/verblijfsobjecten.ts";
import type { Language } from "../../kit/server/preferences.ts";
import { type ExplorerView, isArea, type ViewKind } from "../view.ts";
import { DESCRIBE_TEXTS, type DescribeTexts } from "./describe-texts.ts";

interface Described {
  readonly title: string;
  readonly description: string;
}

/** Describes the object of a view; undefined for one that does not exist, for searches and for points. */
export function describeView(s: Snapshot, view: ExplorerView, language: Language): Described | undefined {
  const [form, describe] = (view && (isArea(view) ? AREA : DESCRIPTIONS[view.kind])) ?? [];
  if (view === undefined || !form?.test(view.id)) {
    return undefined;
  }
  const texts = DESCRIBE_TEXTS[language];
  const described = describe?.(s, view.id, texts);
  return described && { title: described[0], description: `${described[1]} ${describeSource(s, language)}` };
}

/** Returns a sentence with the source and date of the data. */
export function describeSource({ meta }: Snapshot, language: Language): string {
  const { generated, source } = DESCRIBE_TEXTS[language];
  return meta.isDemo && meta.sample === undefined ? generated : source(meta.referenceDate);
}

/** Form of the identifier, and the title and description of its object. */
type Description = readonly [
  form: RegExp,
  describe: (s: Snapshot, id: string, texts: DescribeTexts) => readonly [string, string] | undefined,
];

const IDENTIFICATIE = /^\d{16}$/;
const CODE = /^\d{4}$/;

const DESCRIPTIONS: Partial<Record<ViewKind, Description>> = {
  address: [IDENTIFICATIE, describeAddress],
  residence: [
    IDENTIFICATIE,
    (s, id, texts) => {
      const address = findVerblijfsobject(s, id)?.hoofdadres_nummeraanduiding_id;
      return address === undefined ? undefined : describeAddress(s, address, texts);
    },
  ],
  building: [
    IDENTIFICATIE,
    (s, id, texts) => {
      const pand = findPand(s, id);
      return pand && [`${texts.building} ${id}`, texts.built(pand.bouwjaar)];
    },
  ],
  street: [
    IDENTIFICATIE,
    (s, id, texts) => {
      const street = findOpenbareRuimte(s, id, { counts: true });
      const { naam, woonplaats_naam: place, counts } = street ?? {};
      return street && [`${naam}, ${place}`, texts.street(place!, counts!.addresses)];
    },
  ],
  postcode: [
    /^[1-9]\d{3}[A-Z]{2}$/,
    (s, id, texts) => {
      const range = findPostcodeRange(s, id);
      if (range === undefined) {
        return undefined;
      }
      const { street, city, min_number: min, max_number: max, count } = range;
      const numbers = `${street} ${min === max ? min : `${min}–${max}`}`;
      return [`${id.slice(0, 4)} ${id.slice(4)}, ${city}`, texts.postcode(numbers, count)];
    },
  ],
  place: [
    CODE,
    (s, id, texts) => {
      const place = woonplaatsen.find(s, id, { counts: true });
      return place && [place.naam, texts.place(place.gemeente_naam, place.counts!.addresses)];
    },
  ],
  municipality: [
    CODE,
    (s, id, texts) => {
      const gemeente = gemeenten.find(s, id, { counts: true });
      const { gemeente_naam: name, provincie_naam: province, counts } = gemeente ?? {};
      return gemeente && [`${texts.municipality} ${name}`, texts.area(province!, counts!.addresses)];
    },
  ],
  province: [
    /^[\p{L}-]{2,40}$/u,
    (s, name, texts) => {
      const province = provincies.find(s, name, { counts: true });
      return province && [province.provincie_naam, texts.province(province.counts!.addresses)];
    },
  ],
};

const AREA: Description = [
  CODE,
  (s, id, texts) => {
    const [area] = postcodegebieden.list(s, { prefix: id }, { page: 1, perPage: 1 }).rows;
    return area && [`${texts.postcodeArea} ${id}`, texts.area(area.sample_city, area.address_count)];
  },
];

function describeAddress(s: Snapshot, id: string, texts: DescribeTexts) {
  const adres = findAdres(s, id);
  return adres && ([adres.full_address, texts.address(adres)] as const);
}
