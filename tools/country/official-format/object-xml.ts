import { escapeXmlText } from "./escape-xml-text.ts";
import { multiSurfaceXml, pointXml, polygonXml } from "./gml.ts";
import {
  type BagObject,
  type DeliveredWoonplaats,
  type Ligplaats,
  type Nummeraanduiding,
  type OpenbareRuimte,
  type Pand,
  type Standplaats,
  type Verblijfsobject,
  voorkomenXml,
} from "./objects.ts";

/** Returns one `sl:stand` of a stand file: exactly one voorkomen, newlines only inside `gml:*`. */
export function standXml(object: BagObject): string {
  return `<sl:stand><sl-bag-extract:bagObject>${objectXml(object)}</sl-bag-extract:bagObject></sl:stand>`;
}

/** Returns the object element alone, as stand and mutation files both wrap it. Element order differs by type. */
export function objectXml(object: BagObject): string {
  switch (object.type) {
    case "WPL":
      return woonplaatsXml(object);
    case "OPR":
      return openbareRuimteXml(object);
    case "NUM":
      return nummeraanduidingXml(object);
    case "VBO":
      return verblijfsobjectXml(object);
    case "LIG":
      return plaatsXml(object, "Ligplaats");
    case "STA":
      return plaatsXml(object, "Standplaats");
    case "PND":
      return pandXml(object);
  }
}

function woonplaatsXml(o: DeliveredWoonplaats): string {
  const [first] = o.geometrie;
  const surface =
    o.geometrie.length === 1
      ? `<Objecten:vlak>${polygonXml(first!, 2)}</Objecten:vlak>`
      : `<Objecten:multivlak>${multiSurfaceXml(o.geometrie, 2)}</Objecten:multivlak>`;
  return (
    `<Objecten:Woonplaats>${identificatieXml("Woonplaats", o)}<Objecten:naam>${escapeXmlText(o.naam)}</Objecten:naam>` +
    `<Objecten:geometrie>${surface}</Objecten:geometrie>${statusXml(o)}${documentXml(o)}` +
    `${voorkomenXml(o.voorkomen)}</Objecten:Woonplaats>`
  );
}

function openbareRuimteXml(o: OpenbareRuimte): string {
  return (
    `<Objecten:OpenbareRuimte>${identificatieXml("Openbareruimte", o)}<Objecten:naam>${escapeXmlText(o.naam)}</Objecten:naam>` +
    `<Objecten:type>${o.streetType}</Objecten:type>${statusXml(o)}${documentXml(o)}${ligtInXml(o.ligtIn)}` +
    `${voorkomenXml(o.voorkomen)}${verkorteNaamXml(o.verkorteNaam)}</Objecten:OpenbareRuimte>`
  );
}

function nummeraanduidingXml(o: Nummeraanduiding): string {
  return (
    `<Objecten:Nummeraanduiding>${identificatieXml("Nummeraanduiding", o)}` +
    `<Objecten:huisnummer>${o.huisnummer}</Objecten:huisnummer>` +
    (o.huisletter === undefined ? "" : `<Objecten:huisletter>${o.huisletter}</Objecten:huisletter>`) +
    (o.huisnummertoevoeging === undefined
      ? ""
      : `<Objecten:huisnummertoevoeging>${o.huisnummertoevoeging}</Objecten:huisnummertoevoeging>`) +
    (o.postcode === undefined ? "" : `<Objecten:postcode>${o.postcode}</Objecten:postcode>`) +
    `<Objecten:typeAdresseerbaarObject>${o.typeAdresseerbaarObject}</Objecten:typeAdresseerbaarObject>` +
    statusXml(o) +
    documentXml(o) +
    (o.ligtIn === undefined ? "" : ligtInXml(o.ligtIn)) +
    voorkomenXml(o.voorkomen) +
    `<Objecten:ligtAan><Objecten-ref:OpenbareRuimteRef domein="NL.IMBAG.Openbareruimte">${o.ligtAan}</Objecten-ref:OpenbareRuimteRef></Objecten:ligtAan>` +
    "</Objecten:Nummeraanduiding>"
  );
}

function verblijfsobjectXml(o: Verblijfsobject): string {
  const geometry =
    "x" in o.geometrie
      ? `<Objecten:punt>${pointXml(o.geometrie)}</Objecten:punt>`
      : `<Objecten:vlak>${polygonXml(o.geometrie, 3)}</Objecten:vlak>`;
  return (
    `<Objecten:Verblijfsobject>${adressenAndVoorkomenXml(o)}${identificatieXml("Verblijfsobject", o)}` +
    `<Objecten:geometrie>${geometry}</Objecten:geometrie>` +
    `${o.gebruiksdoelen.map((doel) => `<Objecten:gebruiksdoel>${doel}</Objecten:gebruiksdoel>`).join("")}` +
    `<Objecten:oppervlakte>${o.oppervlakte}</Objecten:oppervlakte>${statusXml(o)}${documentXml(o)}` +
    `<Objecten:maaktDeelUitVan>${o.panden.map(pandRef).join("")}</Objecten:maaktDeelUitVan></Objecten:Verblijfsobject>`
  );
}

/**
 * Returns the element of a ligplaats or standplaats. Unlike elsewhere, status comes before the geometry and the
 * document after it.
 */
function plaatsXml(o: Ligplaats | Standplaats, name: "Ligplaats" | "Standplaats"): string {
  return (
    `<Objecten:${name}>${adressenAndVoorkomenXml(o)}${identificatieXml(name, o)}${statusXml(o)}` +
    `<Objecten:geometrie>${polygonXml(o.geometrie, 2)}</Objecten:geometrie>${documentXml(o)}</Objecten:${name}>`
  );
}

function pandXml(o: Pand): string {
  return (
    `<Objecten:Pand>${identificatieXml("Pand", o)}<Objecten:geometrie>${polygonXml(o.geometrie, 3)}</Objecten:geometrie>` +
    `<Objecten:oorspronkelijkBouwjaar>${String(o.bouwjaar).padStart(4, "0")}</Objecten:oorspronkelijkBouwjaar>` +
    `${statusXml(o)}${documentXml(o)}${voorkomenXml(o.voorkomen)}</Objecten:Pand>`
  );
}

function adressenAndVoorkomenXml(o: Verblijfsobject | Ligplaats | Standplaats): string {
  const neven = o.nevenadressen?.length
    ? `<Objecten:heeftAlsNevenadres>${o.nevenadressen.map(nummeraanduidingRef).join("")}</Objecten:heeftAlsNevenadres>`
    : "";
  return `<Objecten:heeftAlsHoofdadres>${nummeraanduidingRef(o.hoofdadres)}</Objecten:heeftAlsHoofdadres>${voorkomenXml(o.voorkomen)}${neven}`;
}

function nummeraanduidingRef(identificatie: string): string {
  return `<Objecten-ref:NummeraanduidingRef domein="NL.IMBAG.Nummeraanduiding">${identificatie}</Objecten-ref:NummeraanduidingRef>`;
}

function pandRef(identificatie: string): string {
  return `<Objecten-ref:PandRef domein="NL.IMBAG.Pand">${identificatie}</Objecten-ref:PandRef>`;
}

function identificatieXml(domein: string, o: BagObject): string {
  return `<Objecten:identificatie domein="NL.IMBAG.${domein}">${o.identificatie}</Objecten:identificatie>`;
}

function statusXml(o: BagObject): string {
  return `<Objecten:status>${o.status}</Objecten:status>`;
}

function documentXml(o: BagObject): string {
  return (
    `<Objecten:geconstateerd>${o.geconstateerd ? "J" : "N"}</Objecten:geconstateerd>` +
    `<Objecten:documentdatum>${o.documentdatum}</Objecten:documentdatum>` +
    `<Objecten:documentnummer>${escapeXmlText(o.documentnummer)}</Objecten:documentnummer>`
  );
}

function ligtInXml(woonplaats: string): string {
  return `<Objecten:ligtIn><Objecten-ref:WoonplaatsRef domein="NL.IMBAG.Woonplaats">${woonplaats}</Objecten-ref:WoonplaatsRef></Objecten:ligtIn>`;
}

function verkorteNaamXml(naam: string | undefined): string {
  if (naam === undefined) {
    return "";
  }
  return `<Objecten:verkorteNaam><nen5825:VerkorteNaamOpenbareRuimte><nen5825:verkorteNaam>${escapeXmlText(naam)}</nen5825:verkorteNaam></nen5825:VerkorteNaamOpenbareRuimte></Objecten:verkorteNaam>`;
}
