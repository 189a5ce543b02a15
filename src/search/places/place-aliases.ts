/**
 * Everyday, foreign and other-language names of places. Each line holds names of one place, whichever of them the
 * registry uses. Only names in general use; districts that people write in place of the city come after `<`.
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

/** Names in Friesland that differ by more than Dutch and Frisian spelling of the same sounds (frisian-spelling.ts). */
const FRISIAN_PLACES = `
Akmarijp = Eagmaryp
Augsbuert-Lytsewâld = Augsbuurt
Augustinusga = Stynsgea
Baard = Baerd
Bears = Beers
Berltsum = Berlikum
Bitgum = Beetgum
Bitgummole = Beetgumermolen
Bolsward = Boalsert
Burgum = Bergum
De Trieme = Triemen
De Westereen = Zwaagwesteinde
Dedgum = Dedzjum
Delfstrahuizen = Dolsterhuzen
Dongjum = Doanjum
Doniaga = Dunegea
Drachtstercompagnie = Drachtster Kompenije
Earnewâld = Eernewoude
Easterein = Oosterend
Echten = Ychten
Echtenerbrug = Ychtenbrêge
Eesterga = Jistergea
Feinsum = Finkum
Fochteloo = De Fochtel
Franeker = Frjentsjer
Frieschepalen = Fryske Peallen
Gaastmeer = De Gaastmar
Ginnum = Genum
Gorredijk = De Gordyk
Grou = Grouw
Harlingen = Harns
Heeg = Heech
Heerenveen = It Hearrenfean
Hemrik = De Himrik
Herbaijum = Hjerbeam
Hiaure = De Lytse Jouwer
Hindeloopen = Hylpen
Hinnaard = Hennaard
Houtigehage = Houtigehaech
Hurdegaryp = Hardegarijp
Idsegahuizum = Skuzum
Idskenhuizen = Jiskenhuzen
Ie = Ee
Iens = Edens
IJlst = Drylts
Ingwierrum = Engwierum
It Heidenskip = Het Heidenschap
Jirnsum = Irnsum
Jistrum = Eestrum
Joure = De Jouwer
Katlijk = Ketlik
Kollumerpomp = De Pomp
Langezwaag = Langsweagen
Langweer = Langwar
Leeuwarden = Ljouwert
Ljussens = Lioessens
Luinjeberd = Lúnbert
Lytsewierrum = Lutkewierum
Menaam = Menaldum
Midlum = Mullum
Mitselwier = Metslawier
Moarre = Morra
Molkwerum = Molkwar
Munnekeburen = Munnikebuorren
Munnekezijl = Muntsjesyl
Mûnein = Molenend
Noardburgum = Noordbergum
Offingawier = Offenwier
Oldelamer = Aldlemmer
Oosterend = Aasterein
Opeinde = De Pein
Oppenhuizen = Toppenhuzen
Oudemirdum = Aldemardum
Peazens = Paesens
Pingjum = Penjum
Poppenwier = Poppingawier
Raerd = Rauwerd
Readtsjerk = Roodkerk
Reahûs = Roodhuis
Reduzum = Roordahuizum
Rinsumageast = Rinsumageest
Rohel = Reahel
Rottevalle = De Rottefalle
Ruigahuizen = Rûgehuzen
Ryptsjerk = Rijperkerk
Sandfirden = Sânfurd
Schiermonnikoog = Skiermûntseach
Sexbierum = Seisbierrum
Sint Annaparochie = Sint-Anne
Sint Jacobiparochie = Sint-Jabik
Sint Nicolaasga = Sint Nyk
Sintjohannesga = Sint Jânsgea
Sloten = Sleat
Smallebrugge = Smelbrêge
Sneek = Snits
Stavoren = Starum = Staveren
Sumar = Suameer
Sumarreheide = Suameerderheide
Suwâld = Suawoude
Terherne = Terhorne
Tjalleberd = Tsjalbert
Tzum = Tsjom
Uitwellingerga = Twellingea
Ureterp = Oerterp
Vrouwenparochie = Froubuorren
Wergea = Warga
West-Terschelling = West-Skylge
Wijnaldum = Winaam
Wirdum = Wurdum
Workum = Warkum
Woudsend = Wâldsein
Wâlterswâld = Wouterswoude
Zurich = Surch
`;

/** Names of one place, as equals, and of its districts, which lead to it but not the reverse. */
export interface PlaceAliases {
  readonly names: readonly string[];
  readonly districts: readonly string[];
}

/** Lines of both tables. */
export const PLACE_ALIASES: readonly PlaceAliases[] = `${EVERYDAY_PLACES}${FRISIAN_PLACES}`
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const [equals, ...districts] = line.split("<");
    const trimmed = (names: readonly string[]) => names.map((name) => name.trim());
    return { names: trimmed(equals!.split("=")), districts: trimmed(districts) };
  });

/** Abbreviations of provincies after the name of a place, as in `Bergen (NH)`, and their English names. */
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
