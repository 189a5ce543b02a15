/** Texts about keys that several pages show. */
import { pickTexts } from "../../kit/client/texts.ts";

export const keyTexts = pickTexts({
  token: { en: "Token", nl: "Token" },
  newKey: { en: "New key", nl: "Nieuwe sleutel" },
  states: {
    active: { en: "active", nl: "actief" },
    expired: { en: "expired", nl: "verlopen" },
    revoked: { en: "revoked", nl: "ingetrokken" },
  },
  name: { en: "Name", nl: "Naam" },
  perMinute: { en: "This minute", nl: "Deze minuut" },
  thisMonth: { en: "This month", nl: "Deze maand" },
  lastUsed: { en: "Last used", nl: "Laatst gebruikt" },
  noLimit: { en: "no limit", nl: "geen limiet" },
  keyNumber: { en: (id: number) => `Key ${id}`, nl: (id: number) => `Sleutel ${id}` },
  kind: { en: "Type", nl: "Soort" },
  visitorRate: { en: "Per visitor per minute", nl: "Per bezoeker per minuut" },
  origins: { en: "Approved origins", nl: "Goedgekeurde origins" },
  ipRanges: { en: "Allowed IP addresses", nl: "Toegestane IP-adressen" },
  expires: { en: "Expires", nl: "Verloopt" },
  rotate: { en: "Renew token", nl: "Token vernieuwen" },
  revoke: { en: "Revoke", nl: "Intrekken" },
  noOrigin: {
    en: "Without an approved origin this key cannot be used anywhere.",
    nl: "Zonder goedgekeurde origin kan deze sleutel nergens gebruikt worden.",
  },
  withoutKey: { en: "without a key", nl: "zonder sleutel" },
  key: { en: "Key", nl: "Sleutel" },
});
