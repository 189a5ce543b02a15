import { memoizePerObject } from "../../../base/memoize.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { listAdressenOfOpenbareRuimte } from "../../../registry/read/adressen.ts";
import { listOpenbareRuimten } from "../../../registry/read/openbare-ruimten.ts";
import type { AdresRecord } from "../../../registry/read/records.ts";

/** Postcode and number to try. */
export interface SampleAddress {
  readonly postcode: string;
  readonly number: string;
}

export interface SampleAddresses {
  /** Exists without letter and addition. */
  readonly plain?: SampleAddress;
  /** Exists only with several letters or additions. */
  readonly lettered?: SampleAddress;
}

const STREETS = { page: 1, perPage: 400 };
const NUMBERS = { page: 1, perPage: 50 };
const MAX_CHOICES = 8;

/** Finds addresses to try in the first streets by name; costs some milliseconds, once for each registry. */
export const findSampleAddresses = memoizePerObject((s: Snapshot): SampleAddresses => {
  let found: SampleAddresses = {};
  for (const { identificatie } of listOpenbareRuimten(s, {}, STREETS).rows) {
    const { rows = [] } = listAdressenOfOpenbareRuimte(s, identificatie, NUMBERS) ?? {};
    found = { ...samplesIn(rows), ...found };
    if (found.plain !== undefined && found.lettered !== undefined) {
      break;
    }
  }
  return found;
});

function samplesIn(adressen: readonly AdresRecord[]): SampleAddresses {
  // The last number of a page may have more additions on the next one.
  const numbers = [...Map.groupBy(adressen, keyOf).values()].slice(0, -1);
  const plain = numbers.find(([first]) => isPlain(first!));
  const lettered = numbers.find(
    (same) => same.length > 2 && same.length <= MAX_CHOICES && !same.some(isPlain),
  );
  return { ...(plain && { plain: toSample(plain) }), ...(lettered && { lettered: toSample(lettered) }) };
}

function keyOf({ postcode, huisnummer }: AdresRecord): string {
  return `${postcode} ${huisnummer}`;
}

function isPlain({ huisletter, huisnummertoevoeging, postcode }: AdresRecord): boolean {
  return postcode !== null && huisletter === null && huisnummertoevoeging === null;
}

function toSample([first]: readonly AdresRecord[]): SampleAddress {
  return { postcode: first!.postcode ?? "", number: String(first!.huisnummer) };
}
