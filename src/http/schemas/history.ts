/** Closed schemas of answers about the past (docs/interface.md, "Time"). */
import { z } from "zod";
import { ABSENCES } from "../../registry/history/adres-on-day.ts";
import { date, identificatie, postcodeText } from "./record-schema.ts";
import { Address, FormerAddress } from "./records.ts";

const bounds = { valid_from: date.nullable(), valid_until: date.nullable() };
const changed = z.array(z.string());

export const FormerAddresses = z
  .strictObject({ current: Address.nullable(), former: z.array(FormerAddress) })
  .meta({ id: "FormerAddresses", description: "Who has a key today, and who had it before." });

const AddressKey = z
  .strictObject({
    straatnaam: z.string(),
    huisnummer: z.int(),
    huisletter: z.string().nullable(),
    huisnummertoevoeging: z.string().nullable(),
    postcode: postcodeText.nullable(),
    woonplaats_naam: z.string(),
    full_address: z.string(),
    openbare_ruimte_id: identificatie,
  })
  .meta({ id: "AddressKey", description: "The fields by which people name an address, and its street." });

export const AddressHistory = z
  .strictObject({
    nummeraanduiding_id: identificatie,
    registry_since: date.nullable(),
    periods: z.array(
      z.strictObject({
        ...bounds,
        address: z.union([Address, AddressKey]).nullable(),
        reason: z.enum(ABSENCES).nullable(),
        changed,
      }),
    ),
  })
  .meta({ id: "AddressHistory", description: "The life of an address, oldest period first." });
