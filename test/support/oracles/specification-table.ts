/**
 * The tables of docs/interface.md, typed by hand. Never derive this from the code: the code is tested against it.
 *
 * Parameter: name, type, `required`, `=default`, bounds (`1..100`; for a string its length), values (`a|b`). Bounds
 * in parentheses are ours, where the specification has none. `lat`, `lng`, `postcode` and `number` of the four paths
 * that take one complete pair of several are each required in the specification, and each optional here.
 */
export const OPERATIONS = `
/addresses/lookup -> data Address
  postcode string required (6..7)
  number integer required (1..99999)
  letter string (1..10)
  addition string (1..10)
  include geometry(,stage,areas,source,in_onderzoek)
  (valid_on string 10..10)
/demo/lookup -> data Address
  postcode string required (6..7)
  number integer required (1..99999)
/addresses/search -> page Address
  q string required 2..(200)
  (lat number 50..56)
  (lng number 2..8)
  per_page integer =25 1..100
  page integer =1 (1..2147483647)
  include geometry(,stage,areas,source,in_onderzoek)
  explain 0|1
/addresses/autocomplete -> data Suggestion[]
  q string required 2..(200)
  (lat number 50..56)
  (lng number 2..8)
  limit integer =10 1..20
  (include address)
/addresses/{nummeraanduidingId} -> data Address
  nummeraanduidingId string required 16..16
  include geometry(,stage,areas,source,in_onderzoek)
  (valid_on string 10..10)
/addresses/batch -> data Address[]
  ids string required (1..3000)
  include geometry(,stage,areas,source,in_onderzoek)
  (valid_on string 10..10)
/addresses/validate -> data AddressValidation
  postcode string required (6..7)
  number integer required (1..99999)
  letter string (1..10)
  addition string (1..10)
/addresses/nearby -> data NearbyAddress[]
  lat number (50..56)
  lng number (2..8)
  rd_x number (-100000..400000)
  rd_y number (200000..900000)
  radius_km number =1 (0)..20
  limit integer =25 1..100
  (filter[stage] string planned|standing)
  include geometry(,stage,areas,source,in_onderzoek)
/addresses/within-bbox -> data Address[]
  north number required (-90..90)
  south number required (-90..90)
  east number required (-180..180)
  west number required (-180..180)
  limit integer =100 1..1000
  (filter[stage] string planned|standing)
  include geometry(,stage,areas,source,in_onderzoek)
/geocode/forward -> data ForwardGeocoding
  postcode string (6..7)
  number integer (1..99999)
  q string (2..200)
  letter string (1..10)
  addition string (1..10)
  (match string exact)
  (former string true|false)
/geocode/reverse -> data ReverseGeocoding
  lat number (50..56)
  lng number (2..8)
  rd_x number (-100000..400000)
  rd_y number (200000..900000)
  radius_m number =100 (0)..1000
/postcodes/{postcode} -> page Address
  postcode string required (6..7)
  (filter[stage] string planned|standing)
  (filter[buurt_code] string 10..10)
  (filter[wijk_code] string 8..8)
  per_page integer =25 1..100
  page integer =1 (1..2147483647)
  include geometry(,stage,areas,source,in_onderzoek)
  (valid_on string 10..10)
/postcodes/{postcode}/range -> data PostcodeRange
  postcode string required (6..7)
/postcodes/validate/{postcode} -> data PostcodeValidation
  postcode string required
/postcodes/nearby -> data NearbyPostcodes
  postcode string (6..7)
  number integer (1..99999)
  radius_km number =5 0.1..20
  precision integer =4 4|6
  lat number (50..56)
  lng number (2..8)
/postcodes/areas -> page PostcodeArea
  prefix string 2..4
  per_page integer =25 1..100
  page integer =1 (1..2147483647)
  include geometry
/postcodes/areas/within-bbox -> page PostcodeArea
  north number required (-90..90)
  south number required (-90..90)
  east number required (-180..180)
  west number required (-180..180)
  per_page integer =100 1..1000
  page integer =1 (1..2147483647)
  include geometry
/cities -> page-without-links City
  filter[naam] string (1..100)
  filter[gemeente_code] string (1..100)
  filter[provincie_naam] string (1..100)
  sort naam|-naam
  per_page integer =25 1..100
  page integer =1 (1..2147483647)
  include counts,geometry
/cities/{woonplaatsId} -> data City
  woonplaatsId string required (4..4)
  include counts,geometry(,source,in_onderzoek)
  (valid_on string 10..10)
/cities/{woonplaatsId}/streets -> page Street
  woonplaatsId string required (4..4)
  per_page integer =25 1..100
  page integer =1 (1..2147483647)
  sort naam|-naam
/streets -> page Street
  filter[naam] string (1..100)
  filter[woonplaats_id] string (1..100)
  woonplaats_id string (1..100)
  city string (1..100)
  filter[type] string (1..100)
  sort naam|-naam
  per_page integer =25 1..100
  page integer =1 (1..2147483647)
/streets/{openbareRuimteId} -> data Street
  openbareRuimteId string required 16..16
  include counts(,source,in_onderzoek)
  (valid_on string 10..10)
/streets/{openbareRuimteId}/addresses -> page Address
  openbareRuimteId string required 16..16
  (filter[stage] string planned|standing)
  (filter[buurt_code] string 10..10)
  (filter[wijk_code] string 8..8)
  per_page integer =25 1..100
  page integer =1 (1..2147483647)
  include geometry(,stage,areas,source,in_onderzoek)
  (valid_on string 10..10)
/municipalities -> page-without-links Municipality
  filter[gemeente_naam] string (1..100)
  filter[provincie_naam] string (1..100)
  filter[provincie_code] string (1..100)
  sort gemeente_naam|-gemeente_naam
  per_page integer =25 1..100
  page integer =1 (1..2147483647)
  include counts,geometry
/municipalities/{gemeenteCode} -> data Municipality
  gemeenteCode string required 4..4
  include counts,geometry
  (valid_on string 10..10)
/municipalities/{gemeenteCode}/cities -> page-without-links City
  gemeenteCode string required 4..4
  per_page integer =25 1..100
  page integer =1 (1..2147483647)
  include geometry
/provinces -> data Province[]
  include counts
/provinces/{provinceName} -> data Province
  provinceName string required (1..100)
  include municipalities,counts
/buildings/{pandId} -> data Building
  pandId string required 16..16
  include geometry,addresses,counts(,stage,source,in_onderzoek)
  (valid_on string 10..10)
/buildings/at-address -> data Building
  postcode string required (6..7)
  number integer required (1..99999)
  letter string (1..10)
  addition string (1..10)
  include geometry,addresses,counts(,stage,source,in_onderzoek)
  (valid_on string 10..10)
/buildings/within-bbox -> data Building[]
  north number required (-90..90)
  south number required (-90..90)
  east number required (-180..180)
  west number required (-180..180)
  filter[bouwjaar_min] integer (0..9999)
  filter[bouwjaar_max] integer (0..9999)
  (filter[stage] string planned|standing)
  filter[status] string (1..100)
  limit integer =100 1..500
  (include stage)
/buildings/by-year -> data BuildingsByYear
  group_by string =decade year|decade|century
  gemeente_code string (1..100)
  woonplaats_id string (1..100)
  city string (1..100)
  min_year integer (0..9999)
  max_year integer (0..9999)
  (filter[stage] string planned|standing)
/residences/{verblijfsobjectId} -> data Residence
  verblijfsobjectId string required 16..16
  include geometry,address(,stage,source,in_onderzoek)
  (valid_on string 10..10)
/residences/by-purpose -> page Address
  purpose string required (1..100)
  gemeente_code string (1..100)
  woonplaats_id string (1..100)
  city string (1..100)
  oppervlakte_min integer (0..999999)
  oppervlakte_max integer (0..999999)
  per_page integer =25 1..100
  page integer =1 (1..2147483647)
  (include stage,source,in_onderzoek)
/statistics/overview -> data Overview
/statistics/purposes -> data Purposes
/statistics/construction-years -> data ConstructionYears
  group_by string =decade year|decade|century
/statistics/municipality/{gemeenteCode} -> data MunicipalityStatistics
  gemeenteCode string required 4..4
/statistics/city/{woonplaatsId} -> data CityStatistics
  woonplaatsId string required (4..4)
  include (by_purpose)
/statistics/postcode-area/{postcode} -> data PostcodeAreaStatistics
  postcode string required 4..4
/status -> none Status
/version -> data Version
/changes/summary -> data ChangesSummary
  since string (10..10)
/openapi.yaml -> none string
/export/addresses -> data QueuedExport
  postcode_area string 4..4
  gemeente_code string (4..4)
  woonplaats_id string (4..4)
  provincie_naam string (1..100)
  type string verblijfsobject|ligplaats|standplaats
  (stage string planned|standing)
  (buurt_code string 1..10)
  (wijk_code string 1..8)
  format string =csv csv|(xlsx)|json|(geojson|gpkg|parquet)
  (what string =addresses addresses|buildings|residences|streets|cities|municipalities|areas|address_history|building_history|residence_history)
  (north number -90..90)
  (south number -90..90)
  (east number -180..180)
  (west number -180..180)
  (polygon string 2..300000)
  (formulas string neutralise|keep)
/export/{jobId} -> data ExportJob
  jobId string required (36..36)
/export/{jobId}/download -> none string
  jobId string required (36..36)
`;

/**
 * Field and type; a field in parentheses is ours; `?` is nullable, `optional` may be absent, as the fields of an
 * include are, a dot leads into an object, `[]` into a list.
 */
export const RECORDS = `
Address
  nummeraanduiding_id string
  type string
  huisnummer integer
  huisletter string?
  huisnummertoevoeging string?
  postcode string?
  straatnaam string
  verkorte_straatnaam string?
  woonplaats_naam string
  woonplaats_id string
  gemeente_naam string
  gemeente_code string
  provincie_naam string
  gebruiksdoel[] string
  oppervlakte integer?
  status string
  pand_id string?
  adresseerbaar_object_id string
  bouwjaar integer?
  latitude number
  longitude number
  rd_x number
  rd_y number
  full_address string
  (object_status string optional)
  (stage string optional)
  (buurt_code string? optional)
  (buurt_naam string? optional)
  (wijk_code string? optional)
  (wijk_naam string? optional)
  (veiligheidsregio string? optional)
  (valid_from date? optional)
  (valid_until date? optional)
  (announced boolean optional)
  (sources[] ObjectSource optional)
  (in_onderzoek[] KenmerkInOnderzoek optional)
  (gap boolean optional)
  geometry Geometry optional
Suggestion
  id string
  label string
  postcode string?
  city string
  (address Address optional)
City
  identificatie string
  naam string
  gemeente_code string
  gemeente_naam string
  provincie_naam string
  status string
  counts.addresses integer optional
  counts.buildings integer optional
  counts.streets integer optional
  (valid_from date? optional)
  (valid_until date? optional)
  (announced boolean optional)
  (sources[] ObjectSource optional)
  (in_onderzoek[] KenmerkInOnderzoek optional)
  (gap boolean optional)
  geometry Geometry? optional
Street
  identificatie string
  naam string
  verkorte_naam string?
  type string
  woonplaats_id string
  woonplaats_naam string
  status string
  counts.addresses integer optional
  (valid_from date? optional)
  (valid_until date? optional)
  (announced boolean optional)
  (sources[] ObjectSource optional)
  (in_onderzoek[] KenmerkInOnderzoek optional)
  (gap boolean optional)
Municipality
  gemeente_code string
  gemeente_naam string
  provincie_naam string
  provincie_code string
  counts.addresses integer optional
  counts.buildings integer optional
  counts.cities integer optional
  counts.streets integer optional
  (valid_from date? optional)
  (valid_until date? optional)
  (announced boolean optional)
  (gap boolean optional)
  geometry Geometry? optional
Province
  provincie_code string
  provincie_naam string
  counts.addresses integer optional
  counts.municipalities integer optional
  counts.cities integer optional
  municipalities[] Municipality optional
Building
  identificatie string
  bouwjaar integer?
  status string
  geconstateerd boolean
  voorkomen_identificatie integer
  begin_geldigheid date
  eind_geldigheid date?
  counts.addresses integer optional
  counts.residences integer optional
  addresses[] Address optional
  (stage string optional)
  (valid_from date? optional)
  (valid_until date? optional)
  (announced boolean optional)
  (sources[] ObjectSource optional)
  (in_onderzoek[] KenmerkInOnderzoek optional)
  (gap boolean optional)
  geometry Geometry optional
Residence
  identificatie string
  gebruiksdoel[] string
  oppervlakte integer?
  status string
  pand_id string?
  hoofdadres_nummeraanduiding_id string
  nevenadres_nummeraanduiding_ids[] string
  latitude number
  longitude number
  rd_x number
  rd_y number
  address Address? optional
  (stage string optional)
  (valid_from date? optional)
  (valid_until date? optional)
  (announced boolean optional)
  (sources[] ObjectSource optional)
  (in_onderzoek[] KenmerkInOnderzoek optional)
  (gap boolean optional)
  geometry Geometry optional
PostcodeArea
  area string
  address_count integer
  sample_city string
  centroid_latitude number
  centroid_longitude number
  boundary_source string optional
  geometry Geometry? optional
PageMeta
  current_page integer
  last_page integer
  per_page integer
  total integer
  (explain object optional)
  (former[] FormerAddress optional)
  (gap boolean optional)
PageLinks
  first string
  last string
  prev string?
  next string?
AddressValidation
  valid boolean
  address Address?
  suggestions[] Address
  (former[] FormerAddress optional)
ForwardGeocoding
  address Address
  (match string)
  (former FormerAddress optional)
  coordinates.wgs84.latitude number
  coordinates.wgs84.longitude number
  coordinates.rd.x number
  coordinates.rd.y number
  geojson.type string
  geojson.geometry.type string
  geojson.geometry.coordinates[] number
  geojson.properties.nummeraanduiding_id string
  geojson.properties.full_address string
  geojson.properties.postcode string?
  geojson.properties.huisnummer integer
  geojson.properties.straatnaam string
  geojson.properties.woonplaats string
  geojson.properties.source string
ReverseGeocoding
  address Address
  distance_meters number
  query.latitude number
  query.longitude number
PostcodeRange
  postcode string
  min_number integer
  max_number integer
  count integer
  street string
  city string
PostcodeValidation
  valid boolean
  postcode string
  street string?
  city string?
  municipality string?
  province string?
NearbyPostcodes
  origin.postcode string?
  origin.huisnummer integer?
  origin.straatnaam string?
  origin.woonplaats_naam string?
  origin.full_address string?
  origin.latitude number
  origin.longitude number
  radius_km number
  precision integer
  postcodes[].postcode string
  postcodes[].city string
  postcodes[].distance_km number
  postcodes[].address_count integer
  total integer
BuildingsByYear
  group_by string
  statistics[].period integer
  statistics[].count integer
Overview
  total_addresses integer
  total_buildings integer
  total_cities integer
  total_municipalities integer
  by_type.verblijfsobject integer
  by_type.ligplaats integer
  by_type.standplaats integer
  by_province.Drenthe integer
  by_province.Flevoland integer
  by_province.Friesland integer
  by_province.Gelderland integer
  by_province.Groningen integer
  by_province.Limburg integer
  by_province.Noord-Brabant integer
  by_province.Noord-Holland integer
  by_province.Overijssel integer
  by_province.Utrecht integer
  by_province.Zeeland integer
  by_province.Zuid-Holland integer
Purposes
  purposes.woonfunctie integer
  purposes.bijeenkomstfunctie integer
  purposes.celfunctie integer
  purposes.gezondheidszorgfunctie integer
  purposes.industriefunctie integer
  purposes.kantoorfunctie integer
  purposes.logiesfunctie integer
  purposes.onderwijsfunctie integer
  purposes.sportfunctie integer
  purposes.winkelfunctie integer
  purposes.overige gebruiksfunctie integer
  total_with_purpose integer
ConstructionYears
  group_by string
  statistics[].period integer
  statistics[].count integer
  oldest integer?
  newest integer?
  total_buildings integer
MunicipalityStatistics
  gemeente_code string
  gemeente_naam string
  provincie_naam string
  total_addresses integer
  total_buildings integer
  total_cities integer
  by_type.verblijfsobject integer
  by_type.ligplaats integer
  by_type.standplaats integer
  by_purpose.woonfunctie integer
  by_purpose.bijeenkomstfunctie integer
  by_purpose.celfunctie integer
  by_purpose.gezondheidszorgfunctie integer
  by_purpose.industriefunctie integer
  by_purpose.kantoorfunctie integer
  by_purpose.logiesfunctie integer
  by_purpose.onderwijsfunctie integer
  by_purpose.sportfunctie integer
  by_purpose.winkelfunctie integer
  by_purpose.overige gebruiksfunctie integer
CityStatistics
  woonplaats_id string
  naam string
  total_addresses integer
  total_buildings integer
  by_type.verblijfsobject integer
  by_type.ligplaats integer
  by_type.standplaats integer
  by_purpose.woonfunctie integer optional
  by_purpose.bijeenkomstfunctie integer optional
  by_purpose.celfunctie integer optional
  by_purpose.gezondheidszorgfunctie integer optional
  by_purpose.industriefunctie integer optional
  by_purpose.kantoorfunctie integer optional
  by_purpose.logiesfunctie integer optional
  by_purpose.onderwijsfunctie integer optional
  by_purpose.sportfunctie integer optional
  by_purpose.winkelfunctie integer optional
  by_purpose.overige gebruiksfunctie integer optional
PostcodeAreaStatistics
  postcode_area string
  total_addresses integer
  cities[] string
  municipalities[] string
  by_type.verblijfsobject integer
  by_type.ligplaats integer
  by_type.standplaats integer
Status
  status string
  checks.database string
  checks.cache string
  checks.bag_data string
  timestamp date-time
Version
  bag_version date
  (data_version string)
  last_import date-time
  counts.addresses integer
  counts.buildings integer
  counts.cities integer
  counts.municipalities integer
  api_version string
  (history boolean)
  (history_since date?)
ChangesSummary
  since date-time
  imports[].id integer
  imports[].completed_at date-time
  imports[].records_processed integer
  (imports[].demo boolean)
  import_count integer
  current_counts.addresses integer
  current_counts.buildings integer
QueuedExport
  job_id uuid
  status string
  message string
ExportJob
  job_id uuid
  status string
  created_at date-time
  updated_at date-time
  total_records integer
  processed_records integer
  progress integer
  download_url string?
  file_size integer?
  (data_version string?)
  (error string optional)
  (columns string optional)
`;
