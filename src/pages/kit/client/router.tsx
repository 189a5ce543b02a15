/** Addresses of a page, each shown by its script. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Event that the script sends after it opened an address itself. */
const OPENED = "addressopen";

/** Opens an address of this page as a step of the history. */
export function navigate(href: string): void {
  history.pushState(null, "", href);
  dispatchEvent(new Event(OPENED));
}

/** Opens an address of this page in place of the present one. */
export function replace(href: string): void {
  history.replaceState(null, "", href);
  dispatchEvent(new Event(OPENED));
}

/** Returns what `read` finds in the address bar, and renders the component again when that changes. */
export function useAddress<T>(read: () => T): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const update = () =>
      setValue((before) => {
        const after = read();
        return JSON.stringify(after) === JSON.stringify(before) ? before : after;
      });
    for (const event of ["popstate", OPENED]) {
      addEventListener(event, update);
    }
    return () => {
      for (const event of ["popstate", OPENED]) {
        removeEventListener(event, update);
      }
    };
  }, []);
  return value;
}

interface LinkProps {
  readonly href: string;
  readonly class?: string | undefined;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
  /** Opens the link in place of `navigate`. */
  onOpen?(): void;
}

/** Link that the script opens in place; with other buttons and keys, it does what any link does. */
export function Link({ href, class: className, isCurrent = false, onOpen, children }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      onOpen === undefined ? navigate(href) : onOpen();
    }
  };
  return (
    <a href={href} class={className} aria-current={isCurrent ? "page" : undefined} onClick={follow}>
      {children}
    </a>
  );
}
