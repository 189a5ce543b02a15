import type { ComponentChildren } from "preact";
import { ViewLink } from "../navigation.tsx";
import type { LabelledView } from "./relations.tsx";

interface ChipsProps {
  readonly links: readonly LabelledView[];
  readonly children?: ComponentChildren;
}

/** Row of links to objects. */
export function Chips({ links, children }: ChipsProps) {
  return (
    <ul class="row chips">
      {links.map(({ to, label }) => (
        <li key={to.kind + to.id}>
          <ViewLink to={to}>{label}</ViewLink>
        </li>
      ))}
      {children}
    </ul>
  );
}
