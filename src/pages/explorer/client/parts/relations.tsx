import { pickTexts } from "../../../kit/client/texts.ts";
import type { ExplorerView } from "../../view.ts";
import { kindNameOf } from "../format.ts";
import { ViewLink } from "../navigation.tsx";
import { CardSection } from "./card-section.tsx";

const texts = pickTexts({ title: { nl: "Hoort bij", en: "Belongs to" } });

export interface LabelledView {
  readonly to: NonNullable<ExplorerView>;
  readonly label: string;
}

/** Links to the objects to which a record belongs, each with its kind. */
export function Relations({ relations }: { relations: readonly LabelledView[] }) {
  return (
    <CardSection title={texts.title}>
      <dl class="facts">
        {relations.map(({ to, label }) => (
          <div key={to.kind + to.id} class="fact">
            <dt class="muted">{kindNameOf(to)}</dt>
            <dd>
              <ViewLink to={to}>{label}</ViewLink>
            </dd>
          </div>
        ))}
      </dl>
    </CardSection>
  );
}
