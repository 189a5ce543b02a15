import type { ComponentChildren } from "preact";

interface Figure {
  readonly name: string;
  readonly value: ComponentChildren;
}

/** Row of the few numbers that matter most. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl class="figures">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
