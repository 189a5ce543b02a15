import { pickTexts } from "../../../kit/client/texts.ts";
import type { AddressLife } from "./life.ts";

type Reason = NonNullable<AddressLife[number]["reason"]>;

const TEXTS: Readonly<Record<Exclude<Reason, "not_yet">, string>> = pickTexts({
  ended: { nl: "Ingetrokken: dit adres bestaat niet meer.", en: "Withdrawn: this address no longer exists." },
  corrected: {
    nl: "Dit adres was een registratiefout en is verwijderd.",
    en: "This address was a registration error and has been removed.",
  },
  no_object: {
    nl: "Geen adres: bij dit nummer hoort geen verblijfsobject, ligplaats of standplaats.",
    en: "No address: no residence, berth or pitch had this number.",
  },
  no_street: {
    nl: "Geen adres: de straat bestond niet, of staat niet in deze gegevens.",
    en: "No address: the street did not exist, or is not in this data.",
  },
  no_woonplaats: {
    nl: "Geen adres: de woonplaats bestond niet, of staat niet in deze gegevens.",
    en: "No address: the place did not exist, or is not in this data.",
  },
});

/** Says why a number is no address. */
export function absenceText(reason: Reason): string {
  // A history begins where the number does, so no period of it is before that.
  return TEXTS[reason as keyof typeof TEXTS];
}
