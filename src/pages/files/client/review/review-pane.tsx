import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { STATUS_TEXTS } from "../../../../batch/texts/statuses.ts";
import { LiveText } from "../../../kit/client/live-text.tsx";
import type { FilesState, FoundAddress, MatchKind } from "../../answers.ts";
import { formatCount } from "../format.ts";
import { refusedText } from "../refusal-texts.ts";
import { decide, refusalCodeOf } from "../session.ts";
import { language, texts } from "../texts.ts";
import { RowCard } from "./row-card.tsx";
import { useRows } from "./use-rows.ts";

interface ReviewPaneProps {
  readonly state: FilesState & { readonly phase: "review" };
  /** Told the addresses that the row in view may be, for the map. */
  onCandidates(addresses: readonly FoundAddress[]): void;
}

/** Kinds of rows to review. */
const KINDS: readonly MatchKind[] = ["none", "one_of_several", "corrected", "undecided"];

/** Reasons of rows in which there is nothing to decide. */
const UNLISTED = ["empty", "other country"] as const;

/** The doubtful rows one by one, to decide. */
export function ReviewPane({ state, onCandidates }: ReviewPaneProps) {
  const { by_match } = state;
  const [chosen, setChosen] = useState<readonly MatchKind[]>(["none", "one_of_several", "undecided"]);
  const unlisted = UNLISTED.reduce((sum, reason) => sum + (state.by_reason[reason] ?? 0), 0);
  const present = KINDS.filter((kind) => by_match[kind] > 0);
  if (present.length === 0) {
    return <p class="note ok">{state.recheck === null ? texts.allFound : texts.nothingUndecided}</p>;
  }
  const toggle = (kind: MatchKind) =>
    setChosen(chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]);
  return (
    <section class="card review" aria-labelledby="review-title">
      <h3 id="review-title">{texts.reviewTitle}</h3>
      <p class="hint">{texts.reviewLead}</p>
      <fieldset class="review-kinds">
        <legend class="visually-hidden">{texts.reviewKinds}</legend>
        {present.map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={chosen.includes(kind)} onChange={() => toggle(kind)} />
            <i class={`swatch of-${kind}`} />
            {STATUS_TEXTS[kind][language]} <span class="muted">{formatCount(by_match[kind])}</span>
          </label>
        ))}
      </fieldset>
      {unlisted > 0 && <p class="hint">{texts.unlisted(formatCount(unlisted), unlisted === 1)}</p>}
      {chosen.length > 0 && (
        <RowByRow
          key={chosen.join()}
          state={state}
          matches={KINDS.filter((kind) => chosen.includes(kind))}
          onCandidates={onCandidates}
        />
      )}
    </section>
  );
}

interface RowByRowProps extends ReviewPaneProps {
  readonly matches: readonly MatchKind[];
}

function RowByRow({ state, matches, onCandidates }: RowByRowProps) {
  const { place, total, row, said, refusal, heading, go, choose } = useReview(matches);
  useEffect(() => onCandidates(row === undefined ? [] : candidatesOf(row)), [row]);
  if (total === undefined) {
    return null;
  }
  return (
    <>
      {row === undefined ? (
        <Done heading={heading} isEmpty={total === 0} onAgain={() => go(0)} isWaiting={place < total} />
      ) : (
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
function useReview(matches: readonly MatchKind[]) {
  const [place, setPlace] = useState(0);
  const { total, known, setDecision } = useRows(matches, place);
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
    setSaid(chosenText(address));
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

function chosenText(address: FoundAddress | null | undefined): string {
  if (address === undefined) {
    return "";
  }
  return address === null ? texts.youChoseNone : texts.youChose(address.text);
}

function candidatesOf({
  address,
  suggestions,
}: {
  address: FoundAddress | null;
  suggestions: readonly FoundAddress[];
}) {
  return address === null ? suggestions : [address, ...suggestions.filter(({ id }) => id !== address.id)];
}

interface DoneProps {
  readonly heading: { current: HTMLHeadingElement | null };
  readonly isEmpty: boolean;
  /** True while the row is on its way. */
  readonly isWaiting: boolean;
  onAgain(): void;
}

function Done({ heading, isEmpty, isWaiting, onAgain }: DoneProps) {
  if (isWaiting) {
    return <div class="row-card waiting" />;
  }
  return (
    <div class="review-done">
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
