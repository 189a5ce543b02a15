/**
 * Compares a whole country with one that has a tenth of its addresses: the growth of costs by kind, and the targets.
 */
import { type Change, compareResults, type KindResult, type Result } from "./result.ts";
import { printChanges, printWide } from "./table.ts";

/** Addresses of the Netherlands, rounded up. */
export const NATIONAL_ADDRESSES = 10_000_000;

interface Targets {
  /** Maximum processor time in the country, as a multiple of the time with a tenth of the addresses. */
  readonly growth: number;
  /** Minimum processor time of PostgreSQL behind Fastify, as a multiple of baken's. */
  readonly postgres: number;
  /**
   * Minimum processor time of the bare server, as a share of baken's: with a tenth of the addresses, in the country.
   */
  readonly bareShares?: readonly [tenth: number, country: number];
  /** Maximum milliseconds between the p99 at half load and the p99 of the bare server. */
  readonly p99BehindBareMs?: number;
}

const TARGETS: Targets = { growth: 1.3, postgres: 3 };
const SEARCH = { growth: 1.45, p99BehindBareMs: 8 };
const TARGETS_OF_KINDS: Readonly<Record<string, Partial<Targets>>> = {
  lookup: { bareShares: [0.45, 0.38], p99BehindBareMs: 1 },
  search: { ...SEARCH, postgres: 40 },
  autocomplete: SEARCH,
  box: { postgres: 2 },
};

export interface Verdict {
  readonly name: string;
  readonly measured: number;
  readonly bound: number;
  readonly isMet: boolean;
}

/**
 * Compares the figures of a country, and of a tenth of it, with the targets. Leaves out figures that were not measured.
 */
export function judge(tenth: Result, country: Result): Verdict[] {
  return Object.entries(country.kinds).flatMap(([name, kind]) => {
    const small = tenth.kinds[name];
    const { growth, postgres, bareShares, p99BehindBareMs } = { ...TARGETS, ...TARGETS_OF_KINDS[name] };
    const late = p99BehindBareMs === undefined ? undefined : behindBareMs(kind);
    return [
      ...atMost(`${name}, beside a tenth`, ratio(cpuOf(kind, "baken"), cpuOf(small, "baken")), growth),
      ...atLeast(`${name}, times PostgreSQL`, ratio(cpuOf(kind, "postgres"), cpuOf(kind, "baken")), postgres),
      ...atLeast(
        `${name}, of bare, a tenth`,
        ratio(cpuOf(small, "bare"), cpuOf(small, "baken")),
        bareShares?.[0],
      ),
      ...atLeast(`${name}, of bare`, ratio(cpuOf(kind, "bare"), cpuOf(kind, "baken")), bareShares?.[1]),
      ...atMost(`${name}, p99 behind bare, ms`, late, p99BehindBareMs),
    ];
  });
}

const cpuOf = (kind: KindResult | undefined, server: "baken" | "bare" | "postgres") =>
  kind?.servers[server]?.cpuUs.median;

function ratio(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a / b;
}

function behindBareMs({ openLoop }: KindResult): number | undefined {
  const [baken, bare] = [openLoop?.baken, openLoop?.bare];
  return baken && bare && baken.p99Ms - bare.p99Ms;
}

function atMost(name: string, measured: number | undefined, bound: number | undefined): Verdict[] {
  const isKnown = measured !== undefined && bound !== undefined;
  return isKnown ? [{ name, measured, bound, isMet: measured <= bound }] : [];
}

function atLeast(name: string, measured: number | undefined, bound: number | undefined): Verdict[] {
  return atMost(name, measured, bound).map((verdict) => ({
    ...verdict,
    isMet: verdict.measured >= verdict.bound,
  }));
}

/** Prints the costs of both side by side, then the targets. */
export function printNational(tenth: Result, country: Result): void {
  const headings = [tenth, country].map(({ addresses }) => `${addresses.toLocaleString("en")} µs`);
  const growths = compareResults(tenth, country).map(
    (change): Change => ({ ...change, isRegression: false }),
  );
  printChanges(growths, headings);
  process.stdout.write("\n");
  printWide("target", ["measured", "bound"]);
  for (const { name, measured, bound, isMet } of judge(tenth, country)) {
    printWide(name, [measured.toFixed(2), bound.toFixed(2)], isMet ? "   met" : "   MISSED");
  }
}
