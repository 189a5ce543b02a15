/** Place of the map in the hash of the URL: `#17/52.3111/5.0253`, followed by year, theme, `aerial`: `…/1950/dark`. */
import type { Theme } from "../../kit/client/preferences.ts";
import type { MapPosition } from "./map/map-selection.ts";

export interface MapPlace {
  readonly position?: MapPosition | undefined;
  /** Year of the time slider; undefined when all years are shown. */
  readonly year?: number | undefined;
  /** Theme that the link asks for; undefined for the theme of the visitor. */
  readonly theme?: Theme | undefined;
  /** True with the aerial picture. */
  readonly isAerial?: boolean | undefined;
}

const AERIAL = "aerial";

/** Reads the place of the present URL; empty where it has none. */
export function readPlace(): MapPlace {
  const [zoom, lat, lng, ...rest] = location.hash.slice(1).split("/");
  const position = { zoom: Number(zoom || "x"), lat: Number(lat), lng: Number(lng) };
  if (!Object.values(position).every(Number.isFinite)) {
    return {};
  }
  const year = rest.find((part) => /^\d{4}$/.test(part));
  const theme = rest.find((part) => part === "light" || part === "dark") as Theme | undefined;
  const isAerial = rest.includes(AERIAL);
  return { position, year: year === undefined ? undefined : Number(year), theme, isAerial };
}

/** Least zoom at which searches prefer results near the map: a town with its surroundings. */
const LEAST_NEAR_ZOOM = 10;

/** Returns the parameters by which searches prefer the box of the map; none while it shows much of the country. */
export function nearParameters(): { readonly lat?: number; readonly lng?: number } {
  const { zoom, lat, lng } = readPlace().position ?? { zoom: 0, lat: 0, lng: 0 };
  const isWithin = lat >= 50 && lat <= 56 && lng >= 2 && lng <= 8;
  // The interface reads no more decimals.
  return zoom >= LEAST_NEAR_ZOOM && isWithin
    ? { lat: Number(lat.toFixed(2)), lng: Number(lng.toFixed(2)) }
    : {};
}

/** Changes the given parts of the place in the URL; no step of the history. */
export function writePlace(change: MapPlace): void {
  const hash = hashOf({ ...readPlace(), ...change });
  if (hash !== "") {
    history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
  }
}

/**
 * Shows on the map what stood by a year; undefined: everything. The map follows the hash. Does nothing before it is
 * there.
 */
export function showYear(year: number | undefined): void {
  const hash = hashOf({ ...readPlace(), year });
  if (hash !== "") {
    location.hash = hash;
  }
}

/** Returns the URL of the present view, without the theme: readers keep their own. */
export function linkHere(): string {
  return location.origin + location.pathname + location.search + hashOf({ ...readPlace(), theme: undefined });
}

function hashOf({ position, year, theme, isAerial }: MapPlace): string {
  if (position === undefined) {
    return "";
  }
  const { zoom, lat, lng } = position;
  const parts = [zoom.toFixed(2), lat.toFixed(5), lng.toFixed(5), year, theme, isAerial ? AERIAL : undefined];
  return `#${parts.filter((part) => part !== undefined).join("/")}`;
}
