import { useRef, useState } from "preact/hooks";
import type { FilesState, RoleOfColumn } from "../../answers.ts";
import { CloseReading } from "../columns/close-reading.tsx";
import { ColumnTable } from "../columns/column-table.tsx";
import { canSearch, halfOf, usesOf } from "../columns/column-uses.ts";
import { addressParts, fileFacts, sheetOf } from "../columns/file-facts.ts";
import { SheetChoice } from "../columns/sheet-choice.tsx";
import { UnusedColumns } from "../columns/unused-columns.tsx";
import { formatCount, formatShare } from "../format.ts";
import { refusedText } from "../refusal-texts.ts";
import { changeColumns, fileName, refusalCodeOf, removeAll, start } from "../session.ts";
import { texts } from "../texts.ts";

interface ColumnsStepProps {
  readonly state: FilesState & { readonly phase: "preview" };
  readonly refusal: string | undefined;
}

/** Share of the sample below which the columns are probably not right. */
const LOW_SHARE = 0.5;

/** Second step: the first rows, with the columns as understood and a menu to change each. */
export function ColumnsStep({ state, refusal }: ColumnsStepProps) {
  const draft = useDraft(state);
  const { rows } = state.file;
  const isOne = rows === 1;
  const hasAddress = canSearch(draft.uses);
  const sheet = sheetOf(state);
  return (
    <section class="step columns-step">
      <div class="columns-head">
        <h2 tabIndex={-1}>{texts.columnsTitle}</h2>
        <p>
          <b class="file-title">{fileName()}</b>
          <span class="muted"> · {fileFacts(state).join(" · ")}</span>
          {sheet && <SheetChoice key={sheet.name} sheet={sheet} />}
        </p>
        <Finding state={state} draft={draft} />
      </div>
      <ColumnTable state={state} uses={draft.uses} onChange={draft.choose} />
      {state.other !== null && !draft.isAsking && (
        <CloseReading state={state} onTake={() => draft.choose(state.other!.uses)} />
      )}
      <UnusedColumns state={state} uses={draft.uses} />
      {refusal !== undefined && (
        <p class="note danger" role="alert">
          {refusedText(refusal)}
        </p>
      )}
      <div class="actions">
        <button
          type="button"
          class="button primary large"
          disabled={!hasAddress || draft.isAsking || draft.isRefused}
          onClick={() => void start()}
        >
          {texts.start(formatCount(rows), isOne)}
        </button>
        <button type="button" class="button" onClick={() => void removeAll()}>
          {texts.anotherFile}
        </button>
        {state.quota.remaining !== null && (
          <p class="hint">{texts.quota(formatCount(state.quota.cost), formatCount(state.quota.remaining))}</p>
        )}
      </div>
    </section>
  );
}

type Draft = ReturnType<typeof useDraft>;

/**
 * Columns as chosen in the menus. The server tries each choice that can be an address, one at a time: of choices made
 * meanwhile only the last.
 */
function useDraft({ columns }: FilesState & { readonly phase: "preview" }) {
  const [uses, setUses] = useState<readonly RoleOfColumn[]>(() => usesOf(columns));
  const [isAsking, setIsAsking] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const wanted = useRef<readonly RoleOfColumn[] | undefined>(undefined);
  const isTrying = useRef(false);
  const tryWanted = async () => {
    isTrying.current = true;
    setIsAsking(true);
    while (wanted.current !== undefined) {
      const asked = wanted.current;
      const isRight = await changeColumns(asked).then(() => true, refusalCodeOf);
      setIsRefused(isRight !== true);
      wanted.current = wanted.current === asked ? undefined : wanted.current;
    }
    isTrying.current = false;
    setIsAsking(false);
  };
  const choose = (next: readonly RoleOfColumn[]) => {
    setUses(next);
    setIsRefused(false);
    wanted.current = canSearch(next) ? next : undefined;
    if (wanted.current !== undefined && !isTrying.current) {
      void tryWanted();
    }
  };
  return { uses, isAsking, isRefused, choose };
}

/** Shows how many rows the columns answer, and which columns are missing. */
function Finding({ state, draft }: { readonly state: ColumnsStepProps["state"]; readonly draft: Draft }) {
  const half = halfOf(draft.uses);
  if (!canSearch(draft.uses) || draft.isRefused) {
    return (
      <div class="note warn" role="status">
        {usesOf(state.columns).length === 0 && (
          <p>
            <b>{texts.noAddresses}</b>
          </p>
        )}
        <p>{texts.noColumns}</p>
        <ul>
          {texts.neededColumns.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {half !== undefined && <p>{texts.missing[half]}</p>}
      </div>
    );
  }
  const { exact_share } = state;
  const isLow = exact_share !== null && exact_share < LOW_SHARE;
  const found = exact_share === null ? "" : texts.sampleFound(formatShare(exact_share));
  return (
    <div class={`note ${isLow ? "warn" : "ok"}`} role="status">
      <p>
        {texts.columnsLead(addressParts(state, draft.uses))} {draft.isAsking ? texts.checking : found}
        {exact_share !== null && exact_share < 1 && !isLow && !draft.isAsking && ` ${texts.restLater}`}
      </p>
      {isLow && !draft.isAsking && <p>{texts.lowShare}</p>}
    </div>
  );
}
