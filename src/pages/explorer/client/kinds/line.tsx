import { RequestFailed } from "../../../../http/client/client.ts";
import { placeLineOf, streetLineOf } from "../../../kit/client/address-line.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import type { ExplorerView } from "../../view.ts";
import { nearParameters } from "../map-place.ts";
import { openInstead, streetView } from "../navigation.tsx";
import { type LineData, lacksNumber } from "../reading/line-data.ts";
import type { ReadingTrace } from "../reading/mark-line.ts";
import { namedBy, postcodeIn } from "../search/named.ts";
import { plainName } from "../search/recognise.ts";
import { suggestSpecial } from "../search/suggestions.ts";
import { addressSelection, loadDetails } from "./address.tsx";
import { type Kind, othersOf, pointOf } from "./kind.ts";

export const line: Kind<LineData> = {
  async *load(ask, line) {
    const data = await loadLine(ask, line);
    const street = streetNamedBy(line, data);
    if (street !== undefined) {
      openInstead(street);
      return;
    }
    yield data;
    if (data.answer !== undefined) {
      for await (const answer of loadDetails(ask, data.answer)) {
        yield { ...data, answer: { ...data.answer, ...answer } };
      }
    }
  },
  title: ({ answer, line }) => (answer === undefined ? line : streetLineOf(answer.address)),
  detail: ({ answer }) => (answer === undefined ? "" : placeLineOf(answer.address)),
  searchText: ({ line }) => line,
  selection({ answer, former: [former] = [], candidates }) {
    if (answer !== undefined) {
      return addressSelection(answer);
    }
    return former === undefined ? { others: othersOf(candidates) } : { point: pointOf(former.address) };
  },
  sharedView: ({ answer }) => answer && { kind: "address", id: answer.address.nummeraanduiding_id },
  download: ({ answer }) => answer && { point: pointOf(answer.address) },
  request(data) {
    const { line, near, answer, candidates } = data;
    return answer !== undefined
      ? { path: "/geocode/forward", parameters: { q: line }, record: answer.address }
      : candidates.length > 0 && !lacksNumber(data)
        ? { path: "/addresses/search", parameters: { q: line, ...near }, record: candidates }
        : undefined;
  },
  Body: ({ data }) => <data.Body data={data} />,
};

/** Returns the view of the street whose name is the whole line, if only one street has this name. */
function streetNamedBy(line: string, { reason, candidates }: LineData): ExplorerView {
  const streets = new Set(candidates.map((candidate) => streetView(candidate).id));
  const [first] = candidates;
  if (reason?.why !== "no number" || first === undefined || streets.size > 1) {
    return undefined;
  }
  const { straatnaam, woonplaats_naam } = first;
  const names = [straatnaam, `${straatnaam} ${woonplaats_naam}`].map(plainName);
  return names.includes(plainName(line.replaceAll(/[\s,]+/g, " "))) ? streetView(first) : undefined;
}

const PER_PAGE = 25;

async function loadLine(ask: Ask, line: string): Promise<LineData> {
  const near = nearParameters();
  const [{ LineBody: Body }, found, search] = await Promise.all([
    import("../reading/line-body.tsx"),
    geocode(ask, line),
    ask("/addresses/search", { q: line, explain: "1", per_page: PER_PAGE, ...near }),
  ]);
  const trace = search.meta.explain as unknown as ReadingTrace | undefined;
  const traced = trace === undefined ? {} : { trace };
  const data = { Body, line, near, candidates: search.data, total: search.meta.total, ...traced, ...found };
  const isNowhere = data.answer === undefined && (data.candidates.length === 0 || lacksNumber(data));
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
    const { reason, candidates = [], candidates_total = 0, former = [] } = problem;
    return { reason, former, ...(candidates.length === 0 ? {} : { candidates, total: candidates_total }) };
  }
}
