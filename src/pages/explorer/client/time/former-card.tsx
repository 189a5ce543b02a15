/** Card of an address as it was on a day, which nobody has under that name today. */
import { type AnswerOf, RequestFailed } from "../../../../http/client/client.ts";
import { placeLine } from "../cards/address-card.tsx";
import { type CardKind, pointOf } from "../cards/card-kind.ts";
import { formatArea, purposeName } from "../format.ts";
import type { Address } from "../known-addresses.ts";
import { streetAndNumber } from "../parts/address-list.tsx";
import { Figures } from "../parts/facts.tsx";
import { TimeLineSection } from "../parts/opened-section.tsx";
import { type LabelledView, Relations } from "../parts/relations.tsx";
import { texts } from "../texts.ts";
import { type FormerAddress, FormerOutcome, TitledAddresses } from "./former-parts.tsx";
import { timeTexts } from "./texts.ts";

type AskedKey = { postcode: string } | { street: string; city: string };

interface FormerData {
  readonly former: FormerAddress;
  /** The address that has this name today. */
  readonly current: AnswerOf<"/addresses/former">["data"]["current"];
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** The identifier is `<nummeraanduiding>/<day>`. */
export const formerCard: CardKind<FormerData> = {
  async *load(ask, id) {
    const [nummeraanduidingId = "", day = ""] = id.split("/");
    const { data: address } = await ask("/addresses/{nummeraanduidingId}", {
      nummeraanduidingId,
      valid_on: day,
    });
    const parameters = keyOf(address);
    const { data } = await ask("/addresses/former", parameters);
    const former = data.former.find(
      (one) =>
        one.nummeraanduiding_id === nummeraanduidingId &&
        (one.valid_from ?? "") <= day &&
        day < (one.valid_until ?? "9"),
    );
    if (former === undefined) {
      // It has the same name today: nothing of it is former.
      throw new RequestFailed(new Response(null, { status: 404 }), undefined);
    }
    yield { former, current: data.current, parameters };
  },
  title: ({ former }) => streetAndNumber(former.address),
  detail: ({ former }) => placeLine(former.address),
  searchText: ({ former }) => former.address.full_address,
  selection: ({ former }) => ({ kind: "adres", point: pointOf(former.address) }),
  request: ({ former, parameters }) => ({ path: "/addresses/former", parameters, record: former }),
  Body: FormerBody,
};

/** Returns the parameters that ask what became of an address. */
function keyOf(address: Address) {
  const { postcode, straatnaam, woonplaats_naam, huisnummer, huisletter, huisnummertoevoeging } = address;
  const place: AskedKey = postcode === null ? { street: straatnaam, city: woonplaats_naam } : { postcode };
  return {
    ...place,
    number: huisnummer,
    ...(huisletter !== null && { letter: huisletter }),
    ...(huisnummertoevoeging !== null && { addition: huisnummertoevoeging }),
  };
}

function FormerBody({ data: { former, current } }: { data: FormerData }) {
  const { address, nummeraanduiding_id, successors } = former;
  const { bouwjaar, oppervlakte, gebruiksdoel, type } = address;
  const shown = successors.map((one) => one.address.nummeraanduiding_id);
  return (
    <>
      <section class="card-section former">
        <FormerOutcome former={former} />
        {current !== null && !shown.includes(current.nummeraanduiding_id) && (
          <TitledAddresses title={timeTexts.current} addresses={[current]} />
        )}
      </section>
      <section class="card-section">
        <h2>{timeTexts.wasLast}</h2>
        <Figures
          figures={[
            { name: texts.builtIn, value: bouwjaar ?? texts.unknown },
            { name: texts.area2, value: oppervlakte === null ? texts.unknown : formatArea(oppervlakte) },
            { name: texts.purpose, value: gebruiksdoel.map(purposeName).join(", ") || type },
          ]}
        />
      </section>
      <Relations relations={relationsOf(address)} />
      <TimeLineSection of={{ kind: "address", id: nummeraanduiding_id }} />
    </>
  );
}

/** Returns the objects to which the address belonged; street and postcode may have ended too. */
function relationsOf({ pand_id, adresseerbaar_object_id: id, type }: Address): LabelledView[] {
  return [
    ...(pand_id === null ? [] : [{ to: { kind: "building", id: pand_id } as const, label: pand_id }]),
    ...(type === "verblijfsobject" ? [{ to: { kind: "residence", id } as const, label: id }] : []),
  ];
}
