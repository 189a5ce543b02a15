/** Tests which deliveries are taken, in which order, and which gaps between them are refused. */
import { describe, expect, test } from "bun:test";
import type { Delivery } from "../../src/import/update/delivery.ts";
import { type OrderOptions, orderDeliveries } from "../../src/import/update/order-deliveries.ts";

describe("of the deliveries given", () => {
  /** Parses `08>09` as the delivery from the 8th to the 9th; a letter distinguishes contents, `@` names an area. */
  function delivery(text: string): Delivery {
    const [, from, to, digest, area] = /^(\d\d)>(\d\d)(\w*)(?:@(\d{4}))?$/.exec(text)!;
    const period = { from: 20240300 + Number(from), to: 20240300 + Number(to) };
    const areas = [area ?? "9999"];
    return {
      file: `${text}.zip`,
      period,
      areas,
      digest: `${digest}${areas}`,
      relationFiles: [],
      mutationFiles: [],
      inOnderzoekFiles: [],
    };
  }
  const applied = (text: string) => {
    const { digest } = delivery(text);
    const [from, to] = text.split(/[>@a-z]/);
    return { from: `2024-03-${from}`, to: `2024-03-${to}`, digest };
  };
  const order = (given: string, rest: Partial<OrderOptions> = {}) => {
    const area = given.includes("@") ? ["0901", "0902"] : ["9999"];
    const options = {
      referenceDate: 20240308,
      area,
      appliedDeliveries: [],
      knownGaps: [],
      allowGap: false,
      ...rest,
    };
    const { deliveries, gaps, skipped } = orderDeliveries(given.split(" ").map(delivery), options);
    return {
      taken: deliveries.map((d) => d.file.replace(".zip", "")).join(" "),
      gaps: gaps.map(({ from, to }) => `${from - 20240300}-${to - 20240300}`).join(" "),
      skipped: skipped.map((s) => `${s.delivery.file.replace(".zip", "")} ${s.reason}`).join(", "),
    };
  };

  test.each([
    ["08>09", "08>09", "", ""],
    ["09>10 08>09 10>11", "08>09 09>10 10>11", "", ""],
    // An overlap is harmless.
    ["07>09", "07>09", "", ""],
    ["08>10 09>11", "08>10 09>11", "", ""],
    ["08>09 08>10", "08>09 08>10", "", ""],
    ["08>09 08>09", "08>09", "", "08>09 given twice"],
    ["08>09@0901 08>09@0902", "08>09@0901 08>09@0902", "", ""],
    ["08>09@0901 08>09@0902 08>09@0901", "08>09@0901 08>09@0902", "", "08>09@0901 given twice"],
    ["08>10@0901 08>09@0902 09>10@0902", "08>09@0902 08>10@0901 09>10@0902", "", ""],
    [
      "08>09@0903 08>09@0901 08>09@0902",
      "08>09@0901 08>09@0902",
      "",
      "08>09@0903 covers no gemeente of the registry",
    ],
    // The national delivery follows the deliveries of gemeenten.
    ["08>09 08>09@0901", "08>09@0901 08>09", "", ""],
  ])("%s are taken: %s", (given, taken, gaps, skipped) => {
    expect(order(given)).toEqual({ taken, gaps, skipped });
  });

  test("those applied before are skipped", () => {
    const log = [applied("06>07"), applied("07>08")];
    expect(order("07>08", { appliedDeliveries: log })).toEqual({
      taken: "",
      gaps: "",
      skipped: "07>08 applied before",
    });
    expect(order("06>07 07>08 08>09", { appliedDeliveries: log })).toEqual({
      taken: "08>09",
      gaps: "",
      skipped: "06>07 applied before, 07>08 applied before",
    });
  });

  test.each<[string, Partial<OrderOptions>, string, string]>([
    ["06>07", {}, "", "06>07"],
    ["07>08", {}, "", "07>08"],
    ["06>07 08>09 07>08", {}, "08>09", "06>07, 07>08"],
    ["06>07", { allowGap: true }, "", "06>07"],
    ["07>08a", { appliedDeliveries: [applied("07>08")] }, "", "07>08a"],
    // Days adjacent to a gap, not in it.
    ["04>05 06>07", { knownGaps: [{ from: 20240305, to: 20240306 }] }, "", "04>05, 06>07"],
  ])("%s: those that the registry's date covers are skipped", (given, options, taken, skipped) => {
    const reason = "the registry of 2024-03-08 contains it already";
    const all = skipped.split(", ").map((name) => `${name} ${reason}`);
    expect(order(given, options)).toEqual({ taken, gaps: "", skipped: all.join(", ") });
  });

  test("one that was applied in a gap of others is skipped; of one that was not, the missing days are reported", () => {
    const knownGaps = [{ from: 20240305, to: 20240307 }];
    expect(order("05>06", { knownGaps, appliedDeliveries: [applied("05>06")] }).skipped).toBe(
      "05>06 applied before",
    );
    for (const given of ["05>06", "04>08", "06>08"]) {
      expect(order(given, { knownGaps }).skipped).toContain("lacks (2024-03-05 to 2024-03-07)");
    }
  });

  test("one that was applied to a later registry than the one that serves is taken", () => {
    expect(order("08>09", { appliedDeliveries: [applied("08>09")] })).toMatchObject({
      taken: "08>09",
      skipped: "",
    });
  });

  test("those of one gemeente of two are taken where gaps are allowed, and the log keeps what the other lacks", () => {
    expect(order("08>09@0901", { allowGap: true })).toEqual({
      taken: "08>09@0901",
      gaps: "8-9",
      skipped: "",
    });
  });

  test.each([
    ["10>11", "10>11", "8-10"],
    ["08>09 10>11 13>14", "08>09 10>11 13>14", "9-10 11-13"],
    ["08>09", "08>09", ""],
  ])("%s are taken with their gaps where gaps are allowed", (given, taken, gaps) => {
    expect(order(given, { allowGap: true })).toEqual({ taken, gaps, skipped: "" });
  });

  test.each<[string, string, Partial<OrderOptions>, string[]]>([
    ["a gap", "09>10", {}, ["09>10.zip begins on 2024-03-09", "is of 2024-03-08", "--allow-gap"]],
    ["a gap between two", "08>09 10>11", {}, ["begins on 2024-03-10", "is of 2024-03-09"]],
    ["a gap of one gemeente", "08>09@0901 09>10@0902", {}, ["begins on 2024-03-09", "is of 2024-03-08"]],
    ["one gemeente of two", "08>09@0901", {}, ["those of gemeente 0902 only to 2024-03-08", "--allow-gap"]],
    [
      "a gemeente of a country",
      "08>09@0901",
      { area: ["9999"] },
      ["those of the country only to 2024-03-08"],
    ],
    ["two contents of one period", "08>09 08>09a", {}, ["different deliveries of one period"]],
    ["one covered by another", "08>10 09>10", {}, ["leads to 2024-03-10", "give only one of the two"]],
  ])("refused is %s", (_what, given, options, words) => {
    for (const word of words) {
      expect(() => order(given, options)).toThrow(word);
    }
  });
});
