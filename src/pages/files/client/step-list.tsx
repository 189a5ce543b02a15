import { pickTexts } from "../../kit/client/texts.ts";
import type { Phase } from "../server/session-state.ts";
import type { ShownStep } from "./session.ts";

const texts = pickTexts({
  steps: {
    choose: { en: "File", nl: "Bestand" },
    columns: { en: "Columns", nl: "Kolommen" },
    search: { en: "Search", nl: "Zoeken" },
    review: { en: "Review and download", nl: "Nakijken en downloaden" },
  },
  stepsLabel: { en: "Steps", nl: "Stappen" },
  stepDone: { en: "done", nl: "klaar" },
});

type Step = keyof typeof texts.steps;
const STEPS = Object.keys(texts.steps) as Step[];

const STEP_OF: Readonly<Partial<Record<Phase, Step>>> = {
  preview: "columns",
  geocoding: "search",
  review: "review",
};

/** Returns the step that the page is at. */
export function stepOf(shown: ShownStep): Step {
  return (shown.kind === "open" ? STEP_OF[shown.state.phase] : undefined) ?? "choose";
}

/** Shows the steps from file to result, and which of them is reached. */
export function StepList({ current }: { readonly current: Step }) {
  const reached = STEPS.indexOf(current);
  return (
    <ol class="row step-list" aria-label={texts.stepsLabel}>
      {STEPS.map((step, i) => (
        <li
          key={step}
          class={i < reached ? "row done" : "row"}
          aria-current={i === reached ? "step" : undefined}
        >
          <span class="step-number" aria-hidden="true">
            {i < reached ? "✓" : i + 1}
          </span>
          <span class="step-name">{texts.steps[step]}</span>
          {i < reached && <span class="visually-hidden">, {texts.stepDone}</span>}
        </li>
      ))}
    </ol>
  );
}
