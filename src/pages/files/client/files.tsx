/** Script of the page for files. */
import "../../kit/client/base.css";
import "../../kit/client/site-header.css";
import "../../kit/client/trouble/trouble.css";
import "./style/page.css";
import "./style/columns.css";
import "./style/result.css";
import "./style/review.css";
import { render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { access } from "../../kit/client/ask.ts";
import { activateSiteHeader } from "../../kit/client/preferences.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import { reportTrouble } from "../../kit/client/trouble/connection.ts";
import { KeyInUse } from "../../kit/client/trouble/key-in-use.tsx";
import { TroubleNotice } from "../../kit/client/trouble/trouble-notice.tsx";
import { PAGE_TEXTS } from "../page-texts.ts";
import { pageData } from "./page-data.ts";
import { type ShownStep, useShown } from "./session.ts";
import { StepList, stepOf } from "./step-list.tsx";
import { ChooseStep } from "./steps/choose-step.tsx";
import { ColumnsStep } from "./steps/columns-step.tsx";
import { ResultStep } from "./steps/result-step.tsx";
import { SearchStep } from "./steps/search-step.tsx";
import { WaitStep } from "./steps/wait-step.tsx";

const texts = pickTexts(PAGE_TEXTS);

/** The whole page below its header: one step at a time. */
function Files() {
  const shown = useShown();
  const step = stepOf(shown);
  useFocusOnStep(step);
  return (
    <div class="stack files-page">
      <div class="stack files-head">
        <h1>{texts.title}</h1>
        {step === "choose" && <p class="lead">{texts.lead}</p>}
        <StepList current={step} />
      </div>
      <TroubleNotice />
      <Step shown={shown} />
      <KeyInUse />
    </div>
  );
}

function Step({ shown }: { readonly shown: ShownStep }) {
  switch (shown.kind) {
    case "none":
    case "refused":
      return <ChooseStep shown={shown} />;
    case "opening":
    case "sending":
      return <WaitStep shown={shown} />;
  }
  const { state, refusal } = shown;
  switch (state.phase) {
    case "reading":
      return <WaitStep shown={{ kind: "opening" }} />;
    case "preview":
      // Another sheet has other columns.
      return (
        <ColumnsStep
          key={JSON.stringify([state.file.traits, state.recheck])}
          state={state}
          refusal={refusal}
        />
      );
    case "geocoding":
      return <SearchStep state={state} />;
    case "review":
      return <ResultStep state={state} />;
    case "failed":
      return <ChooseStep shown={{ kind: "refused", code: state.error!.code }} />;
  }
}

/** Moves the focus to the heading of the next step, but not when the page is opened. */
function useFocusOnStep(step: string): void {
  const focused = useRef(step);
  useLayoutEffect(() => {
    if (focused.current !== step) {
      focused.current = step;
      document.querySelector<HTMLElement>(".step h2")?.focus();
    }
  }, [step]);
}

activateSiteHeader();
const beginning = pageData.needsKey && access.key() === undefined ? await access.beginning : "kept";
if (beginning === "none" || beginning === "refused") {
  reportTrouble({ kind: "key-needed" });
}
render(<Files />, document.getElementById("content")!);
