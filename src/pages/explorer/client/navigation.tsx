import type { ComponentChildren } from "preact";
import { Link, navigate, useAddress } from "../../kit/client/router.tsx";
import { hrefOf, isSameView, parseView, type View } from "./view.ts";

/** Shows a view and makes it a step of the history; the same view again is no step. */
export function openView(view: View): void {
  if (!isSameView(view, parseView(location.search))) {
    navigate(hrefOf(view) + location.hash);
  }
}

/** Replaces the URL by that of an equal view under its lasting identifier. */
export function renameView(view: View): void {
  history.replaceState(null, "", hrefOf(view) + location.hash);
}

/** Returns the view of the address bar, and renders the component again when it changes. */
export function useView(): View {
  return useAddress(() => parseView(location.search), isSameView);
}

interface ViewLinkProps {
  readonly to: View;
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
