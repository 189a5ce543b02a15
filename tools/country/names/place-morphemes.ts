/** Parts of fictitious place names. Data only. */

export const STEMS = (
  "Amer Apen Bever Bies Blad Boer Bosch Brand Brink Broek Dalen Die Does Doorn Drie Duin Eem Eik Els Eng Gaas Gees Gein " +
  "Graven Groen Haar Haas Hage Hazer Heer Hei Hel Hil Hoek Hol Hoog Hout Kaag Kapel Kerk Klaver Klei Kol Krommen Kwade " +
  "Lage Leeuwer Lelie Lind Loos Maar Merel Middel Mijn Moer Molen Nes Nieuwe Noorder Oever Ooster Over Polder Raven Rijs " +
  "Roden Rooi Rozen Schaap Scher Schip Sluis Spaar Spoor Steen Stolp Terp Tol Uiter Veld Vier Vliet Vogel Voor Waal Wal " +
  "Water Wester Wijn Wilgen Winter Woud Zand Zaan Zeven Zilver Zoeter Zuider Zwaan Zwart"
).split(" ");

export const ENDINGS = (
  "aar beek berg bergen bos broek brug burg daal dam dijk dorp drecht einde foort gat geest gouw hage haven heem hem " +
  "heuvel horst hout hoven huizen kapelle kerk kerke koog koop laar land lede lo loo meer monde mond nisse oord poel " +
  "rode schans schoten sluis stede steeg stein sloot terp tricht vaart veen veld vliet voort waard wede werf wijk wolde " +
  "woude zaal zand zele zijl zicht"
).split(" ");

/**
 * Complete names with apostrophes, diacritics or several words. Every fifth woonplaats takes the next one, until none
 * is left.
 */
export const SPECIAL_PLACES = [
  "'t Zand",
  "'s-Gravenmoer",
  "'t Haantje",
  "'s-Heer Rosendaal",
  "Zeeën aan de Kant",
  "Coëvoort",
  "Sint Odiliënhof",
  "Beëindehoven",
  "De Poëten",
  "Oud-Reeënveld",
  "Den Hoorne",
  "De Kiel-Windstreek",
  "Hoek van Oranje",
  "Alphen bij de Dam",
  "Loon op 't Zand",
  "Wijk bij Duinkerke",
  "Berg en Dijk",
  "IJlmuiden",
  "IJzerlo-Buiten",
];

export const RIVERS = ["IJssel", "Maas", "Amstel", "Vecht", "Eem", "Rijn", "Lek", "Waal", "Dommel", "Linge"];

export const FRISIAN_STEMS = (
  "Ald Bears Boks Burs Donker Eas Fean Ferwer Frjent Gaast Goin Haske Hûns Jel Jou Kol Lek Ljou Marsum Menaam Mild " +
  "Nijlân Oen Peas Raerd Reitsum Sibran Snit Surhus Tsjum Turns Twizel Wâld Warre Wom Wyt Ychten Ysbrech"
).split(" ");

export const FRISIAN_ENDINGS =
  "um wert gea huzen terp wâlde lân mar bird wier sleat hoarne stra tille buorren".split(" ");

export const FRISIAN_SPECIAL = [
  "Súdhoarne",
  "It Hearrenlân",
  "De Tsjerkebuorren",
  "Nij Bildtsyl",
  "Ûlesprong",
  "Grou-Eastein",
];
