/** Card of a former address, as it was on a day. */
import { type AnswerOf, RequestFailed } from "../../../../http/client/client.ts";
import { placeLineOf, streetLineOf } from "../../../kit/client/address-line.ts";
import type { Address } from "../known-addresses.ts";
import { CardSection } from "../parts/card-section.tsx";
import { builtFigure, Figures, usageFigures } from "../parts/figures.tsx";
import { TimeLineSection } from "../parts/opened-section.tsx";
import { Relations } from "../parts/relations.tsx";
import { type FormerAddress, FormerOutcome, formerTexts, TitledAddresses } from "../time/former-parts.tsx";
import { ADDRESS_LIFE, objectsOf } from "./address.tsx";
import { type Kind, pointOf } from "./kind.ts";

type AskedKey = { postcode: string } | { street: string; city: string };

interface FormerData {
  readonly former: FormerAddress;
  /** The address that has this name today. */
  readonly current: AnswerOf<"/addresses/former">["data"]["current"];
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** The identifier is `<nummeraanduiding>/<day>`. */
export const former: Kind<FormerData> = {
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
      // The address has the same name today, so there is no former address.
      throw new RequestFailed(new Response(null, { status: 404 }), undefined);
    }
    yield { former, current: data.current, parameters };
  },
  title: ({ former }) => streetLineOf(former.address),
  detail: ({ former }) => placeLineOf(former.address),
  searchText: ({ former }) => former.address.full_address,
  selection: ({ former }) => ({ point: pointOf(former.address) }),
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
  const shown = successors.map((one) => one.address.nummeraanduiding_id);
  return (
    <>
      <section class="card-section">
        <FormerOutcome former={former} />
        {current !== null && !shown.includes(current.nummeraanduiding_id) && (
          <TitledAddresses title={formerTexts.current} addresses={[current]} />
        )}
      </section>
      <CardSection title={formerTexts.wasLast}>
        <Figures figures={[builtFigure(address.bouwjaar), ...usageFigures(address, address.type)]} />
      </CardSection>
      <Relations relations={objectsOf(address)} />
      <TimeLineSection id={nummeraanduiding_id} life={ADDRESS_LIFE} />
    </>
  );
}
