/**
 * User files that are much larger than they look: files drawn from a seed, and named files that have ended a server.
 */
import { makeZip } from "../extracts/zip-maker.ts";
import { makeXlsx, partsOfXlsx, textRow } from "./make-xlsx.ts";

export interface ExpandingFile {
  readonly name: string;
  readonly bytes: Buffer;
}

type Random = () => number;

interface Draw {
  readonly random: Random;
  /** Share of the maximum number of rows of a file. */
  readonly scale: number;
}

const HEAD = textRow("postcode", "huisnummer", "opmerking");
const ADDRESS = textRow("1382KT", "5");
const shared = (number: number) => `<c t="s"><v>${number}</v></c>`;
const text = (value: string) => `<si><t>${value}</t></si>`;
const sheet = (rows: string, strings = "") => makeXlsx({ sheets: [{ name: "Blad1", rows }], strings });
const between = (random: Random, least: number, most: number) =>
  Math.floor(least + random() * (most - least));
/** Returns letters that hardly compress, so that the file as a whole inflates less than a bomb. */
const noise = (random: Random, length: number) =>
  Buffer.from(Array.from({ length: length / 2 }, () => random() * 256)).toString("hex");

/** Makers of files by kind. */
const KINDS: Readonly<Record<string, (draw: Draw) => Buffer>> = {
  /** Few texts of the most characters, and rows that refer to them over and over. */
  shared({ random, scale }) {
    const texts = between(random, 1, 8);
    const cells = between(random, 20, 999);
    const row = `<row>${Array.from({ length: cells }, (_, i) => shared(i % texts)).join("")}</row>`;
    const length = between(random, 200, 40_000);
    const strings = Array.from({ length: texts }, (_, i) => text(`${i}`.padEnd(length, "x"))).join("");
    return sheet(HEAD + row.repeat(between(random, 2, 3_000 * scale)), strings);
  },
  /** The same texts in the cells themselves. */
  inline({ random, scale }) {
    const row = textRow(
      "1382KT",
      "5",
      ...Array(between(random, 1, 30)).fill("x".repeat(between(random, 1_000, 34_000))),
    );
    const rows = between(random, 50, 1_200 * scale);
    return sheet(HEAD + Array.from({ length: rows }, () => row + textRow(noise(random, 4_000))).join(""));
  },
  wide({ random, scale }) {
    const columns = between(random, 300, 1_002);
    const names = Array.from({ length: columns }, (_, i) => `kolom ${i}`);
    return sheet(
      textRow("postcode", "huisnummer", ...names) + ADDRESS.repeat(between(random, 1_000, 20_000 * scale)),
    );
  },
  tall({ random, scale }) {
    const last = between(random, 5_000, 60_000 * scale);
    return sheet(`${HEAD}${ADDRESS}<row r="${last}"><c t="inlineStr"><is><t>1382KT</t></is></c></row>`);
  },
  "tall CSV"({ random, scale }) {
    const names = ",kolom".repeat(between(random, 2, 999));
    return Buffer.from(
      `postcode,huisnummer${names}\n1382KT,5\n${"\n".repeat(between(random, 5_000, 200_000 * scale))}1382KT,5\n`,
    );
  },
  "long names"({ random }) {
    const name = "n".repeat(between(random, 500, 1_000_000));
    return sheet(
      textRow("postcode", "huisnummer", name.slice(0, 32_767)) + ADDRESS.repeat(between(random, 100, 5_000)),
    );
  },
  "long names, CSV"({ random }) {
    const name = "n".repeat(between(random, 500, 1_000_000));
    return Buffer.from(`postcode,huisnummer,${name}\n${"1382KT,5,a\n".repeat(between(random, 100, 5_000))}`);
  },
  "long cells, CSV"({ random }) {
    const cell = "1".repeat(between(random, 2_000, 900_000));
    return Buffer.from(`postcode,huisnummer\n${`${cell},5\n`.repeat(between(random, 1, 30))}`);
  },
  /** A zip in a zip in a zip, in the place of a part or of the file. */
  "deep zips"({ random, scale }) {
    let bytes: Buffer = Buffer.alloc(between(random, 1_000_000, 60_000_000 * scale), "a");
    for (let depth = between(random, 1, 8); depth > 0; depth--) {
      bytes = makeZip([{ name: "xl/workbook.xml", content: bytes }]);
    }
    const parts = partsOfXlsx({ sheets: [{ name: "Blad1", rows: HEAD }] });
    const place = between(random, 0, parts.length + 1);
    return makeZip(parts.map((part, i) => (i === place ? { ...part, content: bytes } : part)));
  },
  /** Parts that claim another size, or have more elements than any program writes. */
  parts({ random }) {
    const many = between(random, 50_000, 150_000);
    const sound = { sheets: [{ name: "Blad1", rows: HEAD + ADDRESS }] };
    const kind = between(random, 0, 3);
    if (kind === 0) {
      return makeXlsx({ ...sound, styles: Array(many).fill(14) });
    }
    if (kind === 1) {
      return makeXlsx({ ...sound, strings: text("").repeat(many * 10) });
    }
    const claims = { sizeBytes: between(random, 1, 4_000_000_000) };
    return makeZip(
      partsOfXlsx(sound).map((part, i) => (i === between(random, 0, 6) ? { ...part, claims } : part)),
    );
  },
  mixed({ random }) {
    const strings = text("x".repeat(between(random, 1, 32_767)));
    const cells = Array.from({ length: between(random, 1, 500) }, () =>
      random() < 0.5
        ? shared(0)
        : `<c t="inlineStr"><is><t>${"y".repeat(between(random, 1, 300))}</t></is></c>`,
    ).join("");
    const rows = Array.from({ length: between(random, 10, 800) }, () => `<row>${cells}</row>`).join("");
    return sheet(`${HEAD}${rows}<row r="${between(random, 1_000, 20_000)}">${shared(0)}</row>`, strings);
  },
};

/** Returns the files that have ended servers or filled their disks. */
export function namedFiles(scale: number): ExpandingFile[] {
  const row = `<row>${shared(0).repeat(998)}</row>`;
  const million = text("x".repeat(1_000_000));
  const names = Array.from({ length: 900 }, (_, i) => `k${i}`);
  return [
    { name: "a shared text of a million letters, 2 rows", bytes: sheet(HEAD + row.repeat(2), million) },
    { name: "a shared text of a million letters, 8 rows", bytes: sheet(HEAD + row.repeat(8), million) },
    {
      name: "shared texts of 32,767 letters, 8 rows",
      bytes: sheet(HEAD + row.repeat(8), text("x".repeat(32_767))),
    },
    {
      name: "998,000 characters in each row",
      bytes: sheet(HEAD + row.repeat(2_000 * scale), text("x".repeat(1_000))),
    },
    {
      name: "900 columns, rows 1, 2 and one far below",
      bytes: sheet(
        `${textRow("postcode", "huisnummer", ...names)}${ADDRESS}<row r="${1_048_576 * scale}">${shared(0)}</row>`,
        text("x"),
      ),
    },
    {
      name: "999 columns of CSV, 200,000 empty lines",
      bytes: Buffer.from(`postcode,huisnummer${",k".repeat(997)}\n1382KT,5\n${"\n".repeat(200_000)}`),
    },
    {
      name: "a name of a million letters",
      bytes: Buffer.from(`postcode,huisnummer,${"n".repeat(1_000_000)}\n1382KT,5,a\n`),
    },
    { name: "a postcode of 900 KB", bytes: Buffer.from(`postcode,huisnummer\n${"1".repeat(900_000)},5\n`) },
  ];
}

/** Yields files of all kinds, one of each after the other. */
export function* expandingFiles(draw: Draw, count: number): Generator<ExpandingFile> {
  const kinds = Object.entries(KINDS);
  for (let i = 0; i < count; i++) {
    const [kind, make] = kinds[i % kinds.length]!;
    yield { name: `${kind} ${i}`, bytes: make(draw) };
  }
}

export const KIND_COUNT = Object.keys(KINDS).length;
