/** Whole resources that `expand` adds to an address, by their current state in the registry. */
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { findAdresseerbaarObject, listAdressenOfObject } from "../../registry/read/adresseerbare-objecten.ts";
import { findOpenbareRuimte } from "../../registry/read/openbare-ruimten.ts";
import { findPand, readFootprint } from "../../registry/read/panden.ts";
import { toIdentificatieKey } from "../../registry/schema/object-types.ts";
import { type BagAdres, type LinkTo, OBJECTS, toGeometrie, toPolygon } from "./address.ts";
import type { Expandable } from "./parameters.ts";

/** Returns the resources that a request expands, by their names in `_embedded`; `undefined` when it expands none. */
export function toEmbedded(
  s: Snapshot,
  bagAdres: BagAdres,
  { names, linkTo }: { readonly names: ReadonlySet<Expandable>; readonly linkTo: LinkTo },
): Readonly<Record<string, unknown>> | undefined {
  if (names.size === 0) {
    return undefined;
  }
  return Object.fromEntries([...names].map((name) => [name, RESOURCES[name](s, bagAdres, linkTo)]));
}

const RESOURCES: Readonly<Record<Expandable, (s: Snapshot, bagAdres: BagAdres, linkTo: LinkTo) => unknown>> =
  {
    nummeraanduiding(_s, { adres, openbareRuimteId }, linkTo) {
      const { nummeraanduiding_id: identificatie, huisnummer, type, status } = adres;
      const nummeraanduiding = {
        identificatie,
        domein: "NL.IMBAG.Nummeraanduiding",
        huisnummer,
        huisletter: adres.huisletter ?? undefined,
        huisnummertoevoeging: adres.huisnummertoevoeging ?? undefined,
        postcode: adres.postcode ?? undefined,
        typeAdresseerbaarObject: OBJECTS[type].type,
        status,
        ligtAan: openbareRuimteId,
      };
      return { nummeraanduiding, _links: selfOf(linkTo, `nummeraanduidingen/${identificatie}`) };
    },
    openbareRuimte(s, { openbareRuimteId }, linkTo) {
      const { naam, verkorte_naam, type, status, woonplaats_id } = findOpenbareRuimte(s, openbareRuimteId)!;
      const openbareRuimte = {
        identificatie: openbareRuimteId,
        domein: "NL.IMBAG.Openbareruimte",
        naam,
        type,
        status,
        korteNaam: verkorte_naam ?? undefined,
        ligtIn: woonplaats_id,
      };
      return { openbareRuimte, _links: selfOf(linkTo, `openbareruimten/${openbareRuimteId}`) };
    },
    woonplaats(s, { adres: { woonplaats_id: identificatie } }, linkTo) {
      const { naam, status } = s.areas.woonplaatsen.get(Number(identificatie))!;
      const woonplaats = { identificatie, domein: "NL.IMBAG.Woonplaats", naam, status };
      return { woonplaats, _links: selfOf(linkTo, `woonplaatsen/${identificatie}`) };
    },
    adresseerbaarObject(s, { adres }, linkTo) {
      const { adresseerbaar_object_id: identificatie, type, gebruiksdoel, oppervlakte } = adres;
      const { status, geom, pandIds } = findAdresseerbaarObject(s, identificatie)!;
      const [hoofdadres, ...others] = listAdressenOfObject(s, identificatie).map(
        ({ nummeraanduiding_id }) => nummeraanduiding_id,
      );
      const ofVerblijfsobject = {
        gebruiksdoelen: gebruiksdoel,
        oppervlakte: oppervlakte ?? undefined,
        maaktDeelUitVan: pandIds,
      };
      const object = {
        identificatie,
        domein: `NL.IMBAG.${OBJECTS[type].type}`,
        geometrie: toGeometrie(decodeGpkgGeometry(geom)),
        ...(type === "verblijfsobject" ? ofVerblijfsobject : {}),
        status,
        heeftAlsHoofdAdres: hoofdadres,
        heeftAlsNevenAdres: others.length === 0 ? undefined : others,
      };
      return { [type]: object, _links: selfOf(linkTo, `${OBJECTS[type].path}/${identificatie}`) };
    },
    panden: (s, { pandIds }, linkTo) => pandIds.flatMap((id) => toPand(s, id, linkTo) ?? []),
  };

function toPand(s: Snapshot, identificatie: string, linkTo: LinkTo) {
  const found = findPand(s, identificatie);
  if (found === undefined) {
    return undefined;
  }
  const { bouwjaar, status, geconstateerd, voorkomen_identificatie, begin_geldigheid } = found;
  const pand = {
    identificatie,
    domein: "NL.IMBAG.Pand",
    geometrie: toPolygon(readFootprint(s, toIdentificatieKey(identificatie))),
    oorspronkelijkBouwjaar: bouwjaar === null ? undefined : String(bouwjaar),
    status,
    geconstateerd: geconstateerd ? "J" : "N",
    voorkomen: { versie: voorkomen_identificatie, beginGeldigheid: begin_geldigheid },
  };
  return { pand, _links: selfOf(linkTo, `panden/${identificatie}`) };
}

function selfOf(linkTo: LinkTo, path: string) {
  return { self: { href: linkTo(path) } };
}
