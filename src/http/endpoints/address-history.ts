import { listAdresHistory, registrySince } from "../../registry/history/adres-history.ts";
import { Past } from "../../registry/history/past.ts";
import { endpoint } from "../endpoint.ts";
import { throwNotFound } from "../not-found.ts";
import { oneOf, withDefault } from "../parameters/kinds.ts";
import { nummeraanduidingId } from "../parameters/object-ids.ts";
import { AddressHistory } from "../schemas/history.ts";
import { PAST_ERRORS } from "../valid-on.ts";

export const getAddressHistory = endpoint({
  path: "/addresses/{nummeraanduidingId}/history",
  auth: "key",
  tag: "Addresses",
  extension: true,
  summary: "Get the life of an address",
  description:
    "Lists the periods in which its record stayed the same, also for a nummeraanduiding that is no longer an " +
    "address. A period without an address has the reason. Before `registry_since` the history is only as " +
    "complete as later documents make it. `include=source` adds `sources`: the voorkomens that begin with a " +
    "period, of the number, its object, their building and its street, each with its document and times of " +
    "registration. `include=stage`, with `fields=all`, adds the stage of the object.",
  pathParameters: { nummeraanduidingId },
  query: {
    fields: withDefault(
      oneOf(["key", "all"], {
        description:
          "`key`: street, number, postcode and city alone; `all`: the whole record, with more periods.",
        example: "key",
      }),
      "key",
    ),
  },
  include: ["source", "stage"],
  response: AddressHistory,
  errors: PAST_ERRORS,
  example: ({ adres }) => ({ nummeraanduidingId: adres.nummeraanduiding_id, fields: "key" }),
  handler({ snapshot }, { nummeraanduidingId, fields, include }) {
    const past = new Past(snapshot);
    const id = Number(nummeraanduidingId);
    const periods =
      listAdresHistory(past, id, { fields, ...include }) ?? throwNotFound("address", nummeraanduidingId);
    return { nummeraanduiding_id: nummeraanduidingId, registry_since: registrySince(past, id), periods };
  },
});
