/**
 * Everyday, foreign and other-language names of places. Each line holds names of one place, whichever of them the
 * registry uses. Only what is generally known; districts that people write as their city stand after `<`.
 */
export const PLACE_ALIASES = `
's-Gravenhage = Den Haag = Gravenhage = 's-Hage = The Hague = Haag < Scheveningen < Loosduinen < Kijkduin < Ypenburg
's-Hertogenbosch = Den Bosch = Hertogenbosch = Bois-le-Duc
's-Gravenzande = Gravenzande
's-Heerenberg = Heerenberg
Amsterdam = A'dam < Amsterdam-Zuidoost < Amsterdam Noord < Bijlmer
Rotterdam = R'dam < Hillegersberg < Kralingen < Charlois < Overschie
Almere < Almere Stad < Almere Buiten < Almere Haven
Vlissingen = Flushing
Bergen op Zoom = Bergen o/z = Boz
Brielle = Den Briel
Leeuwarden = Ljouwert
Sneek = Snits
Bolsward = Boalsert
Harlingen = Harns
Franeker = Frjentsjer
Workum = Warkum
Stavoren = Starum = Staveren
Hindeloopen = Hylpen
IJlst = Drylts
Sloten = Sleat
Heerenveen = It Hearrenfean
Joure = De Jouwer
Lemmer = De Lemmer
Grou = Grouw
Burgum = Bergum
Buitenpost = Bûtenpost
Surhuisterveen = Surhústerfean
Gorredijk = De Gordyk
Wolvega = Wolvegea
Oosterwolde = Easterwâlde
Appelscha = Appelskea
Beetsterzwaag = Beetstersweach
Menaam = Menaldum
Berltsum = Berlikum
Dronryp = Dronrijp
Sint Annaparochie = Sint-Anne
Sint Jacobiparochie = Sint-Jabik
Vrouwenparochie = Froubuorren
Ferwert = Ferwerd
Holwert = Holwerd
Damwâld = Damwoude
Feanwâlden = Veenwouden
De Westereen = Zwaagwesteinde
Eastermar = Oostermeer
Garyp = Garijp
Earnewâld = Eernewoude
Aldeboarn = Oldeboorn
De Rottefalle = Rottevalle
Heeg = Heech
Oudega = Aldegea
Woudsend = Wâldsein
Langweer = Langwar
Sint Nicolaasga = Sint Nyk
Jorwert = Jorwerd
Bears = Beers
Wergea = Warga
Wytgaard = Wijtgaard
Boazum = Bozum
Easterein = Oosterend
Tzum = Tsjom
Wirdum = Wurdum
Warten = Wartena
Reduzum = Roordahuizum
Raerd = Rauwerd
Jirnsum = Irnsum
Tytsjerk = Tietjerk
Hurdegaryp = Hardegarijp
Ryptsjerk = Rijperkerk
Oentsjerk = Oenkerk
Gytsjerk = Giekerk
Aldtsjerk = Oudkerk
Noardburgum = Noordbergum
Sumar = Suameer
Sumarreheide = Suameerderheide
Jistrum = Eestrum
Kootstertille = Koatstertille
Twijzel = Twizel
Twijzelerheide = Twizelerheide
Terherne = Terhorne
Nijland = Nijlân
Bitgum = Beetgum
Bitgummole = Beetgumermolen
Baard = Baerd
Kûbaard = Kubaard
Lytsewierrum = Lutkewierum
Hinnaard = Hennaard
Reahûs = Roodhuis
Iens = Edens
Readtsjerk = Roodkerk
Wyns = Wijns
Mûnein = Molenend
Opeinde = De Pein
Nij Beets = Nieuwbeets
Drachtstercompagnie = Drachtster Kompenije
Ureterp = Oerterp
Bakkeveen = Bakkefean
Houtigehage = Houtigehaech
Wâlterswâld = Wouterswoude
Driezum = Driesum
De Falom = Valom
Broeksterwâld = Broeksterwoude
Rinsumageast = Rinsumageest
`;

/** Provincies as people shorten them behind the name of a place; `Bergen (NH)`. */
export const PROVINCIE_ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  DR: ["dr", "drente"],
  FL: ["fl", "flev"],
  FR: ["fr", "frl", "fryslan"],
  GE: ["ge", "gld", "gelre"],
  GR: ["gr", "gn"],
  LI: ["li", "l", "lb"],
  NB: ["nb", "brabant"],
  NH: ["nh"],
  OV: ["ov", "ovl"],
  UT: ["ut", "u"],
  ZE: ["ze", "zld", "zl"],
  ZH: ["zh"],
};
