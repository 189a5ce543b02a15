/** Expected tables of a registry of the small country, typed by hand row by row. */

/** Name, columns and all rows of each table, as listLines returns them. */
export const SMALL_COUNTRY_TABLES: readonly (readonly [string, string, string])[] = [
  [
    "adres",
    `identificatie, type, huisnummer, huisletter, huisnummertoevoeging, postcode, straatnaam, verkorte_straatnaam,
     woonplaats_id, is_nevenadres, adresseerbaar_object_id, gebruiksdoel, oppervlakte, pand_id, bouwjaar`,
    `
    0901200000000001 verblijfsobject 1  - -   1111AA Dorpsstraat Dorpsstr 9001 0 901010000000001 woonfunctie|winkelfunctie 100 901100000000001 1950
    0901200000000002 verblijfsobject 1  a -   1111AA Dorpsstraat Dorpsstr 9001 0 901010000000002 woonfunctie -   901100000000001 1950
    0901200000000003 verblijfsobject 1  A -   1111AA Dorpsstraat Dorpsstr 9001 0 901010000000003 woonfunctie 1   901100000000001 1950
    0901200000000004 verblijfsobject 3  - -   -      Dorpsstraat Dorpsstr 9001 0 901010000000004 woonfunctie 100 901100000000002 -
    0901200000000005 verblijfsobject 5  - bis 1111AA Dorpsstraat Dorpsstr 9001 1 901010000000001 woonfunctie|winkelfunctie 100 901100000000001 1950
    0901200000000006 verblijfsobject 7  - -   1111AB Dorpsstraat Dorpsstr 9001 0 901010000000005 woonfunctie 100 901100000000003 -
    0901200000000007 verblijfsobject 7  - -   1111AB Dorpsstraat Dorpsstr 9001 0 901010000000006 woonfunctie 100 901100000000004 2029
    0901200000000010 verblijfsobject 11 - -   1111AB Dorpsstraat Dorpsstr 9002 0 901010000000007 woonfunctie 100 901100000000005 -
    0901200000000011 verblijfsobject 14 - -   1111AA Dorpsstraat Dorpsstr 9001 0 901010000000008 woonfunctie 90  901100000000001 1950
    0901200000000012 verblijfsobject 16 - -   1111AA Dorpsstraat Dorpsstr 9001 0 901010000000009 woonfunctie 100 901100000000001 1950
    0901200000000013 verblijfsobject 1  c 10  1112ZZ 't Höfke & Zoon’s pad <oud> - 9001 0 901010000000010 overige gebruiksfunctie 100 901100000000002 -
    0901200000000021 verblijfsobject 8  - -   1111AA Dorpsstraat Dorpsstr 9001 0 901010000000015 woonfunctie 100 901100000000001 1950
    0901200000000023 verblijfsobject 20 - -   1111AA Dorpsstraat Dorpsstr 9001 0 901010000000017 woonfunctie 100 901100000000001 1950
    0901200000000024 verblijfsobject 22 - -   1111AA Dorpsstraat Dorpsstr 9001 0 901010000000018 woonfunctie 100 - -
    0901200000000025 verblijfsobject 24 - -   1111AA Dorpsstraat Dorpsstr 9001 0 901010000000019 woonfunctie 100 901100000000001 1950
    0902200000000001 ligplaats       2  - -   1112XA Het Meer - 9002 0 902020000000001 - - - -
    0902200000000002 ligplaats       4  - -   1112XA Het Meer - 9002 1 902020000000001 - - - -
    0902200000000003 standplaats     1  - -   1112XB Meerweg  - 9002 0 902030000000001 - - - -
    0902200000000004 verblijfsobject 2  - -   1112XB Meerweg  - 9002 0 902010000000001 woonfunctie 100 902100000000002 1962
    0902200000000005 verblijfsobject 4  - -   1112XB Meerweg  - 9002 0 902010000000002 woonfunctie 100 902100000000001 1961
    0902200000000006 verblijfsobject 6  - -   1112XB Meerweg  - 9002 0 902010000000003 woonfunctie 100 902100000000003 1963`,
  ],
  [
    "nummeraanduiding",
    "identificatie, huisnummer, huisletter, huisnummertoevoeging, postcode, woonplaats_id, openbare_ruimte_id, voorkomen_identificatie, eind_geldigheid, sort_key, status",
    `
    0901200000000001 1  - -   1111AA -    901300000000001 1 - 00001 0
    0901200000000002 1  a -   1111AA -    901300000000001 1 - 00001 a 0
    0901200000000003 1  A -   1111AA -    901300000000001 1 - 00001 a~ 0
    0901200000000004 3  - -   -      -    901300000000001 1 - 00003 0
    0901200000000005 5  - bis 1111AA -    901300000000001 1 - 00005 bis 0
    0901200000000006 7  - -   1111AB -    901300000000001 1 - 00007 0
    0901200000000007 7  - -   1111AB -    901300000000001 1 - 00007 0
    0901200000000008 9  - -   1111AA -    901300000000001 1 - 00009 0
    0901200000000010 11 - -   1111AB 9002 901300000000001 1 - 00011 0
    0901200000000011 14 - -   1111AA -    901300000000001 3 - 00014 0
    0901200000000012 16 - -   1111AA -    901300000000001 2 - 00016 0
    0901200000000013 1  c 10  1112ZZ -    901300000000002 1 - 00001 c 210 0
    0901200000000021 8  - -   1111AA -    901300000000001 1 - 00008 0
    0901200000000022 18 - -   1111AA -    901300000000001 1 - 00018 0
    0901200000000023 20 - -   1111AA -    901300000000001 1 - 00020 0
    0901200000000024 22 - -   1111AA -    901300000000001 2 - 00022 0
    0901200000000025 24 - -   1111AA -    901300000000001 1 2024-03-09 00024 0
    0901200000000026 2  - -   1111AC -    901300000000003 1 - 00002 0
    0902200000000001 2  - -   1112XA -    902300000000002 1 - 00002 0
    0902200000000002 4  - -   1112XA -    902300000000002 1 - 00004 0
    0902200000000003 1  - -   1112XB -    902300000000001 1 - 00001 0
    0902200000000004 2  - -   1112XB -    902300000000001 1 - 00002 0
    0902200000000005 4  - -   1112XB -    902300000000001 1 - 00004 0
    0902200000000006 6  - -   1112XB -    902300000000001 1 - 00006 0`,
  ],
  [
    "verblijfsobject",
    "identificatie, hoofdadres_id, nevenadres_ids, gebruiksdoel, oppervlakte, pand_ids, pand_id, status, voorkomen_identificatie, eind_geldigheid",
    `
    0901010000000001 901200000000001 0901200000000005|0901200000000009 woonfunctie|winkelfunctie 100 - 901100000000001 2 1 -
    0901010000000002 901200000000002 - woonfunctie -   - 901100000000001 2 1 -
    0901010000000003 901200000000003 - woonfunctie 1   - 901100000000001 2 1 -
    0901010000000004 901200000000004 - woonfunctie 100 - 901100000000002 2 1 -
    0901010000000005 901200000000006 - woonfunctie 100 - 901100000000003 2 1 -
    0901010000000006 901200000000007 - woonfunctie 100 - 901100000000004 2 1 -
    0901010000000007 901200000000010 - woonfunctie 100 - 901100000000005 2 1 -
    0901010000000008 901200000000011 - woonfunctie 90  - 901100000000001 2 2 2024-06-01
    0901010000000009 901200000000012 - woonfunctie 100 - 901100000000001 2 1 -
    0901010000000010 901200000000013 - overige gebruiksfunctie 100 - 901100000000002 2 1 -
    0901010000000014 901200000000009 - woonfunctie 100 - 901100000000001 2 1 -
    0901010000000015 901200000000021 - woonfunctie 100 - 901100000000001 2 1 -
    0901010000000017 901200000000023 - woonfunctie 100 - 901100000000001 0 1 -
    0901010000000018 901200000000024 - woonfunctie 100 0901100000000006 - 2 1 -
    0901010000000019 901200000000025 - woonfunctie 100 - 901100000000001 4 1 -
    0901010000000020 901200000000026 - woonfunctie 100 - 901100000000001 2 1 -
    0901010000000021 901200000000027 - woonfunctie 100 - 901100000000001 2 1 -
    0902010000000001 902200000000004 - woonfunctie 100 0902100000000001|0902100000000002 902100000000002 2 1 -
    0902010000000002 902200000000005 - woonfunctie 100 0902100000000002|0902100000000001 902100000000001 2 1 -
    0902010000000003 902200000000006 - woonfunctie 100 - 902100000000003 2 1 -`,
  ],
  [
    "pand",
    "identificatie, bouwjaar, geconstateerd, begin_geldigheid, woonplaats_id, adres_count, verblijfsobject_count, voorkomen_identificatie, status",
    `
    0901100000000001 1950 0 2011-02-03 9001 9 11 2 Pand in gebruik
    0901100000000002 -    0 2010-01-01 9001 2 2  1 Pand in gebruik
    0901100000000003 -    0 2010-01-01 9001 1 1  1 Pand in gebruik
    0901100000000004 2029 0 2010-01-01 9001 1 1  1 Pand in gebruik
    0901100000000005 -    0 2010-01-01 9002 1 1  1 Pand in gebruik
    0901100000000007 2024 0 2010-01-01 9001 0 0  1 Bouwvergunning verleend
    0901100000000008 1999 1 2010-01-01 9002 0 0  1 Pand in gebruik
    0902100000000001 1961 0 2010-01-01 9002 2 2  1 Pand in gebruik
    0902100000000002 1962 0 2010-01-01 9002 2 2  1 Pand in gebruik
    0902100000000003 1963 0 2010-01-01 9002 1 1  1 Pand in gebruik`,
  ],
  [
    "openbare_ruimte",
    "identificatie, naam, verkorte_naam, name_key, type, woonplaats_id, voorkomen_identificatie, adres_count",
    `
    0901300000000001 Dorpsstraat Dorpsstr dorpsstraat Weg 9001 2 14
    0901300000000002 't Höfke & Zoon’s pad <oud> - 't hofke & zoon's pad <oud> Weg 9001 1 1
    0902300000000001 Meerweg - meerweg Weg 9002 1 4
    0902300000000002 Het Meer - het meer Water 9002 1 2`,
  ],
  [
    "woonplaats",
    "identificatie, naam, name_key, gemeente_code, adres_count, pand_count, openbare_ruimte_count, status",
    `
    9001 Oostdorp oostdorp 901 14 5 2 Woonplaats aangewezen
    9002 Itens aan ’t Meer itens aan 't meer 902 7 5 2 Woonplaats aangewezen`,
  ],
  [
    "gemeente",
    "code, naam, name_key, provincie_id, adres_count, pand_count, woonplaats_count, openbare_ruimte_count, boundary_source",
    `
    0901 Oosterland oosterland 27 14 5 1 2 afgeleid van BAG-woonplaatsen
    0902 Súdwest-Meer sudwest-meer 21 7 5 1 2 afgeleid van BAG-woonplaatsen`,
  ],
  [
    "provincie",
    "fid, code, naam, gemeente_count, woonplaats_count, adres_count, pand_count",
    `
    20 GR Groningen 0 0 0 0
    21 FR Friesland 1 1 7 5
    22 DR Drenthe 0 0 0 0
    23 OV Overijssel 0 0 0 0
    24 FL Flevoland 0 0 0 0
    25 GE Gelderland 0 0 0 0
    26 UT Utrecht 0 0 0 0
    27 NH Noord-Holland 1 1 14 5
    28 ZH Zuid-Holland 0 0 0 0
    29 ZE Zeeland 0 0 0 0
    30 NB Noord-Brabant 0 0 0 0
    31 LI Limburg 0 0 0 0`,
  ],
  [
    "ligplaats",
    "identificatie, hoofdadres_id, nevenadres_ids, status",
    "0902020000000001 902200000000001 0902200000000002 0",
  ],
  [
    "standplaats",
    "identificatie, hoofdadres_id, nevenadres_ids, status",
    "0902030000000001 902200000000003 - 0",
  ],
  [
    "postcode",
    "postcode, straatnaam, woonplaats_id, min_huisnummer, max_huisnummer, adres_count",
    `
    1111AA Dorpsstraat 9001 1 24 10
    1111AB Dorpsstraat 9001 7 11 3
    1112XA Het Meer 9002 2 4 2
    1112XB Meerweg 9002 1 6 4
    1112ZZ 't Höfke & Zoon’s pad <oud> 9001 1 1 1`,
  ],
  [
    "postcodegebied",
    "code, adres_count, woonplaats_naam, boundary_source",
    `
    1111 13 Oostdorp afgeleid van BAG-adressen
    1112 7 Itens aan ’t Meer afgeleid van BAG-adressen`,
  ],
  [
    "pand_adres",
    "pand_id, adres_id",
    `
    901100000000001 901200000000001
    901100000000001 901200000000002
    901100000000001 901200000000003
    901100000000001 901200000000005
    901100000000001 901200000000011
    901100000000001 901200000000012
    901100000000001 901200000000021
    901100000000001 901200000000023
    901100000000001 901200000000025
    901100000000002 901200000000004
    901100000000002 901200000000013
    901100000000003 901200000000006
    901100000000004 901200000000007
    901100000000005 901200000000010
    902100000000001 902200000000004
    902100000000001 902200000000005
    902100000000002 902200000000004
    902100000000002 902200000000005
    902100000000003 902200000000006`,
  ],
  [
    "voorkomen",
    "object_id, voorkomen_identificatie, begin_geldigheid, eind_geldigheid, review_date, iif(row_json LIKE '%functie%',json_remove(row_json,'$[10]','$[9]','$[8]','$[7]'),row_json), geom IS NOT NULL",
    `
    901010000000008 2 - 2024-06-01 2024-06-01 [901200000000011,null,"woonfunctie",90,null,2,901100000000001] 1
    901010000000008 3 2024-06-01 - 2024-06-01 [901200000000011,null,"woonfunctie",95,null,2,901100000000001] 1
    901100000000005 1 - - 2025-01-01 [2030,"Pand in gebruik",0,"2010-01-01",null] 1
    901200000000012 1 - - - [15,null,null,"1111AA",null,901300000000001,0,"00015"] 0
    901200000000012 2 - - - [16,null,null,"1111AA",null,901300000000001,0,"00016"] 0
    901200000000012 3 2204-01-21 - 2204-01-21 [17,null,null,"1111AA",null,901300000000001,0,"00017"] 0
    901200000000025 1 - 2024-03-09 2024-03-09 [24,null,null,"1111AA",null,901300000000001,0,"00024"] 0
    901200000000025 2 2024-03-09 - 2024-03-09 [26,null,null,"1111AA",null,901300000000001,0,"00026"] 0
    901200000000027 1 2024-03-09 - 2024-03-09 [28,null,null,"1111AA",null,901300000000001,0,"00028"] 0`,
  ],
  [
    "ended_object",
    "fid, voorkomen_identificatie",
    `
    9003 1
    901010000000016 1
    901010000000022 2
    901100000000006 1
    901200000000009 1
    901300000000003 1
    902030000000002 1`,
  ],
  [
    "unresolved_reference",
    "target_id, source_id",
    `
    901200000000009 901010000000001
    901200000000009 901010000000014
    901200000000026 901010000000020
    901200000000027 901010000000021
    901300000000003 901200000000026
    901100000000001 901010000000014
    901100000000001 901010000000020
    901100000000001 901010000000021
    901100000000006 901010000000018
    9001 901100000000007`,
  ],
];
