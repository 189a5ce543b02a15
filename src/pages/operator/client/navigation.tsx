/** Addresses of the pages: the script shows the page that the path names. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

const CHANGED = "pathchange";

export function navigate(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new Event(CHANGED));
}

export function usePath(): string {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const update = () => setPath(location.pathname);
    const events = ["popstate", CHANGED];
    for (const event of events) {
      addEventListener(event, update);
    }
    return () => {
      for (const event of events) {
        removeEventListener(event, update);
      }
    };
  }, []);
  return path;
}

interface LinkProps {
  readonly href: string;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** Link to another page; other buttons and keys of the browser keep their meaning. */
export function Link({ href, class: className, isCurrent = false, children }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    navigate(href);
  };
  return (
    <a href={href} class={className} aria-current={isCurrent ? "page" : undefined} onClick={follow}>
      {children}
    </a>
  );
}
