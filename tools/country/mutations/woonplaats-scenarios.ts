/** Scenarios of woonplaatsen. */
import { dateOf, REFERENCE_DATE, REFERENCE_DAY } from "../calendar.ts";
import type { Country } from "../country/country.ts";
import { relatiesOf } from "../country/gemeenten.ts";
import type { GemeenteWoonplaatsRelatie } from "../official-format/gemeente-woonplaats-relatie.ts";
import type { RdPolygon, RdRing } from "../official-format/gml.ts";
import { pick } from "../random.ts";
import { changeEvent, type GemeenteMove, makeEvent, mergeEvents, type Scenario } from "./mutation-groups.ts";

/** Half the side of the square of land that a woonplaats gives to its neighbour, in metres. */
const HALF_SIDE_M = 60;

export const renameWoonplaats: Scenario = ({ place: { woonplaats } }, country) => {
  const latest = country.takeWoonplaats(woonplaats);
  return latest && changeEvent(latest, { naam: `${latest.naam} aan Zee` });
};

/**
 * Moves a square around the middle of a street to the neighbouring woonplaats, whose border is a multivlak from then
 * on.
 */
export const moveBorder: Scenario = ({ place: { woonplaats, neighbour, street } }, country) => {
  if (!neighbour) {
    return undefined;
  }
  const giver = country.takeWoonplaats(woonplaats);
  const taker = country.takeWoonplaats(neighbour);
  if (!giver || !taker) {
    return undefined;
  }
  const { x, y } = street.frame;
  const corners = [-1, -1, 1, -1, 1, 1, -1, 1, -1, -1];
  const square = corners.map(
    (sign, i) => Math.round(1000 * ((i % 2 === 0 ? x : y) + sign * HALF_SIDE_M)) / 1000,
  );
  const enclosing = giver.geometrie.find((polygon) => containsPoint(polygon, x, y));
  if (!enclosing) {
    return undefined;
  }
  const hole = {
    exterior: enclosing.exterior,
    interiors: [...(enclosing.interiors ?? []), reversed(square)],
  };
  return mergeEvents(
    changeEvent(giver, {
      geometrie: giver.geometrie.map((polygon) => (polygon === enclosing ? hole : polygon)),
    }),
    changeEvent(taker, { geometrie: [...taker.geometrie, { exterior: square }] }),
  );
};

function reversed(ring: readonly number[]): number[] {
  return ring.flatMap((_, i) => (i % 2 === 0 ? [ring.slice(-2 - i, ring.length - i)] : [])).flat();
}

function containsPoint({ exterior }: RdPolygon, x: number, y: number): boolean {
  let inside = false;
  const at = (ring: RdRing, i: number) => [ring[i]!, ring[i + 1]!] as const;
  for (let i = 0; i + 3 < exterior.length; i += 2) {
    const [[x1, y1], [x2, y2]] = [at(exterior, i), at(exterior, i + 2)];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) {
      inside = !inside;
    }
  }
  return inside;
}

/** Moves a woonplaats that is not the largest of its gemeente to another gemeente of the provincie. */
export const moveToGemeente: Scenario = ({ place: { woonplaats } }, { country }) => {
  const others = country.gemeenten.filter(
    (gemeente) => gemeente.provincie === woonplaats.gemeente.provincie && gemeente !== woonplaats.gemeente,
  );
  const hasOpenRelatie = [...relatiesOf(country)].some(
    (row) => row.woonplaats === woonplaats.identificatie && isOpen(row),
  );
  if (woonplaats.ordinal === 0 || others.length === 0 || !hasOpenRelatie) {
    return undefined;
  }
  const moved = { woonplaats: woonplaats.identificatie, gemeente: pick(woonplaats.seed, 137, others).code };
  const change = { type: "WPL", identificatie: woonplaats.identificatie, kind: "changed" } as const;
  return { ...makeEvent([], [change]), moved };
};

function isOpen({ begindatum, einddatum }: GemeenteWoonplaatsRelatie): boolean {
  return begindatum <= REFERENCE_DATE && einddatum === undefined;
}

/** Enumerates the rows of GEM-WPL-RELATIE of the day after the reference date. */
export function* relatiesAfter(
  country: Country,
  moves: readonly GemeenteMove[],
): Generator<GemeenteWoonplaatsRelatie> {
  const begindatum = dateOf(REFERENCE_DAY + 1);
  for (const row of relatiesOf(country)) {
    const move = moves.findLast(({ woonplaats }) => woonplaats === row.woonplaats);
    if (!move || !isOpen(row)) {
      yield row;
    } else {
      yield { ...row, einddatum: begindatum };
      yield { ...move, begindatum, status: "definitief" };
    }
  }
}
