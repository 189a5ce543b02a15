/** Address entries of lists: the fields to choose by, and the fields that other tools take. */
import type { z } from "zod";
import { Address } from "../../http/schemas/records.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { AddressKey, addressKeyOf } from "./unresolved.ts";

/** Entry of a list of addresses from anywhere in the country. */
export const ListedAddress = Address.pick({
  full_address: true,
  nummeraanduiding_id: true,
  gemeente_naam: true,
  pand_id: true,
  latitude: true,
  longitude: true,
}).extend(AddressKey.shape);

export function toListedAddress(adres: AdresRecord): z.output<typeof ListedAddress> {
  const { full_address, nummeraanduiding_id, gemeente_naam, pand_id, latitude, longitude } = adres;
  const key = addressKeyOf(adres);
  return { full_address, ...key, nummeraanduiding_id, gemeente_naam, pand_id, latitude, longitude };
}

/**
 * Entry of a list within one building or postcode, where the place is known and the use distinguishes the addresses.
 */
export const ListedAddressUse = Address.pick({
  full_address: true,
  nummeraanduiding_id: true,
  gebruiksdoel: true,
  oppervlakte: true,
}).extend(AddressKey.shape);

export function toListedAddressUse(adres: AdresRecord): z.output<typeof ListedAddressUse> {
  const { full_address, nummeraanduiding_id, gebruiksdoel, oppervlakte } = adres;
  return { full_address, ...addressKeyOf(adres), nummeraanduiding_id, gebruiksdoel, oppervlakte };
}
