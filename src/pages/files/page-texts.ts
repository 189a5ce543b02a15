/** Texts that the server renders and the script shows; for both, so it imports nothing. */
export const PAGE_TEXTS = {
  title: { en: "Addresses in your file", nl: "Adressen in uw bestand" },
  lead: {
    en: "Give an Excel file or CSV with addresses. You get the same rows back, with the position, the building and the official spelling of each address.",
    nl: "Geef een Excel-bestand of CSV met adressen. U krijgt dezelfde rijen terug, met van elk adres de plek, het gebouw en de officiële schrijfwijze.",
  },
  noScript: {
    en: "This page needs JavaScript. Without it, use the API: /docs.",
    nl: "Deze pagina werkt alleen met JavaScript. Zonder JavaScript kan het met de API: /docs.",
  },
} as const;
