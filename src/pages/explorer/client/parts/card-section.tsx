import type { ComponentChildren } from "preact";

/** Titled part of a card. */
export function CardSection({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
