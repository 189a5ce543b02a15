import { SAME_NAME } from "./counting-schema.ts";
import { GEBRUIKSDOELEN } from "./object-types.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The streets of the country in the order of address lists — name, woonplaats — with how many addresses of each
 * gebruiksdoel they have in that woonplaats. A street whose addresses lie in two woonplaatsen is in it twice. Streets
 * of one name in one woonplaats share one list of addresses: all but the first carry {@link SAME_NAME}.
 */
export interface Straatlijst {
  readonly openbareRuimten: Float64Array;
  /** Woonplaats, and SAME_NAME. */
  readonly woonplaatsen: Uint16Array;
  /** By position in GEBRUIKSDOELEN. */
  readonly aantallen: readonly Uint16Array[];
}

/** One entry on its way into the list. */
export interface StraatDoelen {
  readonly openbareRuimte: number;
  readonly woonplaats: number;
  /** Name keys. */
  readonly naam: string;
  readonly woonplaatsNaam: string;
  /** By position in GEBRUIKSDOELEN. */
  readonly aantallen: Map<number, number>;
}

const OPENBARE_RUIMTE = "openbare_ruimte";
const WOONPLAATS = "woonplaats";
const MAX_AANTAL = 2 ** 16 - 1;

/** The rows of table `straatlijst`: columns of little-endian numbers, for entries in list order. */
export function encodeStraatlijst(straten: readonly StraatDoelen[]): [kolom: string, waarden: Uint8Array][] {
  const woonplaatsen = Uint16Array.from(straten, ({ naam, woonplaats }, i) => {
    const before = straten[i - 1];
    return before?.naam === naam && before.woonplaats === woonplaats ? woonplaats | SAME_NAME : woonplaats;
  });
  const columns: [string, Float64Array | Uint16Array][] = [
    [OPENBARE_RUIMTE, Float64Array.from(straten, ({ openbareRuimte }) => openbareRuimte)],
    [WOONPLAATS, woonplaatsen],
    ...GEBRUIKSDOELEN.map((naam, doel): [string, Uint16Array] => [
      naam,
      Uint16Array.from(straten, ({ aantallen }) => checkedAantal(aantallen.get(doel) ?? 0)),
    ]),
  ];
  return columns.map(([kolom, waarden]) => [kolom, new Uint8Array(waarden.buffer)]);
}

function checkedAantal(aantal: number): number {
  if (aantal > MAX_AANTAL) throw new Error(`a street with ${aantal} addresses of one gebruiksdoel`);
  return aantal;
}

const lists = new WeakMap<Snapshot, Straatlijst>();

/** Read once for each snapshot: milliseconds, and 8 MB for the country. */
export function straatlijstOf(s: Snapshot): Straatlijst {
  let list = lists.get(s);
  if (list === undefined) {
    list = {
      openbareRuimten: new Float64Array(readColumn(s, OPENBARE_RUIMTE)),
      woonplaatsen: new Uint16Array(readColumn(s, WOONPLAATS)),
      aantallen: GEBRUIKSDOELEN.map((naam) => new Uint16Array(readColumn(s, naam))),
    };
    lists.set(s, list);
  }
  return list;
}

/** A copy, because what the driver returns need not lie where numbers of 8 bytes may. */
function readColumn(s: Snapshot, kolom: string): ArrayBuffer {
  const row = s.db
    .query<{ waarden: Uint8Array }, [string]>("SELECT waarden FROM straatlijst WHERE kolom = ?")
    .get(kolom);
  return row === null ? new ArrayBuffer(0) : new Uint8Array(row.waarden).buffer;
}
