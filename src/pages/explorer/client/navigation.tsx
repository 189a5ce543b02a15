/** Views of the explorer, as in the query of its URL: `/?address=0363200000000001`. */
import type { ComponentChildren } from "preact";
import { Link, navigate, useAddress } from "../../kit/client/router.tsx";

/** Kinds of view, each with the name of its parameter in the URL. */
const VIEW_PARAMETERS = {
  line: "q",
  address: "address",
  building: "building",
  residence: "residence",
  street: "street",
  postcode: "postcode",
  place: "place",
  municipality: "municipality",
  province: "province",
  point: "point",
} as const;
export type ViewKind = keyof typeof VIEW_PARAMETERS;

/**
 * One thing that is shown: `id` is an identificatie, a code, a postcode of four or six characters, a name of a
 * provincie, a typed line, `lat,lng`, or for a street also `<woonplaats>/<name>`. Undefined where nothing is chosen.
 */
export type ExplorerView = { readonly kind: ViewKind; readonly id: string } | undefined;

export function parseView(search: string): ExplorerView {
  const query = new URLSearchParams(search);
  for (const [kind, parameter] of Object.entries(VIEW_PARAMETERS) as [ViewKind, string][]) {
    const id = query.get(parameter)?.trim();
    if (id) {
      return { kind, id };
    }
  }
  return undefined;
}

/** Returns the URL of a view; a language that the present URL names stays. */
function hrefOf(view: ExplorerView): string {
  const query = new URLSearchParams();
  if (view !== undefined) {
    query.set(VIEW_PARAMETERS[view.kind], view.id);
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

/** Returns true for four digits as a postcode: an area of postcodes. */
export function isArea({ kind, id }: NonNullable<ExplorerView>): boolean {
  return kind === "postcode" && /^\d{4}$/.test(id);
}

/** Shows a view and makes it a step of the history; the same view again is no step. */
export function openView(view: ExplorerView): void {
  if (!isSameView(view, parseView(location.search))) {
    navigate(hrefOf(view) + location.hash);
  }
}

/** Replaces the URL by that of an equal view under its lasting identifier. */
export function renameView(view: ExplorerView): void {
  history.replaceState(null, "", hrefOf(view) + location.hash);
}

/** Returns the view of the address bar, and renders the component again when it changes. */
export function useView(): ExplorerView {
  return useAddress(() => parseView(location.search), isSameView);
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
