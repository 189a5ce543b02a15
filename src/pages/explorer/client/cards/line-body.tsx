import type { Ask } from "../../../kit/client/ask.ts";
import { notLoaded } from "../coverage-texts.ts";
import { formatCount, formatPostcode, kindNameOf } from "../format.ts";
import { ViewLink } from "../navigation.tsx";
import { AddressList } from "../parts/address-list.tsx";
import { ReadingView, TraceView } from "../reading/reading-view.tsx";
import { readingTexts } from "../reading-texts.ts";
import type { PostcodeRange, ShownSuggestion } from "../search/suggestions.ts";
import { FormerAddressNotes } from "../time/former-parts.tsx";
import { AddressBody } from "./address-card.tsx";
import { type LineData, lacksNumber } from "./line-data.ts";
import { NamedChips } from "./named-chips.tsx";

/** Body of the card of a typed line: its answer, or why none is certain, and how the line was read. */
export function LineBody({ data }: { data: LineData }) {
  const { line, answer, trace, candidates } = data;
  const best = trace?.best[0];
  const address = answer?.address ?? candidates[0];
  const reading = best !== undefined && address !== undefined && (
    <ReadingView line={line} best={best} address={address} />
  );
  return (
    <>
      {answer === undefined ? (
        <>
          <Refusal data={data} />
          {reading}
          {candidates.length > 0 && <Candidates data={data} />}
        </>
      ) : (
        <>
          <Verdict match={answer.match} />
          <AddressBody data={answer}>{reading}</AddressBody>
        </>
      )}
      {trace === undefined ? <p class="hint">{readingTexts.browserKey}</p> : <TraceView trace={trace} />}
    </>
  );
}

function Verdict({ match }: { match: keyof typeof readingTexts.match }) {
  return (
    <p class={match === "exact" ? "note ok" : "note warn"}>
      <b>{readingTexts.match[match]}.</b> {readingTexts.matchHint[match]}
    </p>
  );
}

function Refusal({ data }: { data: LineData }) {
  const { reason, candidates, named = [], postcode, former = [] } = data;
  if (named.length > 0) {
    return <Named suggestions={named} />;
  }
  if (former.length > 0) {
    return <FormerAddressNotes former={former} />;
  }
  const isEmpty = candidates.length === 0 || lacksNumber(data);
  const isUnknown = isEmpty && postcode === undefined;
  const missing = isUnknown ? notLoaded() : undefined;
  return (
    <div class="note warn">
      <b>{isEmpty ? readingTexts.nothing : readingTexts.uncertain}.</b>{" "}
      {postcode === undefined ? (
        reason && readingTexts.reasons[reason.why]?.(reason)
      ) : (
        <Range range={postcode} />
      )}
      {missing && <p>{missing}</p>}
      {isUnknown && reason?.why === "nothing" && <p class="hint">{readingTexts.nothingHint}</p>}
    </div>
  );
}

/** Names the street of a postcode whose number or street, as typed, does not exist. */
function Range({ range: { postcode, street, min_number, max_number } }: { range: PostcodeRange }) {
  const numbers = min_number === max_number ? String(min_number) : `${min_number}–${max_number}`;
  return (
    <>
      <ViewLink to={{ kind: "postcode", id: postcode }}>{formatPostcode(postcode)}</ViewLink>{" "}
      {readingTexts.isPostcodeOf(`${street} ${numbers}`)}
    </>
  );
}

/** Links to the places and streets that the line names. */
function Named({ suggestions }: { suggestions: readonly ShownSuggestion[] }) {
  return (
    <>
      <p>{readingTexts.named}</p>
      <ul class="chips">
        {suggestions.map(({ view, label }) => (
          <li key={view.kind}>
            <ViewLink to={view}>
              {kindNameOf(view)} {label}
            </ViewLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function Candidates({ data }: { data: LineData }) {
  const { line, near, reason, candidates, total, trace } = data;
  if (lacksNumber(data)) {
    return (
      <section class="card-section">
        <NamedChips kind="street" addresses={candidates} />
        <h2>{readingTexts.nearestNumbers}</h2>
        <AddressList detail="place" first={{ rows: candidates, total }} />
      </section>
    );
  }
  const loadPage = async (ask: Ask, page: number) =>
    (await ask("/addresses/search", { q: line, page, per_page: candidates.length, ...near })).data;
  return (
    <section class="card-section">
      {reason?.why === "no number" && (
        <NamedChips kind={trace?.best[0]?.reading.street ? "street" : "place"} addresses={candidates} />
      )}
      <h2>
        {total === 1
          ? readingTexts.candidate
          : readingTexts.candidates(formatCount(candidates.length), formatCount(total))}
      </h2>
      <AddressList
        detail="place"
        first={{ rows: candidates, total }}
        pages={{ size: candidates.length, load: loadPage }}
      />
    </section>
  );
}
