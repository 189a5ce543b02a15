import { RequestFailed } from "../../../../http/client/client.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { notLoaded } from "../coverage-texts.ts";
import { formatCount, formatPostcode, kindNameOf } from "../format.ts";
import { type Address, rememberAddresses } from "../known-addresses.ts";
import { nearParameters } from "../map-place.ts";
import { ViewLink } from "../navigation.tsx";
import { AddressList, streetAndNumber } from "../parts/address-list.tsx";
import { NamedChips } from "../parts/relations.tsx";
import type { ReadingTrace } from "../reading/mark-line.ts";
import { ReadingView, TraceView } from "../reading/reading-view.tsx";
import { type Reason, readingTexts } from "../reading-texts.ts";
import { namedBy, postcodeIn } from "../search/named.ts";
import { type PostcodeRange, type ShownSuggestion, suggestSpecial } from "../search/suggestions.ts";
import { AddressBody, type AddressData, addressSelection, placeLine, withDetails } from "./address-card.tsx";
import { type CardKind, othersOf } from "./card-kind.ts";

interface LineData {
  readonly line: string;
  /** Position that the search preferred. */
  readonly near: ReturnType<typeof nearParameters>;
  /** The one address that is meant; absent when none is certain. */
  readonly answer?: AddressData & { readonly match: keyof typeof readingTexts.match };
  readonly reason?: Reason;
  /** Things that the whole line names, such as a place by its code. */
  readonly named?: readonly ShownSuggestion[];
  /** Postcode that the line begins with, which exists. */
  readonly postcode?: PostcodeRange | undefined;
  /** Best first; candidates of the search where the refusal has none. */
  readonly candidates: readonly Address[];
  readonly total: number;
  /** Absent with a browser key. */
  readonly trace?: ReadingTrace;
}

export const lineCard: CardKind<LineData> = {
  async *load(ask, line) {
    const data = await loadLine(ask, line);
    yield data;
    if (data.answer !== undefined) {
      for await (const answer of withDetails(ask, data.answer)) {
        yield { ...data, answer: { ...data.answer, ...answer } };
      }
    }
  },
  title: ({ answer, line }) => (answer === undefined ? line : streetAndNumber(answer.address)),
  detail: ({ answer }) => (answer === undefined ? "" : placeLine(answer.address)),
  searchText: ({ line }) => line,
  selection: ({ answer, candidates }) =>
    answer === undefined ? { kind: "none", others: othersOf(candidates) } : addressSelection(answer),
  sharedView: ({ answer }) => answer && { kind: "address", id: answer.address.nummeraanduiding_id },
  request({ line, near, answer, candidates }) {
    return answer !== undefined
      ? { path: "/geocode/forward", parameters: { q: line }, record: answer.address }
      : candidates.length > 0
        ? { path: "/addresses/search", parameters: { q: line, ...near }, record: candidates }
        : undefined;
  },
  Body: LineBody,
};

const PER_PAGE = 25;

async function loadLine(ask: Ask, line: string): Promise<LineData> {
  const near = nearParameters();
  const [found, search] = await Promise.all([
    geocode(ask, line),
    ask("/addresses/search", { q: line, explain: "1", per_page: PER_PAGE, ...near }),
  ]);
  const trace = search.meta.explain as unknown as ReadingTrace | undefined;
  const traced = trace === undefined ? {} : { trace };
  rememberAddresses(search.data);
  const data = { line, near, candidates: search.data, total: search.meta.total, ...traced, ...found };
  const isNowhere = data.answer === undefined && data.candidates.length === 0;
  return isNowhere
    ? {
        ...data,
        named: namedBy(line, await suggestSpecial(ask, line)),
        postcode: await postcodeIn(ask, line),
      }
    : data;
}

/** Returns the certain answer, or the reason why there is none with its candidates. */
async function geocode(ask: Ask, line: string): Promise<Partial<LineData>> {
  try {
    const { data } = await ask("/geocode/forward", { q: line });
    return { answer: { address: data.address, match: data.match } };
  } catch (error) {
    const problem = error instanceof RequestFailed && error.status === 404 ? error.problem : undefined;
    if (problem === undefined) {
      throw error;
    }
    const { reason = { why: "" }, candidates = [], candidates_total = 0 } = problem;
    rememberAddresses(candidates);
    return { reason, ...(candidates.length === 0 ? {} : { candidates, total: candidates_total }) };
  }
}

function LineBody({ data }: { data: LineData }) {
  const { line, answer, trace, candidates } = data;
  const best = trace?.best[0];
  const address = answer?.address ?? candidates[0];
  return (
    <>
      {answer === undefined ? <Refusal data={data} /> : <Verdict match={answer.match} />}
      {best !== undefined && address !== undefined && (
        <ReadingView line={line} best={best} address={address} />
      )}
      {answer === undefined && candidates.length > 0 && <Candidates data={data} />}
      {answer !== undefined && <AddressBody data={answer} />}
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
  const { reason, candidates, named = [], postcode } = data;
  if (named.length > 0) {
    return <Named suggestions={named} />;
  }
  const isEmpty = candidates.length === 0;
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

/** Says what a postcode is of whose number or street does not exist. */
function Range({ range: { postcode, street, min_number, max_number } }: { range: PostcodeRange }) {
  const numbers = min_number === max_number ? String(min_number) : `${min_number}–${max_number}`;
  return (
    <>
      <ViewLink to={{ kind: "postcode", id: postcode }}>{formatPostcode(postcode)}</ViewLink>{" "}
      {readingTexts.isPostcodeOf(`${street} ${numbers}`)}
    </>
  );
}

/** Links to what the line names. */
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

function Candidates({ data: { line, near, reason, candidates, total, trace } }: { data: LineData }) {
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
      <AddressList detail="place" first={{ rows: candidates, total }} loadPage={loadPage} />
    </section>
  );
}
