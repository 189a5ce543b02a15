import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { LiveText } from "../../../kit/client/live-text.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { FoundAddress, RunState } from "../answers.ts";
import { formatCount } from "../format.ts";
import { refusedText } from "../refusal-texts.ts";
import { decide, refusalCodeOf } from "../session.ts";
import { kindsToReview, type ReviewChoice, ReviewChoosers, SettledRows } from "./review-choice.tsx";
import { chosenText, offeredBy, RowCard } from "./row-card.tsx";
import { useRows } from "./use-rows.ts";

const texts = pickTexts({
  allFound: {
    en: "Every row was found exactly. There is nothing to review.",
    nl: "Elke rij is precies gevonden. Er is niets na te kijken.",
  },
  nothingUndecided: { en: "There is nothing to choose.", nl: "Er is niets te kiezen." },
  reviewTitle: { en: "Review", nl: "Nakijken" },
  reviewLead: {
    en: "Rows whose address is not certain. You do not have to do all of them.",
    nl: "Rijen waarvan niet zeker is welk adres bedoeld is. U hoeft ze niet allemaal te doen.",
  },
  notSaved: {
    en: (row: string) => `Your choice for row ${row} was not saved.`,
    nl: (row: string) => `Uw keuze voor rij ${row} is niet opgeslagen.`,
  },
  nothingToReview: {
    en: "No row in this list needs a choice.",
    nl: "In deze lijst hoeft u niets te kiezen.",
  },
  reviewDone: { en: "That was the last row", nl: "Dit was de laatste rij" },
  reviewDoneHint: {
    en: "Download the file; your choices are in it.",
    nl: "Download het bestand; uw keuzes staan erin.",
  },
  againFromStart: { en: "Go through them again", nl: "Loop ze nog eens langs" },
});

interface ReviewPaneProps {
  readonly state: RunState;
  /** Called with the possible addresses of the row in view, for the map. */
  onCandidates(addresses: readonly FoundAddress[]): void;
}

/** The doubtful rows one by one, to decide. */
export function ReviewPane({ state, onCandidates }: ReviewPaneProps) {
  const [choice, setChoice] = useState<ReviewChoice>({
    matches: ["none", "one_of_several", "undecided"],
    reason: undefined,
  });
  const present = kindsToReview(state);
  const hasSettled = Object.keys(state.settled).length > 0;
  if (present.length === 0 && !hasSettled) {
    return <p class="note ok">{state.recheck === null ? texts.allFound : texts.nothingUndecided}</p>;
  }
  const matches = choice.matches.filter((kind) => present.includes(kind));
  return (
    <section class="stack card review" aria-labelledby="review-title">
      <h3 id="review-title">{texts.reviewTitle}</h3>
      {present.length > 0 && (
        <>
          <p class="hint">{texts.reviewLead}</p>
          <ReviewChoosers state={state} choice={choice} onChange={setChoice} />
        </>
      )}
      {hasSettled && <SettledRows state={state} />}
      {matches.length > 0 && (
        <RowByRow
          key={`${matches.join()} ${choice.reason}`}
          state={state}
          choice={{ ...choice, matches }}
          onCandidates={onCandidates}
        />
      )}
    </section>
  );
}

function RowByRow({ state, choice, onCandidates }: ReviewPaneProps & { readonly choice: ReviewChoice }) {
  const { place, total, row, said, refusal, heading, go, choose } = useReview(choice);
  useEffect(() => onCandidates(row === undefined ? [] : offeredBy(row)), [row]);
  if (total === undefined) {
    return null;
  }
  return (
    <>
      {row === undefined && place < total && <div class="stack row-card waiting" />}
      {row === undefined && place >= total && (
        <Done heading={heading} isEmpty={total === 0} onAgain={() => go(0)} />
      )}
      {row !== undefined && (
        <RowCard
          key={row.row}
          heading={heading}
          row={row}
          columns={state.columns}
          place={place}
          total={total}
          onChoose={(address) => void choose(address)}
          onGo={(step) => go(place + step)}
        />
      )}
      {refusal && (
        <p class="note danger" role="alert">
          {refusal}
        </p>
      )}
      <LiveText text={said} />
    </>
  );
}

/** Place in the list of doubtful rows, and the decision made there. */
function useReview(wanted: ReviewChoice) {
  const [place, setPlace] = useState(0);
  const { total, known, setDecision } = useRows(wanted, place);
  const [said, setSaid] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  const row = known.get(place);
  // As soon as the row is there: an effect would wait for the next frame, and keys before it would be lost.
  useLayoutEffect(() => {
    // The focus follows the visitor from row to row, but is not taken when the list is opened.
    if (hasMoved.current) {
      heading.current?.focus();
    }
  }, [place, row?.row]);
  const go = (to: number) => {
    if (total !== undefined && to >= 0 && to <= total) {
      hasMoved.current = true;
      setPlace(to);
    }
  };
  const choose = async (address: FoundAddress | null | undefined) => {
    const { row: number, decision } = row!;
    setRefusal(undefined);
    setDecision(place, address === undefined ? null : { address });
    setSaid(address === undefined ? "" : chosenText(address));
    if (address === undefined) {
      heading.current?.focus();
    } else {
      go(place + 1);
    }
    try {
      await decide(number, address === undefined ? undefined : (address?.id ?? null));
    } catch (error) {
      setDecision(place, decision);
      setSaid("");
      setRefusal(`${texts.notSaved(formatCount(number))} ${refusedText(refusalCodeOf(error))}`);
      go(place);
    }
  };
  return { place, total, row, said, refusal, heading, go, choose };
}

interface DoneProps {
  readonly heading: { current: HTMLHeadingElement | null };
  readonly isEmpty: boolean;
  onAgain(): void;
}

function Done({ heading, isEmpty, onAgain }: DoneProps) {
  return (
    <div class="stack review-done">
      <h4 tabIndex={-1} ref={heading}>
        {isEmpty ? texts.nothingToReview : texts.reviewDone}
      </h4>
      {!isEmpty && (
        <>
          <p>{texts.reviewDoneHint}</p>
          <button type="button" class="button" onClick={onAgain}>
            {texts.againFromStart}
          </button>
        </>
      )}
    </div>
  );
}
