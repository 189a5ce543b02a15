import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { hrefOf, isSameView, parseView, type View } from "./view.ts";

type Listener = (view: View) => void;
const listeners = new Set<Listener>();

/** Shows a view and makes it a step of the history; the same view again is no step. */
export function openView(view: View): void {
  if (!isSameView(view, parseView(location.search))) {
    history.pushState(null, "", hrefOf(view) + location.hash);
    notify(view);
  }
}

/** Replaces the URL by that of an equal view under its lasting identifier. */
export function renameView(view: View): void {
  history.replaceState(null, "", hrefOf(view) + location.hash);
}

/** Returns the view of the address bar, and renders the component again when it changes. */
export function useView(): View {
  const [view, setView] = useState(() => parseView(location.search));
  useEffect(() => {
    const onPop = () => setView((before) => keepSame(before, parseView(location.search)));
    listeners.add(setView);
    addEventListener("popstate", onPop);
    return () => {
      listeners.delete(setView);
      removeEventListener("popstate", onPop);
    };
  }, []);
  return view;
}

function keepSame(before: View, after: View): View {
  return isSameView(before, after) ? before : after;
}

function notify(view: View): void {
  for (const listener of listeners) {
    listener(view);
  }
}

interface ViewLinkProps {
  readonly to: View;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Link to a view: opens it in place, or in a new tab as any link does. */
export function ViewLink({ to, class: className, children }: ViewLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      openView(to);
    }
  };
  return (
    <a class={className} href={hrefOf(to)} onClick={onClick}>
      {children}
    </a>
  );
}
