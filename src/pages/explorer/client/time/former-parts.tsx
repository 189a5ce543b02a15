/** A former address: its last day, its present form and its successors. */
import type { AnswerOf } from "../../../../http/client/client.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { ExplorerView } from "../../view.ts";
import { formatDate } from "../format.ts";
import type { Address } from "../known-addresses.ts";
import { ViewLink } from "../navigation.tsx";
import { AddressList } from "../parts/address-list.tsx";

export const formerTexts = pickTexts({
  current: {
    nl: "Dit adres heeft nu een andere identificatie",
    en: "This address has another identifier today",
  },
  wasLast: { nl: "Laatst bekende gegevens", en: "Last known data" },
});

const texts = pickTexts({
  goneSince: {
    nl: (day: string) => `Dit adres bestaat sinds ${day} niet meer.`,
    en: (day: string) => `This address has not existed since ${day}.`,
  },
  renamedSince: {
    nl: (day: string) => `Dit adres is op ${day} veranderd.`,
    en: (day: string) => `This address changed on ${day}.`,
  },
  wasFrom: {
    nl: (day: string) => `Het gold vanaf ${day}.`,
    en: (day: string) => `It was valid from ${day}.`,
  },
  today: { nl: "Nu is het", en: "Today it is" },
  same_key: { nl: "Opnieuw uitgegeven: zo heet nu", en: "Issued again: the address with this name today" },
  same_document: {
    nl: "In hetzelfde pand, door hetzelfde besluit: mogelijke opvolgers na splitsen of samenvoegen",
    en: "In the same building, by the same decision: possible successors after a split or a merger",
  },
  noSuccessor: { nl: "Een opvolger is niet bekend.", en: "No successor is known." },
});

export type FormerAddress = AnswerOf<"/addresses/former">["data"]["former"][number];

const DAY_MS = 86_400_000;

/** Returns the view of an address as it was on the day before `until`, YYYY-MM-DD. */
export function formerView(id: string, until: string): NonNullable<ExplorerView> {
  const lastDay = new Date(Date.parse(until) - DAY_MS).toISOString().slice(0, 10);
  return { kind: "former", id: `${id}/${lastDay}` };
}

/** Former addresses that a line names, each with what became of it. */
export function FormerAddressNotes({ former }: { readonly former: readonly FormerAddress[] }) {
  return former.map((one) => {
    const { nummeraanduiding_id: id, valid_until, address } = one;
    return (
      <section key={`${id} ${valid_until}`} class="card-section">
        <h2>
          <ViewLink to={formerView(id, valid_until!)}>{address.full_address}</ViewLink>
        </h2>
        <FormerOutcome former={one} />
      </section>
    );
  });
}

/** Says what became of an address. */
export function FormerOutcome({ former }: { former: FormerAddress }) {
  const { today, successors, valid_from, valid_until } = former;
  const until = formatDate(valid_until!);
  const groups = [
    { title: texts.today, addresses: today === null ? [] : [today] },
    ...(["same_key", "same_document"] as const).map((relation) => ({
      title: texts[relation],
      addresses: successors.filter((one) => one.relation === relation).map(({ address }) => address),
    })),
  ].filter(({ addresses }) => addresses.length > 0);
  return (
    <>
      <p class="note warn">
        {today === null ? texts.goneSince(until) : texts.renamedSince(until)}{" "}
        {valid_from !== null && texts.wasFrom(formatDate(valid_from))}
      </p>
      {groups.map(({ title, addresses }) => (
        <TitledAddresses key={title} title={title} addresses={addresses} />
      ))}
      {groups.length === 0 && <p class="hint">{texts.noSuccessor}</p>}
    </>
  );
}

export function TitledAddresses({ title, addresses }: { title: string; addresses: readonly Address[] }) {
  return (
    <div class="field">
      <h3 class="label">{title}</h3>
      <AddressList detail="place" list={{ rows: addresses }} />
    </div>
  );
}
