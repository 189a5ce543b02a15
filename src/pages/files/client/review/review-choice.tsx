/** Choice of the rows to review: their kinds, and one reason; and the rows that nobody can decide. */
import { reasonName } from "../../../../batch/texts/reasons.ts";
import { STATUS_TEXTS } from "../../../../batch/texts/statuses.ts";
import { currentLanguage } from "../../../kit/client/preferences.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { MatchKind, RowReason, RunState } from "../answers.ts";
import { formatCount, formatRows } from "../format.ts";

const texts = pickTexts({
  kinds: { en: "Which rows", nl: "Welke rijen" },
  reason: { en: "Reason", nl: "Reden" },
  allReasons: { en: "all reasons", nl: "alle redenen" },
  settled: {
    en: (rows: string) => `${rows} that cannot be decided`,
    nl: (rows: string) => `${rows} waarover niets te kiezen is`,
  },
  settledHint: {
    en: "The data has no address for these rows, so they are not shown one by one. The result has their reason.",
    nl: "De gegevens hebben geen adres voor deze rijen. Ze komen daarom niet één voor één langs. Hun reden staat in het resultaat.",
  },
  rows: {
    en: (numbers: string, isOne: boolean) => `${isOne ? "row" : "rows"} ${numbers}`,
    nl: (numbers: string, isOne: boolean) => `${isOne ? "rij" : "rijen"} ${numbers}`,
  },
});

const statusTexts = pickTexts(STATUS_TEXTS);

/** Rows to go through. */
export interface ReviewChoice {
  readonly matches: readonly MatchKind[];
  /** Only rows without an address for this reason. */
  readonly reason: RowReason | undefined;
}

/** Kinds of rows to review. */
const KINDS: readonly MatchKind[] = ["none", "one_of_several", "corrected", "undecided"];

/** Returns the number of rows of a kind that can be decided. */
function countOf(state: RunState, kind: MatchKind): number {
  return state.by_match[kind] - (kind === "none" ? countSettled(state) : 0);
}

function countSettled({ by_reason, settled }: RunState): number {
  return (Object.keys(settled) as RowReason[]).reduce((sum, reason) => sum + by_reason[reason]!, 0);
}

/** Returns the kinds with rows that can be decided. */
export function kindsToReview(state: RunState): readonly MatchKind[] {
  return KINDS.filter((kind) => countOf(state, kind) > 0);
}

interface ReviewChoosersProps {
  readonly state: RunState;
  readonly choice: ReviewChoice;
  onChange(choice: ReviewChoice): void;
}

export function ReviewChoosers({ state, choice, onChange }: ReviewChoosersProps) {
  const { matches, reason } = choice;
  const toggle = (kind: MatchKind) =>
    onChange({
      matches: matches.includes(kind) ? matches.filter((each) => each !== kind) : [...matches, kind],
      reason: undefined,
    });
  const ofRows = state.recheck === null ? reasonsOf(state.by_reason) : [];
  const reasons = ofRows.filter((each) => state.settled[each] === undefined);
  return (
    <div class="row apart review-choice">
      <fieldset class="row review-kinds">
        <legend class="visually-hidden">{texts.kinds}</legend>
        {kindsToReview(state).map((kind) => (
          <label key={kind} class="row">
            <input type="checkbox" checked={matches.includes(kind)} onChange={() => toggle(kind)} />
            <i class={`swatch ${STATUS_TEXTS[kind].tone}`} />
            {statusTexts[kind]} <span class="muted">{formatCount(countOf(state, kind))}</span>
          </label>
        ))}
      </fieldset>
      {reasons.length > 1 && (
        <label class="row review-reason">
          {texts.reason}
          <select
            class="input"
            value={reason ?? ""}
            onChange={({ currentTarget: { value } }) =>
              onChange(
                value === ""
                  ? { ...choice, reason: undefined }
                  : { matches: ["none"], reason: value as RowReason },
              )
            }
          >
            <option value="">{texts.allReasons}</option>
            {reasons.map((each) => (
              <option key={each} value={each}>
                {reasonName(each, currentLanguage())} ({formatCount(state.by_reason[each]!)})
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/** Lists the rows that nobody can decide, by reason with their first numbers. */
export function SettledRows({ state }: { readonly state: RunState }) {
  const { settled, by_reason } = state;
  const reasons = reasonsOf(by_reason).filter((reason) => settled[reason] !== undefined);
  return (
    <details class="box settled">
      <summary>{texts.settled(formatRows(countSettled(state)))}</summary>
      <p class="hint">{texts.settledHint}</p>
      <dl class="stack">
        {reasons.map((reason) => (
          <div key={reason}>
            <dt>
              {reasonName(reason, currentLanguage())}{" "}
              <span class="muted">{formatCount(by_reason[reason]!)}</span>
            </dt>
            <dd class="muted">{rowNumbers(settled[reason]!, by_reason[reason]!)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function rowNumbers(first: readonly number[], count: number): string {
  const more = count > first.length ? ", …" : "";
  return texts.rows(first.map(formatCount).join(", ") + more, count === 1);
}

/** Returns the reasons that occur, the most frequent first. */
function reasonsOf(byReason: RunState["by_reason"]): RowReason[] {
  const codes = Object.keys(byReason) as RowReason[];
  return codes.toSorted((a, b) => byReason[b]! - byReason[a]!);
}
