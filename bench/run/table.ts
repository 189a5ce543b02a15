/** Prints the result of a run as tables. */
import { printRow } from "../shared/figures.ts";
import type { Memory } from "../shared/process-costs.ts";
import type { Change, Figure, KindResult, Measured, Result } from "./result.ts";

function print(name: string, cells: readonly string[]): void {
  printRow([name, ...cells], [18, 11]);
}

/** Prints a row whose name is long. */
export function printWide(name: string, cells: readonly string[], mark = ""): void {
  process.stdout.write(`${name.padEnd(36)}${cells.map((cell) => cell.padStart(14)).join("")}${mark}\n`);
}

const whole = (figure: Figure | undefined) =>
  figure === undefined ? "" : Math.round(figure.median).toLocaleString("en");
const decimal = (figure: Figure | undefined, digits = 1) =>
  figure === undefined ? "" : figure.median.toFixed(digits);
const percent = (share: number | undefined) => (share === undefined ? "" : `${Math.round(share * 100)} %`);
const spread = ({ perSecond, cpuUs }: Measured) =>
  `±${Math.round(Math.max(perSecond.spread, cpuUs.spread) * 100)} %`;

function ratio(a: Figure | undefined, b: Figure | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a.median / b.median;
}

const times = (value: number | undefined) => (value === undefined ? "" : `${value.toFixed(1)} ×`);

export function printResult(result: Result): void {
  const { addresses, rounds, seconds, cores } = result;
  process.stdout.write(
    `${addresses.toLocaleString("en")} addresses, ${cores} cores; medians of ${rounds} rounds of ${seconds} s\n\n`,
  );
  printOneThread(result);
  if (Object.values(result.kinds).some(({ servers }) => servers.postgres !== undefined)) {
    printPostgres(result);
  }
  if (Object.values(result.kinds).some(({ servers }) => servers.all !== undefined)) {
    printAllThreads(result);
  }
  printOpenLoop(result);
  printMemory(result.memory);
}

const COLUMNS = ["per second", "p50 ms", "p99 ms", "CPU µs", "spread"];

function cellsOf(measured: Measured): string[] {
  const { perSecond, p50Ms, p99Ms, cpuUs } = measured;
  return [whole(perSecond), decimal(p50Ms, 2), decimal(p99Ms, 2), decimal(cpuUs), spread(measured)];
}

function printOneThread({ kinds }: Result): void {
  print("one thread", [...COLUMNS, "bare µs", "of bare", "by req/s"]);
  for (const [name, kind] of Object.entries(kinds)) {
    const { baken, bare } = kind.servers;
    if (baken !== undefined) {
      const shares = [
        percent(ratio(bare?.cpuUs, baken.cpuUs)),
        percent(ratio(baken.perSecond, bare?.perSecond)),
      ];
      print(name, [...cellsOf(baken), decimal(bare?.cpuUs), ...shares]);
    }
  }
}

function printPostgres({ kinds }: Result): void {
  process.stdout.write("\n");
  print("PostgreSQL", [...COLUMNS, "baken CPU", "baken req/s"]);
  forEachWith(kinds, "postgres", (name, postgres, { servers: { baken } }) => {
    const ratios = [ratio(postgres.cpuUs, baken?.cpuUs), ratio(baken?.perSecond, postgres.perSecond)];
    print(name, [...cellsOf(postgres), ...ratios.map(times)]);
  });
}

function printAllThreads({ kinds, cores }: Result): void {
  process.stdout.write("\n");
  print(`${cores} threads`, [...COLUMNS, "p99 / p50", "scaling"]);
  forEachWith(kinds, "all", (name, all, { servers: { baken } }) => {
    // By processor time: the client runs on the same cores, so requests a second do not show it.
    print(name, [
      ...cellsOf(all),
      times(ratio(all.p99Ms, all.p50Ms)),
      percent(ratio(baken?.cpuUs, all.cpuUs)),
    ]);
  });
}

function forEachWith(
  kinds: Result["kinds"],
  server: "all" | "postgres",
  act: (name: string, measured: Measured, kind: KindResult) => void,
): void {
  for (const [name, kind] of Object.entries(kinds)) {
    const measured = kind.servers[server];
    if (measured !== undefined) {
      act(name, measured, kind);
    }
  }
}

function printOpenLoop({ kinds }: Result): void {
  const rows = Object.entries(kinds).flatMap(([kind, { openLoop = {} }]) =>
    Object.entries(openLoop).map(([server, measured]) => ({ name: `${kind}, ${server}`, ...measured })),
  );
  if (rows.length === 0) {
    return;
  }
  process.stdout.write("\n");
  printWide("half load", ["a second", "answered", "p50 ms", "p99 ms", "p99.9 ms"]);
  for (const { name, perSecond, answered, p50Ms, p99Ms, p999Ms } of rows) {
    const times = [p50Ms, p99Ms, p999Ms].map((ms) => ms.toFixed(2));
    printWide(name, [perSecond.toLocaleString("en"), percent(answered), ...times]);
  }
}

function printMemory(memory: Result["memory"]): void {
  process.stdout.write("\n");
  print("memory, MB", ["RSS", "PSS", "anonymous"]);
  for (const [name, { rssMb, pssMb, anonymousMb }] of Object.entries(memory) as [string, Memory][]) {
    print(
      name,
      [rssMb, pssMb, anonymousMb].map((mb) => mb.toFixed(0)),
    );
  }
}

/** Prints processor times of two runs under their headings. */
export function printChanges(
  changes: readonly Change[],
  headings: readonly string[] = ["before µs", "after µs"],
): void {
  process.stdout.write("\n");
  printWide("processor time", [...headings, "ratio"]);
  for (const { name, before, after, isRegression } of changes) {
    const cells = [before.toFixed(1), after.toFixed(1), (after / before).toFixed(2)];
    printWide(name, cells, isRegression ? "   REGRESSION" : "");
  }
}
