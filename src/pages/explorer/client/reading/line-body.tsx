import { formatPostcode } from "../../../kit/client/address-line.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatCount, kindNameOf } from "../format.ts";
import { AddressBody } from "../kinds/address.tsx";
import { ViewLink } from "../navigation.tsx";
import { pageData } from "../page-data.ts";
import { AddressList } from "../parts/address-list.tsx";
import { Chips } from "../parts/chips.tsx";
import type { PostcodeRange, ShownSuggestion } from "../search/suggestions.ts";
import { FormerAddressNotes } from "../time/former-parts.tsx";
import { type LineData, lacksNumber } from "./line-data.ts";
import { NamedChips } from "./named-chips.tsx";
import { ReadingView, TraceView } from "./reading-view.tsx";
import { refusalText } from "./refusal-texts.ts";

const texts = pickTexts({
  uncertain: { nl: "Niet zeker welk adres", en: "Not certain which address" },
  candidates: {
    nl: (total: string) => `Kies uit ${total} adressen, het beste eerst`,
    en: (total: string) => `Choose from ${total} addresses, the best first`,
  },
  candidate: { nl: "Bedoelt u dit adres?", en: "Is this the address you mean?" },
  nothing: { nl: "Niets gevonden", en: "Nothing found" },
  nothingHint: {
    nl: "Controleer de spelling, of zoek op postcode en huisnummer.",
    en: "Check the spelling, or search by postcode and house number.",
  },
  isPostcodeOf: {
    nl: (numbers: string) => `is ${numbers}. De rest van de regel komt daar niet voor.`,
    en: (numbers: string) => `is ${numbers}. The rest of the line does not occur there.`,
  },
  named: { nl: "Dit is geen adres, maar wel:", en: "This is not an address, but it is:" },
  nearestNumbers: { nl: "Dichtstbijzijnde nummers", en: "Nearest numbers" },
});

const MATCHES = pickTexts({
  exact: { nl: "Precies dit adres", en: "Exactly this address" },
  corrected: { nl: "Dit adres, na verbetering", en: "This address, after a correction" },
  one_of_several: { nl: "Een van de adressen op dit nummer", en: "One of the addresses at this number" },
  former: { nl: "Een voormalig adres", en: "A former address" },
});

const MATCH_HINTS = pickTexts({
  exact: { nl: "Alles wat u typte klopt met het adres.", en: "All that you typed agrees with the address." },
  corrected: {
    nl: "Alleen dit adres kan bedoeld zijn, ook al is het anders geschreven.",
    en: "Only this address can be meant, although it was written differently.",
  },
  one_of_several: {
    nl: "Dit nummer bestaat alleen met letters of toevoegingen, op één plek. Dit is de eerste.",
    en: "This number only exists with letters or additions, in one place. This is the first.",
  },
  former: { nl: "Dit adres bestaat niet meer.", en: "This address no longer exists." },
});

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
      {trace && <TraceView trace={trace} />}
    </>
  );
}

function Verdict({ match }: { match: keyof typeof MATCHES }) {
  return (
    <p class={match === "exact" ? "note ok" : "note warn"}>
      <b>{MATCHES[match]}.</b> {MATCH_HINTS[match]}
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
  return (
    <div class="note warn">
      <b>{isEmpty ? texts.nothing : texts.uncertain}.</b>{" "}
      {postcode === undefined ? reason && refusalText(reason) : <Range range={postcode} />}
      {isUnknown && <p>{pageData.registry?.missing}</p>}
      {isUnknown && reason?.why === "nothing" && <p class="hint">{texts.nothingHint}</p>}
    </div>
  );
}

/** Names the street of a postcode whose number or street, as typed, does not exist. */
function Range({ range: { postcode, street, min_number: min, max_number: max } }: { range: PostcodeRange }) {
  const numbers = min === max ? min : `${min}–${max}`;
  return (
    <>
      <ViewLink to={{ kind: "postcode", id: postcode }}>{formatPostcode(postcode)}</ViewLink>{" "}
      {texts.isPostcodeOf(`${street} ${numbers}`)}
    </>
  );
}

/** Links to the places and streets that the line names. */
function Named({ suggestions }: { suggestions: readonly ShownSuggestion[] }) {
  const links = suggestions.map(({ view, label }) => ({ to: view, label: `${kindNameOf(view)} ${label}` }));
  return (
    <>
      <p>{texts.named}</p>
      <Chips links={links} />
    </>
  );
}

function Candidates({ data }: { data: LineData }) {
  const { line, near, reason, candidates, total, trace } = data;
  if (lacksNumber(data)) {
    return (
      <section class="card-section">
        <NamedChips kind="street" addresses={candidates} />
        <h2>{texts.nearestNumbers}</h2>
        <AddressList detail="place" list={{ rows: candidates, total }} />
      </section>
    );
  }
  const loadAfter = async (ask: Ask, rows: number) => {
    const page = rows / candidates.length + 1;
    return (await ask("/addresses/search", { q: line, page, per_page: candidates.length, ...near })).data;
  };
  return (
    <section class="card-section">
      {reason?.why === "no number" && (
        <NamedChips kind={trace?.best[0]?.reading.street ? "street" : "place"} addresses={candidates} />
      )}
      <h2>{total === 1 ? texts.candidate : texts.candidates(formatCount(total))}</h2>
      <AddressList detail="place" list={{ rows: candidates, total, loadAfter }} />
    </section>
  );
}
