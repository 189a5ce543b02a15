/** Views in the address bar: the shown objects, their changes, and links to them. */
import type { ComponentChildren } from "preact";
import { Link, navigate, replace, useAddress } from "../../kit/client/router.tsx";
import { type ExplorerView, parseView, VIEW_KINDS, viewOfIdentificatie } from "../view.ts";
import type { Address } from "./known-addresses.ts";
import type { MapPoint } from "./map/map-selection.ts";

/** Returns the URL of a view; a language that the present URL names stays. */
export function hrefOf(view: ExplorerView): string {
  const query = new URLSearchParams();
  if (view !== undefined) {
    query.set(VIEW_KINDS[view.kind].parameter, view.id);
  }
  const language = new URLSearchParams(location.search).get("lang");
  if (language !== null) {
    query.set("lang", language);
  }
  // Commas and slashes need no escape in a query, and read better without.
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  return text === "" ? "/" : `/?${text}`;
}

export function isSameView(a: ExplorerView, b: ExplorerView): boolean {
  return a?.kind === b?.kind && a?.id === b?.id;
}

/** Digits of a point: 6 are a tenth of a metre. */
const POINT_DIGITS = 6;

/** Returns the view of the object at a point. */
export function pointView({ lat, lng }: MapPoint) {
  return { kind: "point", id: `${lat.toFixed(POINT_DIGITS)},${lng.toFixed(POINT_DIGITS)}` } as const;
}

/** Returns the point that the identifier of a view names. */
export function pointOfView(id: string): MapPoint {
  const [lat = Number.NaN, lng = Number.NaN] = id.split(",").map(Number);
  return { lat, lng };
}

/** Returns the view of a street by its place and name. */
export function streetView({ woonplaats_id, straatnaam }: Pick<Address, "woonplaats_id" | "straatnaam">) {
  return { kind: "street", id: `${woonplaats_id}/${straatnaam}` } as const;
}

/** Shows a view and makes it a step of the history; the same view again is no step. */
export function openView(view: ExplorerView): void {
  if (!isSameView(view, parseView(location.search))) {
    navigate(hrefOf(view) + location.hash);
  }
}

/** Shows another view in place of the present one: no step of the history. */
export function openInstead(view: ExplorerView): void {
  replace(hrefOf(view) + location.hash);
}

/** Replaces the URL by the URL of an equal view under its lasting identifier. */
export function renameView(view: ExplorerView): void {
  history.replaceState(null, "", hrefOf(view) + location.hash);
}

/** Returns the view of the address bar, and renders the component again when it changes. */
export function useView(): ExplorerView {
  return useAddress(shownView);
}

/** Returns the view of the address bar; a line that is an identificatie is the object's, as in the search box. */
function shownView(): ExplorerView {
  const view = parseView(location.search);
  return (view?.kind === "line" && viewOfIdentificatie(view.id)) || view;
}

interface ViewLinkProps {
  readonly to: ExplorerView;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Link to a view. */
export function ViewLink({ to, class: className, children }: ViewLinkProps) {
  return (
    <Link class={className} href={hrefOf(to)} onOpen={() => openView(to)}>
      {children}
    </Link>
  );
}
