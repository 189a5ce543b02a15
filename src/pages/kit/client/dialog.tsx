import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  /** Name for screen readers. */
  readonly label: string;
  readonly class?: string;
  /** True: a click beside the dialog closes it. */
  readonly isLight?: boolean;
  readonly children: ComponentChildren;
  /** Removes the dialog from the page. */
  onClose(): void;
}

/** Modal dialog, open while it is in the page; the browser keeps the focus inside and closes it by Escape. */
export function Dialog({ label, class: className = "", isLight = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // An effect would wait for the next frame, and keys before it would go to the page below.
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // A dialog that is only removed does not give the focus back.
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${className}`}
      aria-label={label}
      closedby={isLight ? "any" : undefined}
      // The event of a dialog that was removed comes when it has left the page.
      onClose={() => dialog.current && onClose()}
    >
      {children}
    </dialog>
  );
}
