import { FRISIAN_PLACES } from "./frisian-places.ts";
import { FRISIAN_PLACES_FROM_L } from "./frisian-places-from-l.ts";

/**
 * Everyday, foreign and other-language names of places. Each line holds names of one place, whichever of them the
 * registry uses. Only what is generally known; districts that people write as their city stand after `<`.
 */
const EVERYDAY_PLACES = `
Alkmaar < Alkmaar Noord
Almere < Almere Stad < Almere Buiten < Almere Haven < Almere Poort < Almere Hout
Amersfoort < Amersfoort Vathorst < Vathorst
Amsterdam = A'dam = Mokum < Amsterdam Zuidoost < Amsterdam Noord < Amsterdam Oost < Amsterdam West < Amsterdam Zuid < Amsterdam Centrum < Bijlmer < IJburg < Osdorp < Sloterdijk
Bergen op Zoom = Bergen o/z = Boz
Berkel en Rodenrijs = Berkel
Brielle = Den Briel
Den Burg < Texel
Groningen = Grunn = Grunnen
Hendrik-Ido-Ambacht = H.I. Ambacht = Ambacht
Hoek van Holland = Hook of Holland
Hoogvliet Rotterdam = Hoogvliet
Leiden = Leyden
Maastricht = Mestreech
Nijmegen = Nimwegen = Nimeguen
Nuenen = Nuenen c.a.
Oude Pekela = Pekela
Pernis Rotterdam = Pernis
Rotterdam = R'dam < Hillegersberg < Kralingen < Charlois < Overschie < IJsselmonde < Feijenoord
's-Gravenhage = Den Haag = Gravenhage = 's-Hage = The Hague = Haag = La Haye < Scheveningen < Loosduinen < Kijkduin < Ypenburg < Leidschenveen
's-Heerenberg = Heerenberg
's-Hertogenbosch = Den Bosch = Hertogenbosch = Bois-le-Duc
Sint-Oedenrode = Rooi
Utrecht < Leidsche Rijn < Overvecht < Kanaleneiland < Hoograven
Valkenburg = Valkenburg aan de Geul
Vlissingen = Flushing
`;

/** All lines. */
export const PLACE_ALIASES: readonly string[] = `${EVERYDAY_PLACES}${FRISIAN_PLACES}${FRISIAN_PLACES_FROM_L}`
  .split("\n")
  .filter((line) => line !== "");

/** Provincies as people shorten them behind the name of a place, `Bergen (NH)`, and in English. */
export const PROVINCIE_ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  DR: ["dr", "drente"],
  FL: ["fl", "flev"],
  FR: ["f", "fr", "frl", "fryslan"],
  GE: ["g", "ge", "gld", "gelre", "guelders"],
  GR: ["gr", "gn"],
  LI: ["l", "li", "lb", "limb"],
  NB: ["nb", "brabant", "north brabant"],
  NH: ["nh", "north holland"],
  OV: ["o", "ov", "ovl"],
  UT: ["u", "ut"],
  ZE: ["z", "ze", "zld", "zl", "zealand"],
  ZH: ["zh", "south holland"],
};
