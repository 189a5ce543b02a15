import type { Woonplaats } from "../../../registry/file/areas.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { listAdressenOfOpenbareRuimte } from "../../../registry/read/adressen.ts";
import { listOpenbareRuimten } from "../../../registry/read/openbare-ruimten.ts";
import type { AdresRecord } from "../../../registry/read/records.ts";

/** Search to try; pages/explorer/client/navigation.tsx has the views. */
export interface Example {
  readonly label: string;
  readonly view: { readonly kind: string; readonly id: string };
}

/** Lists an example of each kind of search, from the largest woonplaats; none for a registry without addresses. */
export function listExamples(s: Snapshot): Example[] {
  const place = largestPlace(s);
  const [adres, other = adres] = place === undefined ? [] : findPlainAddresses(s, place);
  if (place === undefined || adres === undefined || other === undefined) {
    return [];
  }
  const line = `${mistype(adres.straatnaam)} ${adres.huisnummer} ${place.naam}`.toLowerCase();
  return [
    { label: line, view: { kind: "line", id: line } },
    { label: other.full_address, view: { kind: "address", id: other.nummeraanduiding_id } },
    { label: adres.straatnaam, view: { kind: "street", id: `${adres.woonplaats_id}/${adres.straatnaam}` } },
    { label: adres.postcode.replace(/(?=..$)/, " "), view: { kind: "postcode", id: adres.postcode } },
    { label: place.naam, view: { kind: "place", id: place.identificatie } },
  ];
}

function largestPlace({ areas }: Snapshot): Woonplaats | undefined {
  return [...areas.woonplaatsen.values()].sort((a, b) => b.adresCount - a.adresCount)[0];
}

type PostalAdres = AdresRecord & { readonly postcode: string };

const STREETS = { page: 1, perPage: 100 };
const NUMBERS = { page: 1, perPage: 20 };
/** Street name of one word, long enough that a letter may be missing. */
const PLAIN_NAME = /^[A-Z][a-z]{7,}$/;

/** Returns an address with postcode and pand in each of two streets of the place; fewer where it has fewer. */
function findPlainAddresses(s: Snapshot, { identificatie }: Woonplaats): PostalAdres[] {
  const found: PostalAdres[] = [];
  for (const street of listOpenbareRuimten(s, { woonplaatsId: identificatie, type: "Weg" }, STREETS).rows) {
    const adressen = PLAIN_NAME.test(street.naam)
      ? (listAdressenOfOpenbareRuimte(s, street.identificatie, NUMBERS)?.rows ?? [])
      : [];
    const plain = adressen.find(isPlain);
    if (plain !== undefined && found.push(plain) === 2) {
      break;
    }
  }
  return found;
}

function isPlain(adres: AdresRecord): adres is PostalAdres {
  const { postcode, pand_id, huisletter, huisnummertoevoeging } = adres;
  return postcode !== null && pand_id !== null && huisletter === null && huisnummertoevoeging === null;
}

/** Leaves out a letter in the middle, for an example of a typing error. */
function mistype(name: string): string {
  const middle = Math.floor(name.length / 2);
  return name.slice(0, middle) + name.slice(middle + 1);
}
