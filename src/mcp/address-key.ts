/** Arguments with which `lookup_address` finds an address again. */
import { z } from "zod";
import type { AdresRecord } from "../registry/read/records.ts";

/**
 * Postcode and parts of the house number, without the parts that the address does not have; a few addresses have no
 * postcode.
 */
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
