import { expect, test } from "bun:test";
import { matchNumberParts } from "./adres-match.ts";

type Parts = [letter: string | null, toevoeging: string | null];

/** Existing addresses in natural order, the parts asked, and the positions of the expected addresses. */
const CASES: [there: Parts[], asked: Parts, meant: number[]][] = [
  [
    [
      [null, null],
      ["a", null],
    ],
    [null, null],
    [0],
  ],
  [
    [
      [null, null],
      ["a", null],
    ],
    ["", ""],
    [0],
  ],
  [[["a", null]], [null, null], []],
  [
    [
      [null, null],
      ["a", null],
      ["A", null],
    ],
    ["A", null],
    [2],
  ],
  [
    [
      [null, null],
      ["a", null],
      ["A", null],
    ],
    ["a", null],
    [1],
  ],
  [
    [
      ["a", null],
      ["b", null],
    ],
    ["B", null],
    [1],
  ],
  [
    [
      [null, "bis"],
      [null, "BIS"],
    ],
    [null, "BIS"],
    [1],
  ],
  [
    [
      [null, "bis"],
      [null, "BIS"],
    ],
    [null, "Bis"],
    [0],
  ],
  [
    [
      ["a", null],
      ["b", null],
    ],
    [null, "a"],
    [0],
  ],
  [[[null, "a"]], ["A", null], [0]],
  [
    [
      ["A", "bov"],
      ["A", null],
    ],
    [null, "A-bov"],
    [0],
  ],
  [
    [
      ["A", "bov"],
      ["A", null],
    ],
    [null, "a bov"],
    [0],
  ],
  [
    [
      ["A", "1"],
      ["A", "2"],
    ],
    ["A2", null],
    [1],
  ],
  [
    [
      ["A", "1"],
      ["A", "2"],
    ],
    [null, "a2"],
    [1],
  ],
  [
    [
      ["a", "1"],
      ["A", "1"],
    ],
    ["A1", null],
    [1],
  ],
  // Ties between joined strings: a letter with an addition ranks before an addition alone, in any order of the list.
  ...["A1", " A 1", "A-1"].flatMap((asked): typeof CASES => [
    [
      [
        [null, "A1"],
        ["A", "1"],
      ],
      [asked, null],
      [1],
    ],
    [
      [
        ["A", "1"],
        [null, "A1"],
      ],
      [asked, null],
      [0],
    ],
  ]),
  // A match of both parts, case aside, ranks before any match as one joined string.
  [
    [
      [null, "A1"],
      ["A", "1"],
    ],
    [null, "a1"],
    [0],
  ],
  // Same case ranks before the presence of a letter.
  [
    [
      ["a", "1"],
      [null, "A1"],
    ],
    ["A1", null],
    [1],
  ],
  [
    [
      ["c", "1"],
      [null, "1"],
    ],
    [null, "c-1"],
    [0],
  ],
  [
    [
      ["C", "1"],
      ["c", "1"],
    ],
    ["c", "-1"],
    [1],
  ],
  [[["a", null]], ["a", "1"], []],
  [[["a", "1"]], ["a", null], []],
  [[[null, null]], ["-", null], [0]],
  [
    [
      ["a", null],
      ["a", null],
      ["b", null],
    ],
    ["a", null],
    [0, 1],
  ],
  [
    [
      ["a", null],
      ["a", null],
      ["b", null],
    ],
    [" -a", null],
    [0, 1],
  ],
  [[], ["a", null], []],
];

test.each(CASES)("of %j, %j means %j", (registered, [letter, toevoeging], expected) => {
  const addresses = registered.map(([huisletter, huisnummertoevoeging], position) => ({
    position,
    huisletter,
    huisnummertoevoeging,
  }));
  const found = matchNumberParts(addresses, { huisletter: letter, huisnummertoevoeging: toevoeging });
  expect(found.map(({ position }) => position)).toEqual(expected);
});
