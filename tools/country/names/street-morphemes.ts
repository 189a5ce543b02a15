/** Parts of street names. Data only; the most frequent names first in COMMON_STREET_NAMES. */

export const COMMON_STREET_NAMES = (
  "Kerkstraat Dorpsstraat Schoolstraat Molenweg Stationsweg Julianastraat Wilhelminastraat Nieuwstraat Beatrixstraat " +
  "Kerkweg Beukenlaan Eikenlaan Industrieweg Sportlaan Hoofdstraat Molenstraat Marktstraat Lindenlaan Kastanjelaan " +
  "Achterweg Parallelweg Brink Raadhuisplein Markt Havenstraat Kanaalweg Veldweg Bosweg Hoogstraat Nieuweweg Dorpsplein " +
  "Tuinstraat Zandweg Wilgenlaan Berkenlaan Prinsenhof Oranjestraat Kruisstraat Heideweg Spoorstraat Ringweg Zuiderweg"
).split(" ");

export const THEMES = (
  "Acacia Ahorn Anjer Appel Beuken Berken Bloemen Buizerd Distel Dahlia Eekhoorn Egel Els Esdoorn Essen Fazanten Fuut Goudsbloem " +
  "Haver Havik Hazelaar Heide Hulst Iepen Iris Kastanje Kersen Kievit Klaver Koekoek Korenbloem Kornoelje Kwartel Lavendel " +
  "Leeuwerik Lelie Lijster Linden Lupine Magnolia Margriet Meeuwen Meidoorn Merel Mezen Narcis Nachtegaal Oleander Olmen " +
  "Orchidee Papaver Patrijs Peren Pimpernel Platanen Populier Primula Pruimen Reiger Roerdomp Rogge Rozen Salvia Sering " +
  "Sleedoorn Specht Sperwer Spreeuwen Tarwe Tulpen Valeriaan Valken Veenbes Viool Vlier Vlinder Vuurdoorn Weide Wielewaal " +
  "Wikke Wilgen Winde Zilver Zwaluw Zonnebloem Amber Barnsteen Diamant Granaat Jade Kristal Opaal Robijn Saffier Smaragd " +
  "Atlas Jupiter Mercurius Neptunus Orion Poolster Saturnus Sirius Venus Brigantijn Galjoen Karveel Klipper Kotter Schoener " +
  "Tjalk Bakker Kuiper Leerlooier Mandenmaker Molenaar Smid Touwslager Wagenmaker Wever Zadelmaker Cello Fagot Harp Klarinet " +
  "Trompet Bunder Hectare Mud Roede Schepel Andante Wals Tango Menuet Fresia Gladiolen Hyacint Krokus Ganzerik Kamille " +
  "Weegbree Madelief Boterbloem Duizendblad Fluitenkruid Zuring Varen Moeras Duin Oever Polder Terp Wad Gors Kreek Slikken"
).split(" ");

/** Endings of street names, after themes and persons; the frequent ones occur more than once. */
export const STREET_ENDINGS =
  "straat straat straat laan laan weg weg hof plein pad dreef kade park singel steeg erf gaarde donk".split(
    " ",
  );

export const PERSONS = (
  "de Ruyter|Tromp|Piet Hein|Rembrandt|Vermeer|Frans Hals|Vondel|Multatuli|van Speijk|Helmers|Bilderdijk|Thorbecke|Troelstra|" +
  "van Walsum|van Heemstra|de Vries|van der Berg|Jansen|Schimmelpenninck|Willem de Mérode|Henriëtte Roland Holst|" +
  "Fanny Blankers-Koen|Aletta Jacobs|Joke Smit|Hannie Schaft|Anne Frank|Titus Brandsma|Dominee Fabricius|Geert Groote|" +
  "van Oldenbarnevelt|Johan de Witt|van Hogendorp|Lorentz|Kamerlingh Onnes|Zeeman|Christiaan Huygens|van Leeuwenhoek|" +
  "Sweelinck|Diepenbrock|Mengelberg|Mozart|Beethoven|Chopin|Dvořák|Händel|Brücke|Curaçao|Perú|Jan van Galen|Jan Steen|" +
  "Jacob Cats|Gorter|Nijhoff|Slauerhoff|Marsman|Bloem|van Eeden|Couperus|Wolff en Deken|Jac. P. Thijsse|Kuyper|Colijn|" +
  "Drees|den Uyl|Schaepman|Ariëns|van Stolberg|Casimir|Amalia|Margriet|Irene|Christina|Bernhard|Hendrik|Emma|Sophia|Anna Paulowna"
).split("|");

export const HONORIFICS = (
  "Burgemeester|Burgemeester|Prins|Prinses|Koningin|Graaf|Dokter|Professor|Pastoor|Dominee|Admiraal|Generaal|Kapitein|" +
  "Wethouder|Notaris|Meester|Zuster|Baron|Jonkheer|Ingenieur"
).split("|");

export const COMPASS = [
  "Noord",
  "Oost",
  "Zuid",
  "West",
  "Boven",
  "Beneden",
  "Achter",
  "Voor",
  "Lange",
  "Korte",
  "Oude",
  "Nieuwe",
];

export const SPECIAL_STREETS = [
  "Plein 1944",
  "Laan 1940-1945",
  "Plein 1813",
  "'t Hof",
  "'t Nauwe Steegje",
  "Achter 't Raadhuis",
  "'s-Gravelandseweg",
  "’s-Gravelandsevaart",
  "De Dreef",
  "Het Wedde",
  "Laan van Nieuw-Oost-Indië",
  "Op de Thermen",
  "Vijf Meiplein",
  "4 Mei Laan",
  "Rue de la Paix",
  "Eérste Kruisweg",
  "A.J. Ernststraat",
  "P.C. Hooftstraat",
  "Prof. dr. J.H. Bavincklaan",
  "Zeeën van Tijdpad",
  "Groot & Kleinplein",
  "Het Kerkepad (Oost)",
  "d'Orangerie",
  "Café-Chantantweg",
  "Burgemeester van Walsumlaan",
  "de Ruyterkade",
  "1e Helmersstraat",
  "2e Helmersstraat",
  "3e Helmersstraat",
];

export const FRISIAN_STREETS = (
  "Buorren|It Heech|Hegebuorren|Tsjerkestrjitte|Skoallestrjitte|Wâldwei|Doarpsstrjitte|Stasjonswei|De Terp|Súderwei|Noarderein|" +
  "Efter de Wâl|Mieddyk|Ûnderwei|Bûtlân|Fiskershoek|Lyts Bûtlân|De Finne|Hôflân|Sylsterwei|Molewjuk|Eastein|Ald Dyk|It Oast|" +
  "Ljippestrjitte|Reidhintsje|Skries|De Âlde Mar|Wite Wei|Brédyk"
).split("|");

export const FRISIAN_STREET_ENDINGS = ["strjitte", "wei", "leane", "dyk", "hof", "singel"];

/** Openbare ruimten without addresses. */
export const OTHER_SPACES: readonly (readonly [streetType: string, stem: string])[] = [
  ["Kunstwerk", "brug"],
  ["Kunstwerk", "viaduct"],
  ["Kunstwerk", "tunnel"],
  ["Water", "gracht"],
  ["Water", "vaart"],
  ["Water", "plas"],
  ["Terrein", "park"],
  ["Spoorbaan", "lijn"],
  ["Landschappelijk gebied", "bos"],
  ["Administratief gebied", "kwartier"],
];
