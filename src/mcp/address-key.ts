/** What `lookup_address` takes to find an address again. */
import { z } from "zod";
import type { AdresRecord } from "../registry/records.ts";

/** Without the postcode of the few addresses that have none, and without what the number does not have. */
export const AddressKey = z.strictObject({
  postcode: z.string().optional(),
  number: z.int(),
  letter: z.string().optional(),
  addition: z.string().optional(),
});
export type AddressKey = z.output<typeof AddressKey>;

export function addressKeyOf(adres: AdresRecord): AddressKey {
  const { postcode, huisnummer, huisletter, huisnummertoevoeging } = adres;
  return {
    ...(postcode === null ? {} : { postcode }),
    number: huisnummer,
    ...(huisletter === null ? {} : { letter: huisletter }),
    ...(huisnummertoevoeging === null ? {} : { addition: huisnummertoevoeging }),
  };
}
