/** Closed ring in RD metres, flat x, y, x, y …; the first point is repeated as the last. */
export type RdRing = ArrayLike<number>;

export interface RdPolygon {
  readonly exterior: RdRing;
  readonly interiors?: readonly RdRing[] | undefined;
}

export interface GmlPoint {
  readonly x: number;
  readonly y: number;
}

const SRS = 'srsName="urn:ogc:def:crs:EPSG::28992"';

/** ".0", ".001" … ".999" without trailing zeros, indexed by thousandths. */
const FRACTIONS = Array.from({ length: 1000 }, (_, i) => {
  const digits = String(i).padStart(3, "0").replace(/0+$/, "");
  return `.${digits || "0"}`;
});

/**
 * Formats a coordinate as Java prints a double rounded to millimetres: `131009.0`, `481699.9`. RD is never negative.
 */
export function formatMetres(metres: number): string {
  const millimetres = Math.round(metres * 1000);
  const whole = Math.floor(millimetres / 1000);
  return whole + FRACTIONS[millimetres - whole * 1000]!;
}

/** 3-d as in VBO and PND, where z is always 0.0; 2-d as in WPL, LIG and STA. */
export type Dimension = 2 | 3;

export function pointXml({ x, y }: GmlPoint): string {
  return `<gml:Point ${SRS} srsDimension="3">\n  <gml:pos>${formatMetres(x)} ${formatMetres(y)} 0.0</gml:pos>\n</gml:Point>`;
}

export function polygonXml(polygon: RdPolygon, dimension: Dimension): string {
  return `<gml:Polygon ${SRS} srsDimension="${dimension}">\n${ringsXml(polygon, dimension, "")}</gml:Polygon>`;
}

/**
 * Returns a MultiSurface. No real multivlak was available; element names follow the XSD, layout follows the
 * serializer of the polygons.
 */
export function multiSurfaceXml(polygons: readonly RdPolygon[], dimension: Dimension): string {
  let members = "";
  for (const polygon of polygons) {
    members +=
      "  <gml:surfaceMember>\n    <gml:Polygon>\n" +
      ringsXml(polygon, dimension, "    ") +
      "    </gml:Polygon>\n  </gml:surfaceMember>\n";
  }
  return `<gml:MultiSurface ${SRS} srsDimension="${dimension}">\n${members}</gml:MultiSurface>`;
}

function ringsXml(polygon: RdPolygon, dimension: Dimension, indent: string): string {
  let xml = ringXml("exterior", polygon.exterior, { dimension, indent });
  for (const interior of polygon.interiors ?? []) {
    xml += ringXml("interior", interior, { dimension, indent });
  }
  return xml;
}

function ringXml(
  role: "exterior" | "interior",
  ring: RdRing,
  { dimension, indent }: { dimension: Dimension; indent: string },
): string {
  return (
    `${indent}  <gml:${role}>\n${indent}    <gml:LinearRing>\n` +
    `${indent}      <gml:posList count="${ring.length / 2}">${positions(ring, dimension)}</gml:posList>\n` +
    `${indent}    </gml:LinearRing>\n${indent}  </gml:${role}>\n`
  );
}

function positions(ring: RdRing, dimension: Dimension): string {
  const tail = dimension === 3 ? " 0.0" : "";
  let text = `${formatMetres(ring[0]!)} ${formatMetres(ring[1]!)}${tail}`;
  for (let i = 2; i < ring.length; i += 2) {
    text += ` ${formatMetres(ring[i]!)} ${formatMetres(ring[i + 1]!)}${tail}`;
  }
  return text;
}
