import { z } from "zod";
import { getAddressHistory as historyEndpoint } from "../../http/endpoints/address-history.ts";
import { formerAddresses } from "../../http/endpoints/former-addresses.ts";
import { omitUndefined } from "../../http/omit-undefined.ts";
import { AddressHistory } from "../../http/schemas/history.ts";
import { Address, FormerAddress, gap } from "../../http/schemas/records.ts";
import type { FormerAdres } from "../../registry/history/former-adressen.ts";
import { RELATIONS } from "../../registry/history/successors.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { formerRefusal } from "../../search/former.ts";
import { refusalText } from "../../search/refusal.ts";
import { callEndpoint } from "./call-endpoint.ts";
import { MAX_LISTED } from "./pages.ts";
import { tool } from "./tool.ts";
import { addressChoice, addressKeyOf, type Call, type Choice, notFound, Unresolved } from "./unresolved.ts";

const Period = AddressHistory.shape.periods.element;

export const getAddressHistory = tool({
  name: "get_address_history",
  title: "Life of an address",
  description:
    "The history of an address: periods with its street, number, postcode and city, what changed in each, and " +
    "the reason for periods without an address. Needs the 16-digit nummeraanduiding_id that address answers " +
    "carry; former addresses have one too. Before registry_since the history is only as complete as later " +
    "documents make it. For a former address in words use resolve_former_address. Only available when the data has " +
    "its history. Costs one request; about 2 KB.",
  input: { nummeraanduiding_id: historyEndpoint.pathParameters.nummeraanduidingId },
  output: AddressHistory.extend({
    periods: z.array(Period.omit({ address: true }).extend({ full_address: z.string().nullable() })),
  }),
  run(snapshot, { nummeraanduiding_id: nummeraanduidingId }) {
    const { periods, ...life } = callEndpoint(historyEndpoint, snapshot, {
      nummeraanduidingId,
      fields: "key",
    });
    const lines = periods.map(({ address, ...period }) => ({
      ...period,
      full_address: address?.full_address ?? null,
    }));
    return { ...life, periods: lines };
  },
});

/** Maximum former addresses of an answer. */
const MAX_FORMER = 5;

const AddressName = Address.pick({ full_address: true, nummeraanduiding_id: true });
type AddressName = z.output<typeof AddressName>;

const FormerLine = FormerAddress.pick({
  nummeraanduiding_id: true,
  valid_from: true,
  valid_until: true,
}).extend({
  full_address: z.string(),
  today: AddressName.nullable(),
  successors: z.array(AddressName.extend({ relation: z.enum(RELATIONS) })),
  successors_total: z.int(),
});

export const resolveFormerAddress = tool({
  name: "resolve_former_address",
  title: "What became of a former address",
  description:
    "The address that has a postcode and number, or a street, city and number, today (current), and the former " +
    "addresses that had it (former, the last first). Each former address has its days, and its name today if it " +
    "was renamed (today, certain), or else the addresses that replaced it (successors: same_key has the same " +
    "street and number; same_document was formed in the same building by the same document, which is a candidate " +
    "to check with the user). Use it for an address that lookup_address or geocode_address calls former. gap " +
    "marks a valid_on whose changes the data lacks. Only available when the data has its history. Costs one " +
    "request; about 3 KB.",
  input: formerAddresses.query,
  output: z.object({
    current: AddressName.nullable().optional(),
    former: z.array(FormerLine).optional(),
    former_total: z.int().optional(),
    gap,
    unresolved: Unresolved.optional(),
  }),
  run(snapshot, { valid_on, ...key }) {
    const { current, former, ...mark } = callEndpoint(formerAddresses, snapshot, { valid_on, ...key });
    if (current === null && former.length === 0) {
      return { ...(valid_on === undefined ? noHolder() : noHolderOn(valid_on, key, mark)), ...mark };
    }
    return {
      current: current && toName(current),
      former: former.slice(0, MAX_FORMER).map(toFormerLine),
      former_total: former.length,
      ...mark,
    };
  },
});

function noHolder() {
  return notFound("This address does not exist and never existed, as far as the registry knows.", {
    choices: [],
    next:
      "Check postcode, street and number with the user. Streets from before 2010 may be missing from the " +
      "registry.",
  });
}

type KeyInput = Readonly<Record<string, string | number | undefined>>;

/** Returns the result for a key without an address on a day: the call that finds its addresses on other days. */
function noHolderOn(day: string, key: KeyInput, { gap }: { gap?: true | undefined }) {
  const lacking = gap ? " The data lacks the changes of that day." : "";
  const choice: Choice = {
    label: "Former addresses on any day",
    tool: "resolve_former_address",
    arguments: omitUndefined(key) as Choice["arguments"],
  };
  return notFound(
    `This address does not exist today, and no former address had this name on ${day}.${lacking}`,
    {
      choices: [choice],
      next: "Call resolve_former_address as shown before you tell the user that the address never existed.",
    },
  );
}

function toName({ full_address, nummeraanduiding_id }: AddressName): AddressName {
  return { full_address, nummeraanduiding_id };
}

function toFormerLine(former: z.output<typeof FormerAddress>): z.output<typeof FormerLine> {
  const { nummeraanduiding_id, address, valid_from, valid_until, today, successors } = former;
  return {
    nummeraanduiding_id,
    full_address: address.full_address,
    valid_from,
    valid_until,
    today: today && toName(today),
    successors: successors
      .slice(0, MAX_LISTED)
      .map((successor) => ({ ...toName(successor.address), relation: successor.relation })),
    successors_total: successors.length,
  };
}

type Key = Call["arguments"];

interface NoLonger {
  /** Key as the caller wrote it. */
  readonly key?: Key;
  /** Current addresses that differ only in letter or addition, at most as many as an answer lists, of `total`. */
  readonly candidates?: readonly AdresRecord[];
  readonly total?: number;
  /** Call that lists all candidates. */
  readonly more?: Call;
}

/** Returns the result for a former address. Its first choice is the call that finds what became of it. */
export function noLongerAddress(
  former: FormerAdres,
  { key, candidates = [], total = 0, ...more }: NoLonger = {},
) {
  const { label: reason, ...call } = formerChoice(former, key);
  const became = { ...call, label: `What became of ${former.address.full_address}` };
  const others = total === 0 ? "" : " The others are addresses of today: ask the user which is meant.";
  return notFound(reason, {
    choices: [became, ...candidates.map(addressChoice)],
    total: 1 + total,
    ...more,
    next: `Call resolve_former_address as shown, and tell the user what the address is today.${others}`,
  });
}

/**
 * Says when the address was withdrawn, and which call shows what became of it. `key` is spelled as the caller wrote it.
 */
export function formerChoice(former: FormerAdres, key: Key = keyOf(former)): Choice {
  const label = refusalText(formerRefusal(former));
  return { label, tool: "resolve_former_address", arguments: key };
}

const STREET_KEY = [
  "straatnaam",
  "woonplaats_naam",
  "huisnummer",
  "huisletter",
  "huisnummertoevoeging",
] as const;

/** Returns the former key of a number: street and city, or the postcode if street and city are still the same. */
function keyOf({ address, today }: FormerAdres): Key {
  const { straatnaam: street, woonplaats_naam: city } = address;
  const { postcode, ...number } = addressKeyOf(address);
  const hasStreetKey = STREET_KEY.every((name) => today?.[name] === address[name]);
  return omitUndefined({ ...(hasStreetKey ? { postcode } : { street, city }), ...number });
}
