/** Texts of the page that shows the form component. */
import type { Language } from "../../kit/server/preferences.ts";

interface EmbedTexts {
  readonly title: string;
  readonly lead: string;
  readonly facts: readonly string[];
  readonly try: string;
  readonly look: string;
  readonly looks: readonly [plain: string, round: string, sharp: string];
  readonly order: string;
  readonly received: string;
  readonly receivedHint: string;
  readonly keyLabel: string;
  readonly keyHint: string;
  readonly useKey: string;
  readonly refused: string;
  readonly code: string;
  readonly keyStep: string;
  readonly tagStep: string;
  readonly policyStep: string;
  readonly fallback: string;
  readonly styleStep: string;
  readonly staticStep: string;
  /** Sentence before the name of the guide that it leads to. */
  readonly guide: string;
  readonly guideName: string;
  readonly own: string;
  readonly ownLead: string;
  readonly copy: string;
}

const nl: EmbedTexts = {
  title: "Adresvelden die zichzelf invullen",
  lead: "Typ postcode en huisnummer; het formulier vult de rest in. Eén regel HTML in elk formulier, met adressen uit de officiële registratie.",
  facts: [
    "Biedt letters en toevoegingen aan die echt bestaan",
    "Wist nooit wat met de hand is getypt, en werkt ook als de dienst niet bereikbaar is",
    "Werkt met toetsenbord, schermlezer en automatisch invullen",
    "Eén bestand van hooguit 12 KB, geen cookies, geen derden",
  ],
  try: "Bezorgadres",
  look: "Uiterlijk",
  looks: ["standaard", "rond", "strak"],
  order: "Bestellen",
  received: "Wat het formulier verstuurt",
  receivedHint: "Alleen naar uw eigen server. Hier wordt niets verstuurd.",
  keyLabel: "Browsersleutel",
  keyHint:
    "Deze server vraagt een sleutel. De sleutel blijft in dit tabblad en moet de herkomst van deze pagina toestaan.",
  useKey: "Gebruik",
  refused: "De server weigert deze sleutel.",
  code: "In uw pagina",
  keyStep:
    "Maak een browsersleutel voor de herkomst van uw winkel. Een browsersleutel kan alleen lezen en mag daarom in de pagina staan.",
  tagStep:
    "Zet het element in uw formulier. De velden erin zijn voor browsers die het script niet laden; het element neemt hun inhoud over.",
  policyStep:
    "Heeft uw pagina een Content-Security-Policy? Voeg dan deze herkomst toe. Andere regels zijn niet nodig.",
  fallback: "Velden voor browsers die het script niet laden",
  styleStep:
    "Het element volgt lettertype en tekstkleur van uw pagina. Verander de rest met eigenschappen en parts.",
  staticStep:
    "Zonder server en sleutel: zet de adressen als bestanden bij uw winkel. Alleen de vier cijfers van de postcode of het begin van een naam worden opgevraagd; het huisnummer blijft op de pagina.",
  guide: "Alle attributen, velden en gebeurtenissen, en React, Vue, Svelte en WooCommerce:",
  guideName: "de handleiding van het element",
  own: "Zonder het element",
  ownLead: "Een volledige kassa met alleen fetch: kandidaten bij 404, uitleg bij 422, wachten bij 429.",
  copy: "Kopieer",
};

const en: EmbedTexts = {
  title: "Address fields that complete themselves",
  lead: "Type postcode and house number; the form fills in the rest. One line of HTML in any form, with addresses of the official Dutch register.",
  facts: [
    "Offers the letters and additions that exist",
    "Never clears what was typed by hand, and keeps working when the service cannot be reached",
    "Works with keyboard, screen reader and autofill",
    "One file of at most 12 KB, no cookies, no third parties",
  ],
  try: "Delivery address",
  look: "Look",
  looks: ["default", "round", "sharp"],
  order: "Order",
  received: "What the form sends",
  receivedHint: "To your own server only. Nothing is sent here.",
  keyLabel: "Browser key",
  keyHint: "This server asks for a key. The key stays in this tab and must allow the origin of this page.",
  useKey: "Use",
  refused: "The server refuses this key.",
  code: "In your page",
  keyStep:
    "Make a browser key for the origin of your shop. A browser key can only read, so it may be in the page.",
  tagStep:
    "Put the element into your form. The fields inside it are for browsers that do not load the script; the element takes over their content.",
  policyStep: "Does your page have a Content-Security-Policy? Add this origin. No other rule is needed.",
  fallback: "Fields for browsers that do not load the script",
  styleStep:
    "The element follows font and text colour of your page. Change the rest with properties and parts.",
  staticStep:
    "Without a server and a key: put the addresses as files next to your shop. Only the four digits of the postcode or the beginning of a name are requested; the house number stays on the page.",
  guide: "All attributes, fields and events, and React, Vue, Svelte and WooCommerce:",
  guideName: "the guide of the element",
  own: "Without the element",
  ownLead: "A complete checkout with fetch only: candidates on 404, an explanation on 422, waiting on 429.",
  copy: "Copy",
};

export const EMBED_TEXTS: Readonly<Record<Language, EmbedTexts>> = { nl, en };
