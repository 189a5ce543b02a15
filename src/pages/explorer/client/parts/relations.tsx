import { useId } from "preact/hooks";
import { kindNameOf } from "../kind-name.ts";
import { ViewLink } from "../navigation.tsx";
import { texts } from "../texts.ts";
import type { View } from "../view.ts";

export interface Relation {
  readonly to: NonNullable<View>;
  readonly label: string;
}

/** Links to what a record belongs to, each with its kind. */
export function Relations({ relations }: { relations: readonly Relation[] }) {
  const id = useId();
  return (
    <section class="card-section" aria-labelledby={id}>
      <h3 id={id}>{texts.related}</h3>
      <ul class="relations">
        {relations.map(({ to, label }) => (
          <li key={to.kind + to.id}>
            <span class="muted">{kindNameOf(to)}</span>
            <ViewLink to={to}>{label}</ViewLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
