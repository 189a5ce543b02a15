import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface CardSectionProps {
  readonly title: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Titled part of a card. */
export function CardSection({ title, class: className = "", children }: CardSectionProps) {
  const id = useId();
  return (
    <section class={`card-section ${className}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
