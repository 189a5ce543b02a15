import type { Texts } from "../../../kit/client/preferences.ts";

const nl = {
  map: "Kaart van gebouwen naar bouwjaar. Pijltjestoetsen verschuiven, plus en min zoomen, Enter kiest het midden.",
  unavailable:
    "Deze browser kan de kaart niet tekenen, want WebGL 2 ontbreekt of staat uit. Zoeken werkt wel.",
  zoomIn: "Inzoomen",
  zoomOut: "Uitzoomen",
  locate: "Naar mijn locatie",
  aerial: "Luchtfoto",
  locationUnavailable: "Uw locatie is niet beschikbaar.",
  years: "Bouwjaar",
  allYears: "alle jaren",
  upToYear: (year: number) => `t/m ${year}`,
  yearSlider: "Gebouwen tot en met jaar",
  play: "Jaar na jaar afspelen",
  pause: "Stop",
  showAllYears: "Toon alles",
  open: "Legenda tonen",
  close: "Legenda verbergen",
  classes: "Kleuren van bouwjaren",
  before: (year: number) => `vóór ${year}`,
  between: (first: number, last: number) => `${first}–${last}`,
  since: (year: number) => `${year} en later`,
  unknown: "onbekend",
  builtIn: (year: number) => `Bouwjaar ${year}`,
  builtUnknown: "Bouwjaar onbekend",
  planned: (year: number | undefined) => (year === undefined ? "Gepland" : `Gepland, voor ${year}`),
  plannedInView: (count: string) => `, en ${count} gepland (gearceerd)`,
  mostlyBuilt: (years: string) => `Vooral ${years}`,
  borders: "Grenzen",
  areas: { postcode: "postcodegebied", place: "woonplaats", municipality: "gemeente" },
  derived: "licht: getekend om de adressen",
  inView: (count: string) => `${count} panden in beeld`,
  zoomedOut: "Zoom in om panden te tellen",
  offline: "De kaart kan niet alles ophalen. We proberen het opnieuw.",
  pickedBuilding: "Gebouw gekozen.",
  pickedAddress: "Adres gekozen.",
  pickedPoint: "Punt gekozen: we zoeken het dichtstbijzijnde adres.",
};

type MapTexts = typeof nl;

export const MAP_TEXTS = {
  nl,
  en: {
    map: "Map of buildings by year of construction. Arrow keys pan, plus and minus zoom, Enter picks the centre.",
    unavailable: "This browser cannot draw the map, because WebGL 2 is missing or turned off. Search works.",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    locate: "Go to my location",
    aerial: "Aerial picture",
    locationUnavailable: "Your location is not available.",
    years: "Year built",
    allYears: "all years",
    upToYear: (year) => `up to ${year}`,
    yearSlider: "Buildings up to year",
    play: "Play year by year",
    pause: "Stop",
    showAllYears: "Show all",
    open: "Show legend",
    close: "Hide legend",
    classes: "Colours of years built",
    before: (year) => `before ${year}`,
    between: (first, last) => `${first}–${last}`,
    since: (year) => `${year} and later`,
    unknown: "unknown",
    builtIn: (year) => `Built in ${year}`,
    builtUnknown: "Year built unknown",
    planned: (year) => (year === undefined ? "Planned" : `Planned for ${year}`),
    plannedInView: (count) => `, and ${count} planned (hatched)`,
    mostlyBuilt: (years) => `Mostly ${years}`,
    borders: "Borders",
    areas: { postcode: "postcode area", place: "place", municipality: "municipality" },
    derived: "light: drawn around the addresses",
    inView: (count) => `${count} buildings in view`,
    zoomedOut: "Zoom in to count buildings",
    offline: "The map cannot fetch everything. Trying again.",
    pickedBuilding: "Building picked.",
    pickedAddress: "Address picked.",
    pickedPoint: "Point picked: looking for the nearest address.",
  },
} satisfies Texts<MapTexts>;

export function nameOfClass(texts: MapTexts, first: number | undefined, last: number | undefined): string {
  if (first !== undefined) {
    return last === undefined ? texts.since(first) : texts.between(first, last);
  }
  return last === undefined ? texts.unknown : texts.before(last + 1);
}
