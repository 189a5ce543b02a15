/** Kadaster's BAG API Individuele Bevragingen v2: addresses by their current state; histories and objects refused. */
import { findAdres } from "../../registry/read/adressen.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import type { Counted } from "../../search/counted.ts";
import type { Interface, InterfaceAnswer, InterfaceEndpoint, InterfaceRequest } from "../interface.ts";
import { textOf } from "../query-values.ts";
import { readBagAdres, toAdres, toDetails, toLinks } from "./address.ts";
import { toEmbedded } from "./expanded.ts";
import { findAddresses, findByText } from "./find-addresses.ts";
import { checkIdentificatie, checkParameters, invalid, readExpand } from "./parameters.ts";
import { BagProblem, codeOfStatus, toProblem } from "./problem.ts";

const ROOT = "/lvbag/individuelebevragingen/v2";
/** Version of the interface, sent with every answer. */
const API_VERSION = "2.9.2";
/** Collections of objects: known, so that their refusal has the form of the interface. */
const OBJECT_COLLECTIONS = [
  ...["panden", "verblijfsobjecten", "ligplaatsen", "standplaatsen", "adresseerbareobjecten"],
  ...["nummeraanduidingen", "openbareruimten", "woonplaatsen"],
];

export const bag: Interface = {
  name: "bag",
  endpoints: [
    endpoint("/adressen", (request) => answerCollection(request, "adressen")),
    endpoint("/adressen/zoek", answerZoek),
    endpoint("/adressen/{identificatie}", (request) => answerOne(request, "adressen")),
    endpoint("/adressenuitgebreid", (request) => answerCollection(request, "adressenuitgebreid")),
    endpoint("/adressenuitgebreid/{identificatie}", (request) => answerOne(request, "adressenuitgebreid")),
    endpoint("/info", answerInfo),
    ...OBJECT_COLLECTIONS.flatMap((name) => [
      endpoint(`/${name}`, refuseObjects),
      endpoint(`/${name}/{identificatie}`, refuseObjects),
    ]),
  ],
  toError({ status, message, url }) {
    const detail = status === 400 || status === 404 ? message : "";
    const { contentType, body } = toProblem(url, new BagProblem(codeOfStatus(status), detail));
    return { contentType, body };
  },
  addHeaders: toRateHeaders,
};

/** Returns the limit of a key under the names of the BAG API, which counts the seconds to its end. */
function toRateHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { "X-RateLimit-Limit": limit, "X-RateLimit-Remaining": remaining } = headers;
  if (limit === undefined || remaining === undefined) {
    return {};
  }
  const seconds = Number(headers["X-RateLimit-Reset"]) - Math.ceil(Date.now() / 1000);
  return {
    "RateLimit-Limit": limit,
    "RateLimit-Remaining": remaining,
    "RateLimit-Reset": String(Math.max(0, seconds)),
  };
}

type Answer = (request: InterfaceRequest) => InterfaceAnswer;

/** Declares an endpoint: checks what the client accepts and the parameters, and gives errors their form. */
function endpoint(path: string, answer: Answer): InterfaceEndpoint {
  return {
    path: ROOT + path,
    answer(request) {
      try {
        assertAcceptable(request.headers);
        checkParameters(request.query);
        checkIdentificatie(path, request.path.identificatie);
        return answer(request);
      } catch (error) {
        if (error instanceof BagProblem) {
          return toProblem(request.url, error);
        }
        throw error;
      }
    },
  };
}

const ACCEPTABLE = /^\s*(?:\*\/\*|application\/(?:\*|json|hal\+json|problem\+json))\s*(?:;|$)/i;

function assertAcceptable(headers: Headers): void {
  const accept = headers.get("accept") ?? "*/*";
  if (!accept.split(",").some((type) => ACCEPTABLE.test(type))) {
    throw new BagProblem("notAcceptable", "Het antwoord is application/hal+json.");
  }
  const crs = headers.get("accept-crs") ?? "epsg:28992";
  if (crs.toLowerCase() !== "epsg:28992") {
    throw new BagProblem("crsNotAcceptable", "Geometrieën zijn in epsg:28992.");
  }
}

type Collection = "adressen" | "adressenuitgebreid";

function answerCollection(request: InterfaceRequest, collection: Collection): InterfaceAnswer {
  const { snapshot, query } = request;
  const hasAll = collection === "adressen";
  if (hasAll && query.has("expand")) {
    const name = ["pandIdentificatie", "openbareRuimteIdentificatie"].find((each) => textOf(query, each));
    if (name !== undefined) {
      throw new BagProblem("unsupportedCombination", `expand naast ${name}.`);
    }
  }
  const page = readPage(request, findAddresses(snapshot, query, { hasAll }));
  const format = formatterOf(request, collection);
  const resources = page.rows.map(format);
  return toPageAnswer(request, page, { adressen: resources });
}

function answerOne(request: InterfaceRequest, collection: Collection): InterfaceAnswer {
  const { snapshot, path } = request;
  const adres = findAdres(snapshot, path.identificatie!);
  if (adres === undefined) {
    throw new BagProblem("notFound");
  }
  return toAnswer(formatterOf(request, collection)(adres));
}

/** Returns the function that formats an address as a resource of a collection. */
function formatterOf({ snapshot, query, link }: InterfaceRequest, collection: Collection) {
  const linkTo = (path: string) => link(`${ROOT}/${path}`);
  const isExtended = collection === "adressenuitgebreid";
  const names = isExtended ? new Set<never>() : readExpand(query);
  return (adres: AdresRecord) => {
    const bagAdres = readBagAdres(snapshot, adres);
    return {
      ...toAdres(bagAdres),
      ...(isExtended ? toDetails(snapshot, bagAdres) : {}),
      _embedded: toEmbedded(snapshot, bagAdres, { names, linkTo }),
      _links: toLinks(bagAdres, collection, linkTo),
    };
  };
}

/** Suggests addresses for a text, with the ids of their nummeraanduidingen. */
function answerZoek(request: InterfaceRequest): InterfaceAnswer {
  const text = textOf(request.query, "zoek");
  if (text === undefined) {
    throw new BagProblem("paramsRequired");
  }
  const page = readPage(request, findByText(request.snapshot, text));
  const zoekresultaten = page.rows.map(({ full_address, nummeraanduiding_id }) => {
    const identificatie = `adr-${nummeraanduiding_id}`;
    const href = request.link(`${ROOT}/adressen`, [["zoekresultaatIdentificatie", identificatie]]);
    return { omschrijving: full_address, identificatie, _links: { adres: { href } } };
  });
  return toPageAnswer(request, page, { zoekresultaten });
}

function answerInfo({ snapshot, url }: InterfaceRequest): InterfaceAnswer {
  const { referenceDate } = snapshot.meta;
  return toAnswer({
    gezondheid: "UP",
    versie: API_VERSION,
    geactualiseerdTot: `${referenceDate}T00:00:00.000Z`,
    _links: { self: { href: url } },
  });
}

/** Objects by themselves have histories; their present state alone could be mistaken for the state of another day. */
function refuseObjects({ query }: InterfaceRequest): InterfaceAnswer {
  const date = ["geldigOp", "beschikbaarOp"].find((name) => textOf(query, name) !== undefined);
  if (date !== undefined) {
    throw new BagProblem(
      "unsupportedCombination",
      `${date}: alleen de huidige toestand van adressen is beschikbaar.`,
    );
  }
  throw new BagProblem("notFound", "Alleen adressen en adressenuitgebreid zijn beschikbaar.");
}

interface BagPage {
  readonly rows: readonly AdresRecord[];
  readonly page: number;
  readonly pageSize: number;
  readonly lastPage: number;
}

const DEFAULT_PAGE_SIZE = 20;

function readPage({ query }: InterfaceRequest, found: Counted<AdresRecord>): BagPage {
  const page = Number(textOf(query, "page") ?? 1);
  const pageSize = Number(textOf(query, "pageSize") ?? DEFAULT_PAGE_SIZE);
  const lastPage = Math.max(1, Math.ceil(found.count / pageSize));
  if (page > lastPage) {
    throw invalid([{ name: "page", code: "range", reason: `Waarde is hoger dan maximum ${lastPage}.` }]);
  }
  return { rows: found.list((page - 1) * pageSize, pageSize), page, pageSize, lastPage };
}

/** Answers with a page of a collection; a page without rows has no `_embedded`. */
function toPageAnswer(
  request: InterfaceRequest,
  { rows, page, pageSize, lastPage }: BagPage,
  embedded: Readonly<Record<string, unknown>>,
): InterfaceAnswer {
  const toPage = (number: number) => ({ href: linkToPage(request, number) });
  const links = {
    self: { href: request.url },
    ...(page < lastPage ? { next: toPage(page + 1), last: toPage(lastPage) } : {}),
    ...(page > 1 ? { first: toPage(1), previous: toPage(page - 1) } : {}),
  };
  const body = { ...(rows.length === 0 ? {} : { _embedded: embedded }), _links: links };
  const headers = { "X-Pagination-Page": String(page), "X-Pagination-Limit": String(pageSize) };
  return toAnswer(body, headers);
}

function linkToPage({ ownPath, query, link }: InterfaceRequest, page: number): string {
  const kept = [...query].flatMap(([name, values]) =>
    name === "page" || name === "key" ? [] : values.map((value): [string, string] => [name, value]),
  );
  return link(ownPath, [...kept, ["page", page]]);
}

function toAnswer(body: unknown, headers: Readonly<Record<string, string>> = {}): InterfaceAnswer {
  return {
    contentType: "application/hal+json",
    body: JSON.stringify(body),
    // Spelled as the header of every answer, which it replaces.
    headers: { "API-Version": API_VERSION, ...headers },
  };
}
