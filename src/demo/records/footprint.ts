import type { StreetFrame } from "../country/street-layout.ts";
import type { RdPoint, RdPolygon } from "../official-format/gml.ts";
import type { PlannedPand } from "../street/street-plan.ts";

/**
 * Corners of a footprint in relative coordinates: along its width from 0 to 1, and away from the street from 0 to 1.
 */
type Corners = readonly (readonly [across: number, behind: number])[];

const BOX: Corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];
/** Cut off at the back, where no residence's point is. */
const CORNER: Corners = [
  [0, 0],
  [1, 0],
  [1, 0.6],
  [0.55, 0.6],
  [0.55, 1],
  [0, 1],
  [0, 0],
];
const BAY: Corners = [
  [0, 0],
  [0.3, 0],
  [0.3, -0.08],
  [0.7, -0.08],
  [0.7, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

/** Depth of the wings around a courtyard, in metres: points behind the front are in the front wing. */
const WING_M = 5;

export function pointAt(frame: StreetFrame, along: number, across: number): RdPoint {
  return {
    x: frame.x + along * frame.ux - across * frame.uy,
    y: frame.y + along * frame.uy + across * frame.ux,
  };
}

export function footprintOf(frame: StreetFrame, pand: PlannedPand): RdPolygon {
  if (pand.shape === "courtyard") {
    return {
      exterior: ringOf(frame, pand, BOX),
      interiors: [ringOf(frame, courtyardOf(pand), [...BOX].reverse())],
    };
  }
  return { exterior: ringOf(frame, pand, pand.shape === "box" ? BOX : pand.shape === "bay" ? BAY : CORNER) };
}

type Box = Pick<PlannedPand, "along" | "widthM" | "across" | "depthM">;

function courtyardOf(pand: Box): Box {
  return {
    along: pand.along,
    widthM: pand.widthM - 2 * WING_M,
    across: pand.across + Math.sign(pand.across) * WING_M,
    depthM: Math.max(1, pand.depthM - 2 * WING_M),
  };
}

/** Returns a rectangle: the outline of a ligplaats or standplaats, or the geometry of a few verblijfsobjecten. */
export function rectangleAt(frame: StreetFrame, box: Box): RdPolygon {
  return { exterior: ringOf(frame, box, BOX) };
}

function ringOf(frame: StreetFrame, box: Box, corners: Corners): number[] {
  const side = Math.sign(box.across);
  const ring: number[] = [];
  for (const [u, v] of corners) {
    const along = box.along + (u - 0.5) * box.widthM;
    const across = box.across + side * v * box.depthM;
    ring.push(frame.x + along * frame.ux - across * frame.uy, frame.y + along * frame.uy + across * frame.ux);
  }
  return ring;
}
